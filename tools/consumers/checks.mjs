/** What a built application must do: list and call its tools over HTTP and over stdio. */
import { spawn } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, run } from './process.mjs';

export async function overHttp(node, folder) {
  const server = spawn(node, ['dist/main.js'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const url = `${await firstLine(server)}/mcp`;
    const { tools } = await call(url, 'tools/list');
    expect(tools?.length === 2, 'two tools are listed over HTTP', tools);
    const good = { text: 'hi', stars: 5 };
    const written = await call(url, 'tools/call', { name: 'notes_create', arguments: good });
    expect(written.structuredContent?.via === 'http', 'a tool is called over HTTP', written);
    const wrong = await call(url, 'tools/call', { name: 'notes_create', arguments: { stars: 0 } });
    expect(/VALIDATION_FAILED/.test(JSON.stringify(wrong)), 'bad input is refused', wrong);
  } finally {
    server.kill();
  }
}

async function call(url, method, params = {}) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'ApiKey k1' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  const { result, error } = await response.json();
  return result ?? { error };
}

export async function overStdio(node, folder) {
  const find = { name: 'notes_find', arguments: { id: 7 } };
  const messages = [
    { jsonrpc: '2.0', id: 'list', method: 'tools/list', params: {} },
    { jsonrpc: '2.0', id: 'call', method: 'tools/call', params: find },
  ];
  const { stdout } = await run(node, ['dist/stdio.js'], folder, {
    input: messages.map((message) => `${JSON.stringify(message)}\n`).join(''),
    env: { TOOLPORT_AUTHORIZATION: 'ApiKey k1' },
  });
  const lines = stdout.trimEnd().split('\n');
  expect(lines.length === 2, 'stdout has an answer to each request and no more', stdout);
  const results = Object.fromEntries(
    lines.map((line) => JSON.parse(line)).map(({ id, result }) => [id, result]),
  );
  expect(results.list?.tools.length === 2, 'two tools are listed over stdio', results);
  expect(results.call?.structuredContent?.id === 7, 'a tool is called over stdio', results);
}

/** The bin of the package, on the built module: CommonJS or ESM, by its own adapter. */
export async function byCommand(toolport, folder) {
  const application = ['--module', 'dist/app.module.js', '--configure', 'dist/configure.js'];
  const env = { TOOLPORT_AUTHORIZATION: 'ApiKey k1' };
  const say = async (...args) => {
    const { stdout } = await run(toolport, [...args, ...application], folder, { env });
    return stdout;
  };
  const listed = await say('list');
  expect(listed.startsWith('notes_create  Writes a note\n'), 'toolport lists the tools', listed);
  const found = await say('call', 'notes_find', 'id=7');
  expect(found === '{"id":7}\n', 'toolport calls a tool', found);
  await say('snapshot');
  await say('snapshot', '--check');
  await say('lint');
}

/** `nest g`: what it writes compiles and is served; its spec runs with the application's own. */
export async function generateTool(bin, build, folder) {
  const generate = [bin('@nestjs/cli/bin/nest.js'), 'g', '-c', 'nest-toolport', 'tool', 'orders'];
  await run(process.execPath, generate, folder);
  await run(process.execPath, build, folder);
  const list = ['list', '--module', 'dist/app.module.js'];
  const { stdout } = await run(bin('.bin/toolport'), list, folder);
  expect(stdout.includes('orders_find  Finds orders by a text\n'), 'the tool is served', stdout);
}

/** O-K07: the library with a copy of `@nestjs/core` for itself says at once what is wrong. */
export async function withTwoCopies(packages, folder) {
  const own = join(folder, 'node_modules');
  const copy = (name, to) => cpSync(join(packages, name), join(own, to), { recursive: true });
  copy('nest-toolport', 'nest-toolport');
  copy('@nestjs/core', 'nest-toolport/node_modules/@nestjs/core');
  const started = run(process.execPath, ['dist/main.js'], folder);
  const fault = await started.then(
    () => 'none: it started',
    ({ message }) => message,
  );
  rmSync(own, { recursive: true });
  expect(fault.includes('MCP_TWO_NESTS'), 'two copies of @nestjs/core are named', fault);
}

function firstLine(child) {
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout.on('data', (chunk) => {
      text += chunk;
      if (text.includes('\n')) resolve(text.split('\n', 1)[0].trim());
    });
    child.once('error', reject);
    child.once('close', (status) => reject(new Error(`ended with ${status} before it listened`)));
  });
}
