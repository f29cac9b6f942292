// Installs the packed library in applications as people have them, outside of this workspace, and
// uses it there: over HTTP, over stdio, in a test of theirs, and under their type checker.
// usage: node tools/consumers.mjs [name …]
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const TEMPLATE = 'test/consumers/template';

/** NestJS 11 with CommonJS, as most applications are; NestJS 12 with ESM, as it now scaffolds. */
const NEST_11 = { nest: '^11.1.0', testing: '^11.1.0', typescript: '~5.9.3', esm: false };
const NEST_12 = { nest: '^12.5.0', testing: '^12.1.0', typescript: '~6.0.3', esm: true };

const APPLICATIONS = {
  'nest11-cjs': { ...NEST_11, jest: true },
  'nest11-cjs-fastify': { ...NEST_11, fastify: true },
  'nest12-esm': { ...NEST_12, jest: true },
  'nest12-esm-strict': { ...NEST_12, checkLibraries: true },
};

const wanted = process.argv.slice(2);
const work = mkdtempSync(join(tmpdir(), 'toolport-consumers-'));
try {
  const tarball = pack();
  for (const [name, options] of Object.entries(APPLICATIONS)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    const folder = join(work, name);
    create(folder, name, tarball, options);
    run('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error'], folder);
    run(process.execPath, ['node_modules/typescript/bin/tsc', '-p', '.'], folder);
    await overHttp(folder);
    overStdio(folder);
    if (options.jest) run(process.execPath, jestArguments(options), folder);
    console.log(`ok: ${name}`);
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}

function pack() {
  const { stdout } = spawnSync('npm', ['pack', '--json', '--pack-destination', work], {
    cwd: 'libs/mcp',
    encoding: 'utf8',
  });
  const packed = JSON.parse(stdout);
  const [{ filename }] = Array.isArray(packed) ? packed : Object.values(packed);
  return join(work, filename);
}

function create(folder, name, tarball, options) {
  mkdirSync(join(folder, 'src'), { recursive: true });
  const write = (file, value) =>
    writeFileSync(
      join(folder, file),
      typeof value === 'string' ? value : JSON.stringify(value, null, 2),
    );
  write('package.json', manifest(name, tarball, options));
  write('tsconfig.json', compilerOptions(options));
  if (options.jest) write(`jest.config.${options.esm ? 'mjs' : 'cjs'}`, jestConfig(options));
  for (const file of readdirSync(TEMPLATE)) {
    const name = file.replace(/\.tpl$/, '');
    if (name.endsWith('.spec.ts') && !options.jest) continue;
    const text = readFileSync(join(TEMPLATE, file), 'utf8');
    write(join('src', name), filled(text, options));
  }
}

function filled(text, { esm, fastify }) {
  const adapter = "import { FastifyAdapter } from '@nestjs/platform-fastify';\n";
  return text
    .replaceAll('__EXT__', esm ? '.js' : '')
    .replace('__ADAPTER_IMPORT__', fastify ? adapter : '')
    .replace('__ADAPTER__', fastify ? 'new FastifyAdapter(), ' : '');
}

function manifest(name, tarball, { nest, testing, typescript, esm, fastify, jest }) {
  const platform = fastify ? '@nestjs/platform-fastify' : '@nestjs/platform-express';
  return {
    name,
    private: true,
    ...(esm ? { type: 'module' } : {}),
    dependencies: {
      '@nestjs/common': nest,
      '@nestjs/core': nest,
      [platform]: nest,
      'class-transformer': '^0.5.1',
      'class-validator': '^0.15.1',
      'nest-toolport': `file:${tarball}`,
      'reflect-metadata': '^0.2.2',
      rxjs: '^7.8.2',
    },
    devDependencies: {
      '@types/node': '^20.19.0',
      ...(fastify ? {} : { '@types/express': '^5.0.0' }),
      typescript,
      ...(jest
        ? {
            '@nestjs/testing': testing,
            '@swc/core': '^1.16.0',
            '@swc/jest': '^0.2.39',
            '@types/jest': '^30.0.0',
            jest: '^30.0.0',
          }
        : {}),
    },
  };
}

function compilerOptions({ esm, checkLibraries, jest }) {
  return {
    compilerOptions: {
      module: esm ? 'nodenext' : 'commonjs',
      moduleResolution: esm ? 'nodenext' : 'node10',
      target: 'ES2023',
      lib: ['ES2023'],
      types: ['node', ...(jest ? ['jest'] : [])],
      rootDir: './src',
      outDir: './dist',
      strict: true,
      skipLibCheck: checkLibraries !== true,
      experimentalDecorators: true,
      emitDecoratorMetadata: true,
      esModuleInterop: true,
    },
    include: ['src'],
  };
}

/** Everything to CommonJS, what is ESM in node_modules too (NestJS 12). */
function jestConfig({ esm }) {
  const swc = (syntax) => [
    '@swc/jest',
    {
      swcrc: false,
      jsc: {
        target: 'es2022',
        parser: { syntax, decorators: true },
        transform: { legacyDecorator: true, decoratorMetadata: true },
      },
      module: { type: 'commonjs' },
    },
  ];
  const config = {
    testEnvironment: 'node',
    roots: ['<rootDir>/src'],
    setupFiles: ['reflect-metadata'],
    transform: { '\\.ts$': swc('typescript'), '\\.m?js$': swc('ecmascript') },
    transformIgnorePatterns: ['/node_modules/(?!@nestjs/)'],
    moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  };
  return `${esm ? 'export default' : 'module.exports ='} ${JSON.stringify(config, null, 2)};\n`;
}

function jestArguments() {
  return ['--experimental-vm-modules', 'node_modules/jest/bin/jest.js', '--ci'];
}

async function overHttp(folder) {
  const server = spawn(process.execPath, ['dist/main.js'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const url = `${await firstLine(server)}/mcp`;
    const { tools } = await call(url, 'tools/list');
    expect(tools.length === 2, 'two tools are listed over HTTP', tools);
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

function overStdio(folder) {
  const params = { name: 'notes_find', arguments: { id: 7 } };
  const input = `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })}\n`;
  const { stdout, stderr, status } = spawnSync(process.execPath, ['dist/stdio.js'], {
    cwd: folder,
    input,
    encoding: 'utf8',
    env: { ...process.env, TOOLPORT_AUTHORIZATION: 'ApiKey k1' },
  });
  expect(status === 0, 'stdio ends with 0', stderr);
  expect(stdout.split('\n').length === 2, 'one line on stdout', stdout);
  const { result } = JSON.parse(stdout);
  expect(result?.structuredContent?.id === 7, 'a tool is called over stdio', result);
}

function firstLine(child) {
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout.on('data', (chunk) => {
      text += chunk;
      if (text.includes('\n')) resolve(text.split('\n', 1)[0].trim());
    });
    child.once('close', (status) => reject(new Error(`ended with ${status} before it listened`)));
  });
}

function run(command, args, cwd) {
  const { status } = spawnSync(command, args, { cwd, stdio: 'inherit' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed in ${cwd}`);
}

function expect(holds, what, seen) {
  if (!holds) throw new Error(`${what}: ${JSON.stringify(seen)}`);
}
