// Runs the official conformance suite against the fixture of test/conformance and holds us to all of
// it: every scored scenario, no warning, and the older revisions through a proxy that pins the
// handshake. What we do not offer is named below, with the reason.
import { spawn } from 'node:child_process';
import { createServer, request } from 'node:http';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const REFEREE = [
  '--import',
  './tools/node20-hook.mjs',
  'node_modules/@modelcontextprotocol/conformance/dist/index.js',
];

/** Scored scenarios of each requirement set: fewer means that the referee has changed. */
const SCORED = { '2025-11-25': 30, '2026-07-28': 37 };

/** Scenarios that run beside the requirement sets: extensions, and what came after a release. */
const UNSCORED =
  /^(tasks-.*|server-sse-polling|server-session-lifecycle|json-schema-2020-12|http-header-validation|http-custom-header-server-validation)$/;

/** Unscored scenarios that may fail or warn. */
const NOT_OFFERED = [
  /^tasks-/, // The tasks extension.
  /^server-sse-polling$/, // Streams are not resumable: a call that matters is asked for again.
];

/** What cannot hold when the handshake is pinned to a revision that did not have it. */
const NOT_YET = {
  '2025-06-18': [/^elicitation-sep1330-enums$/],
  '2025-03-26': [],
};

const work = await mkdtemp(join(tmpdir(), 'toolport-conformance-'));
const fixture = spawn(process.execPath, ['dist/test/conformance/server.js'], {
  env: { ...process.env, PORT: '0' },
  stdio: ['ignore', 'pipe', 'inherit'],
});
let failures = 0;
try {
  const url = await firstUrl(fixture.stdout);
  const scenarios = await runSet(url, '2025-11-25');
  await runSet(url, '2026-07-28');
  for (const revision of Object.keys(NOT_YET)) await runPinned(url, revision, scenarios);
} finally {
  fixture.kill();
  await rm(work, { recursive: true, force: true });
}
process.exitCode = failures === 0 ? 0 : 1;

async function runSet(url, revision) {
  const out = join(work, revision);
  await referee(['server', '--url', url, '--requirements', revision, '-o', out]);
  const results = await readResults(out);
  const scored = results.filter(({ name }) => !UNSCORED.test(name));
  const passed = scored.filter(({ bad }) => bad.length === 0);
  report(revision, passed.length, SCORED[revision]);
  for (const { name, bad } of results) {
    if (!NOT_OFFERED.some((pattern) => pattern.test(name))) complain(revision, name, bad);
  }
  return results.map(({ name }) => name);
}

async function runPinned(url, revision, scenarios) {
  const proxy = await pinningProxy(url, revision);
  const target = `http://127.0.0.1:${proxy.address().port}/mcp`;
  const expected = scenarios.filter(
    (name) => ![...NOT_OFFERED, ...NOT_YET[revision]].some((pattern) => pattern.test(name)),
  );
  let passed = 0;
  for (const name of expected) {
    const out = join(work, `${revision}-${name}`);
    const only = ['--scenario', name, '--spec-version', revision, '--force'];
    await referee(['server', '--url', target, ...only, '-o', out]);
    const bad = (await readResults(out)).flatMap((result) => result.bad);
    if (bad.length === 0) passed += 1;
    complain(`${revision} (pinned)`, name, bad);
  }
  report(`${revision} (pinned)`, passed, expected.length);
  proxy.close();
  proxy.closeAllConnections();
}

function report(label, passed, of) {
  if (passed !== of) failures += 1;
  console.log(`${passed === of ? 'ok' : 'FAILED'}: ${label} ${passed}/${of}`);
}

function complain(label, name, bad) {
  failures += bad.length;
  for (const { id, status, errorMessage } of bad) {
    console.error(`${label} ${name} ${id} ${status}: ${errorMessage ?? ''}`);
  }
}

/** One entry per scenario, with the checks that did not pass. */
async function readResults(out) {
  const results = [];
  for (const folder of await readdir(out)) {
    const checks = JSON.parse(await readFile(join(out, folder, 'checks.json'), 'utf8'));
    const name = folder.replace(/^server-/, '').replace(/-\d{4}-\d\d-\d\dT.*$/, '');
    const bad = checks.filter(({ status }) => status === 'FAILURE' || status === 'WARNING');
    results.push({ name, bad });
  }
  return results;
}

/** Its exit code says less than its files: warnings do not count there. */
function referee(args) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...REFEREE, ...args], {
      stdio: ['ignore', 'ignore', 'ignore'],
    });
    child.once('error', reject).once('close', resolve);
  });
}

function firstUrl(stream) {
  return new Promise((resolve, reject) => {
    let text = '';
    stream.on('data', (chunk) => {
      text += chunk;
      const found = /http:\/\/\S+\/mcp/.exec(text);
      if (found) resolve(found[0]);
    });
    stream.once('end', () => reject(new Error(`the fixture did not start: ${text}`)));
  });
}

/** The referee's own client asks for the newest revision: this makes every handshake an older one. */
function pinningProxy(target, revision) {
  const { port } = new URL(target);
  const server = createServer((incoming, outgoing) => {
    const chunks = [];
    incoming.on('data', (chunk) => chunks.push(chunk));
    incoming.on('end', () => {
      const body = pinned(Buffer.concat(chunks), revision);
      const headers = { ...incoming.headers, 'content-length': body.length };
      delete headers['transfer-encoding'];
      if (headers['mcp-protocol-version'] > revision) headers['mcp-protocol-version'] = revision;
      const { url: path, method } = incoming;
      const forwarded = request({ host: '127.0.0.1', port, path, method, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode, answer.headers);
        answer.pipe(outgoing);
      });
      forwarded.once('error', () => outgoing.destroy());
      outgoing.once('close', () => forwarded.destroy());
      forwarded.end(body);
    });
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

function pinned(body, revision) {
  if (body.length === 0) return body;
  const message = JSON.parse(body.toString('utf8'));
  if (message.method !== 'initialize') return body;
  message.params.protocolVersion = revision;
  return Buffer.from(JSON.stringify(message));
}
