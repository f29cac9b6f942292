/**
 * `npm run test:consumers [name …] [--keep]`: installs the packed library in applications as people have them,
 * outside of this workspace, and uses it there: over HTTP, over stdio, in a test of theirs, under their
 * type checker and their builder, on every version of Node that is supported.
 *
 * Wants `npm run build:lib` before it.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { APPLICATIONS, createApplication, INSTALLATIONS } from './consumers/applications.mjs';
import {
  byCommand,
  generateTool,
  overHttp,
  overStdio,
  withTwoCopies,
} from './consumers/checks.mjs';
import { expect, inParallel, run } from './consumers/process.mjs';

/** Two cores are what a small machine has. */
const WIDTH = 2;
const OWN_NODE = Number(process.versions.node.split('.')[0]);
const INSTALL = ['install', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'];

/** Keeps the folder, to look at what failed. */
const keep = process.argv.includes('--keep');
const names = process.argv.slice(2).filter((name) => name !== '--keep');
const wanted = Object.entries(APPLICATIONS).filter(
  ([name]) => names.length === 0 || names.includes(name),
);
expect(wanted.length > 0, `one of ${Object.keys(APPLICATIONS).join(', ')} is named`, names);

const work = mkdtempSync(join(tmpdir(), 'toolport-consumers-'));
try {
  const tarball = await pack();
  const installations = [...new Set(wanted.map(([, application]) => application.in))];
  const nodes = [...new Set(wanted.flatMap(([, { nodes: some = [] }]) => some))];
  await inParallel(WIDTH, [
    ...installations.map((name) => () => install(name, tarball)),
    ...nodes.filter((major) => major !== OWN_NODE).map((major) => () => installNode(major)),
  ]);
  await inParallel(
    WIDTH,
    wanted.map(
      ([name, application]) =>
        () =>
          timed(name, () => check(name, application)),
    ),
  );
} finally {
  if (keep) console.log(`kept: ${work}`);
  else rmSync(work, { recursive: true, force: true });
}

async function pack() {
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', work], 'libs/mcp');
  const packed = JSON.parse(stdout);
  const [{ filename }] = Array.isArray(packed) ? packed : Object.values(packed);
  return join(work, filename);
}

async function install(name, tarball) {
  const folder = join(work, name);
  const dependencies = { ...INSTALLATIONS[name], 'nest-toolport': `file:${tarball}` };
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies }));
  await timed(`install ${name}`, () => run('npm', INSTALL, folder));
}

/** The npm package `node` brings an executable. */
async function installNode(major) {
  const folder = join(work, `node-${major}`);
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true }));
  await timed(`install node ${major}`, () => run('npm', [...INSTALL, `node@${major}`], folder));
}

function nodeOf(major) {
  return major === OWN_NODE ? process.execPath : join(work, `node-${major}/node_modules/.bin/node`);
}

async function check(name, application) {
  const folder = join(work, application.in, name);
  const bin = (path) => join(work, application.in, 'node_modules', path);
  createApplication(folder, name, application);
  const build = application.builder
    ? [bin('@nestjs/cli/bin/nest.js'), 'build']
    : [bin('typescript/bin/tsc'), '-p', '.'];
  await run(process.execPath, build, folder);
  for (const major of application.nodes ?? [OWN_NODE]) {
    const node = nodeOf(major);
    await overHttp(node, folder);
    await overStdio(node, folder);
    console.log(`ok: ${name} serves HTTP and stdio on Node ${major}`);
  }
  await byCommand(bin('.bin/toolport'), folder);
  if (application.bothFormats) await run(process.execPath, ['src/both-formats.mjs'], folder);
  const jest = [bin('jest/bin/jest.js'), '--ci'];
  if (application.jest) await run(process.execPath, jest, folder);
  // O-K03: no module of Nest's or ours is mocked in either.
  if (application.vitest)
    await run(nodeOf(application.vitest), [bin('vitest/vitest.mjs'), 'run'], folder);
  if (application.twoCopies) await withTwoCopies(bin('.'), folder);
  if (application.schematic) {
    await generateTool(bin, build, folder);
    await run(process.execPath, [...jest, 'orders'], folder);
  }
}

async function timed(name, task) {
  const start = performance.now();
  await task();
  console.log(`ok: ${name} (${((performance.now() - start) / 1000).toFixed(1)} s)`);
}
