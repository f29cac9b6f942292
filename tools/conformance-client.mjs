// Runs the client half of the official conformance suite against test/conformance/client.ts, which
// works through McpManager, and holds us to all of it: every scored scenario, and no warning.
import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';

const REFEREE = [
  '--import',
  './tools/node20-hook.mjs',
  'node_modules/@modelcontextprotocol/conformance/dist/index.js',
];

/** Scored scenarios of each requirement set: fewer means that the referee has changed. */
const SCORED = { '2025-11-25': 18, '2026-07-28': 32 };

/** Scenarios that run beside the requirement sets: extensions, and what came after a release. */
const UNSCORED = {
  common:
    /^auth\/(client-credentials-.*|enterprise-managed-authorization|dpop|dpop-nonce|wif-jwt-bearer)$/,
  '2025-11-25': /^json-schema-2020-12-preservation$/,
  '2026-07-28': /^json-schema-2020-12-preservation$/,
};

const work = await mkdtemp(join(tmpdir(), 'toolport-conformance-client-'));
let failures = 0;
try {
  for (const revision of Object.keys(SCORED)) await runSet(revision);
} finally {
  await rm(work, { recursive: true, force: true });
}
process.exitCode = failures === 0 ? 0 : 1;

async function runSet(revision) {
  const out = join(work, revision);
  // The suite starts all clients at once: with few cores each of them needs its time.
  const patience = ['--timeout', '120000'];
  const command = ['--command', `${process.execPath} dist/test/conformance/client.js`];
  await referee(['client', ...command, '--requirements', revision, ...patience, '-o', out]);
  const results = await readResults(out);
  const isUnscored = ({ name }) => UNSCORED.common.test(name) || UNSCORED[revision].test(name);
  const scored = results.filter((result) => !isUnscored(result));
  report(revision, scored, SCORED[revision]);
  report(`${revision}, not scored`, results.filter(isUnscored));
}

function report(label, results, expected = results.length) {
  const passed = results.filter(({ bad }) => bad.length === 0).length;
  const fine = passed === expected;
  if (!fine) failures += 1;
  console.log(`${fine ? 'ok' : 'FAILED'}: ${label} ${passed}/${expected}`);
  for (const { name, bad, said } of results) {
    for (const { id, status, errorMessage } of bad) {
      console.error(`${label} ${name} ${id} ${status}: ${errorMessage ?? ''}`);
    }
    if (bad.length > 0) console.error(said);
  }
}

/** One entry per scenario, with the checks that did not pass and what our client said. */
async function readResults(out) {
  const files = await readdir(out, { recursive: true });
  const folders = files.filter((file) => file.endsWith('checks.json')).map(dirname);
  return Promise.all(
    folders.map(async (folder) => {
      const checks = JSON.parse(await readFile(join(out, folder, 'checks.json'), 'utf8'));
      const bad = checks.filter(({ status }) => status === 'FAILURE' || status === 'WARNING');
      const path = relative(out, join(out, folder)).replaceAll('\\', '/');
      const said = await readFile(join(out, folder, 'stderr.txt'), 'utf8');
      return { name: path.replace(/-\d{4}-\d\d-\d\dT.*$/, ''), bad, said };
    }),
  );
}

/** Its exit code says less than its files: warnings do not count there. */
function referee(args) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...REFEREE, ...args], { stdio: 'ignore' });
    child.once('error', reject).once('close', resolve);
  });
}
