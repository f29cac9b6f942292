// Runs the suites of the pipeline on NestJS 11: the same files that `npm test` runs on the NestJS of
// the workspace, with every `@nestjs/*` package replaced.
// usage: node tools/nest11.mjs [--floor] [jest argument …]
//   --floor  on the oldest NestJS that the peer dependencies allow, in place of the newest 11
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const NEWEST = {
  '@nestjs/common': '~11.2.10',
  '@nestjs/core': '~11.2.10',
  '@nestjs/platform-express': '~11.2.10',
  '@nestjs/platform-fastify': '~11.2.8',
  '@nestjs/testing': '~11.2.6',
};
const FLOOR = {
  '@nestjs/common': '11.2.0',
  '@nestjs/core': '11.2.0',
  '@nestjs/platform-express': '11.2.0',
  '@nestjs/platform-fastify': '11.2.1',
  '@nestjs/testing': '11.2.0',
};
const COMPANIONS = {
  '@nestjs/cache-manager': '^3.1.3',
  '@nestjs/config': '^4.0.4',
  '@nestjs/mapped-types': '^2.1.0',
  '@nestjs/passport': '^11.0.5',
  '@nestjs/swagger': '^11.4.7',
  // For the processes that a suite starts: no resolver stands between them and this folder.
  ajv: '^8.20.0',
  'class-transformer': '^0.5.1',
  'class-validator': '^0.15.1',
  dotenv: '^17.4.2',
  'reflect-metadata': '^0.2.2',
  rxjs: '^7.8.2',
};
const SUITES = [
  'libs/mcp/test/(pipeline|module|testing)/',
  'libs/mcp/test/transports/(http-(answers|apps|express|fastify|field|origin|path|refusals|shutdown|streams|verbs)|serve-stdio|stdio-process)',
  'libs/mcp/src/(discovery|pipeline)/',
];

const isFloor = process.argv[2] === '--floor';
const jestArguments = process.argv.slice(isFloor ? 3 : 2);
const dependencies = { ...COMPANIONS, ...(isFloor ? FLOOR : NEWEST) };
const folder = mkdtempSync(join(tmpdir(), 'toolport-nest11-'));
try {
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies }));
  run('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: folder });
  const jest = [
    'node_modules/jest/bin/jest.js',
    '--resolver',
    resolve('tools/nest11-resolver.cjs'),
  ];
  const node = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
  const env = { ...process.env, NEST_11: folder };
  run(process.execPath, [...node, ...jest, ...jestArguments, ...SUITES], { env });
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function run(command, args, options) {
  const { status } = spawnSync(command, args, { ...options, stdio: 'inherit' });
  if (status !== 0) {
    console.error(`${command} ${args.join(' ')}: ended with ${status}`);
    process.exitCode = 1;
    throw new Error('NestJS 11: failed');
  }
}
