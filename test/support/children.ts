import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

/** How a child process ended, and all that it wrote. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface ChildOptions {
  readonly cwd?: string;
  readonly env?: Record<string, string>;
}

const running = new Set<ChildProcess>();

// A test that failed half-way must not leave its child behind.
afterAll(() => {
  for (const child of running) child.kill('SIGKILL');
});

/** Starts a child process with three pipes; `DATABASE_URL` is not handed down. */
export function start(command: string, args: string[], options: ChildOptions = {}) {
  const { DATABASE_URL: _, ...inherited } = process.env;
  const env = { ...inherited, NODE_OPTIONS: '', NO_COLOR: '1', ...options.env };
  const child = spawn(command, args, { cwd: options.cwd, env, stdio: 'pipe' });
  running.add(child);
  child.once('close', () => running.delete(child));
  return child;
}

/** Runs a command to its end, with `input` as all of its standard input. */
export async function run(
  command: string,
  args: string[],
  options: ChildOptions & { input?: string } = {},
): Promise<Ended> {
  const child = start(command, args, options);
  child.stdin.on('error', () => {}); // A child that ends early does not read its input.
  child.stdin.end(options.input ?? '');
  const [stdout, stderr] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    closed(child),
  ]);
  return { code: child.exitCode, stdout, stderr };
}

/** Resolves when the child and everybody who inherited its pipes are gone. */
export async function closed(child: ChildProcess): Promise<void> {
  await once(child, 'close');
}
