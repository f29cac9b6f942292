/** Child processes whose output is shown only when they fail: two of them run at a time. */
import { spawn } from 'node:child_process';

/** No command takes so long: one that hangs ends the run, and says which it was. */
const LONGEST = 240_000;

/** Ends with what the command printed; an error tells all of it. */
export async function run(command, args, cwd, { input = '', env = {} } = {}) {
  const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, timeout: LONGEST });
  const out = collect(child.stdout);
  const err = collect(child.stderr);
  child.stdin.on('error', () => {}); // It ended without reading: its status says why.
  child.stdin.end(input);
  const status = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve(code ?? signal));
  });
  if (status === 0) return { stdout: out(), stderr: err() };
  throw new Error(
    `${command} ${args.join(' ')} ended with ${status} in ${cwd}\n${out()}\n${err()}`,
  );
}

function collect(stream) {
  const chunks = [];
  stream.on('data', (chunk) => chunks.push(chunk));
  return () => Buffer.concat(chunks).toString('utf8');
}

/** Runs the tasks, so many at a time; the first failure is thrown when all that started have ended. */
export async function inParallel(width, tasks) {
  const waiting = [...tasks];
  const failures = [];
  const worker = async () => {
    while (waiting.length > 0 && failures.length === 0) {
      await waiting
        .shift()()
        .catch((error) => failures.push(error));
    }
  };
  await Promise.all(Array.from({ length: width }, worker));
  if (failures.length > 0) throw failures[0];
}

export function expect(holds, what, seen) {
  if (!holds) throw new Error(`expected that ${what}: ${JSON.stringify(seen, null, 2)}`);
}
