import { Console } from 'node:console';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import type { LineOutput } from './stdio.transport.js';

const STDOUT = 1;
const STDERR = 2;

/** The one way to the real stdout, once it is guarded. */
let guarded: LineOutput | undefined;

/**
 * Sends everything that is written to stdout to stderr instead, in order, and returns the one way
 * that still leads there: stdout belongs to the protocol, and a single stray line breaks the client.
 *
 * Covers `console`, `process.stdout`, pipes into it and `fs.write*(1)` (pino). Out of reach are child
 * processes that inherit stdout, worker threads that open it, and native code.
 */
export function guardStdout(): LineOutput {
  if (guarded !== undefined) return guarded;
  const { stdout } = process;
  const write: LineOutput['write'] = stdout.write.bind(stdout);
  guarded = {
    write,
    on: stdout.on.bind(stdout),
    get writableLength() {
      return stdout.writableLength;
    },
  };
  // Whoever reads our answers need not read our log: without a listener EPIPE ends the process.
  process.stderr.on('error', () => {});
  redirectConsole();
  redirectStream(stdout);
  redirectDescriptor();
  return guarded;
}

/** By the console's own means first, so that the most usual case needs no warning. */
function redirectConsole(): void {
  const toStderr = new Console(process.stderr, process.stderr);
  for (const [name, method] of Object.entries(toStderr)) {
    if (typeof method === 'function') Reflect.set(console, name, method);
  }
}

function redirectStream(stdout: NodeJS.WriteStream): void {
  const warnOnce = warner();
  const write = (...args: Parameters<typeof process.stderr.write>): boolean => {
    warnOnce();
    return process.stderr.write(...args);
  };
  // Ended, it would refuse our answers as well.
  const end = (...args: unknown[]): typeof stdout => {
    const [text] = args;
    if (typeof text === 'string' || text instanceof Uint8Array) write(text);
    const done = args.at(-1);
    if (typeof done === 'function') process.nextTick(done);
    return stdout;
  };
  Object.assign(stdout, { write, end });
}

/** Libraries that write past the stream, by its descriptor. */
function redirectDescriptor(): void {
  for (const name of ['write', 'writeSync', 'writev', 'writevSync'] as const) {
    const original: (...args: never) => unknown = fs[name];
    Reflect.set(fs, name, (fd: number, ...rest: unknown[]) =>
      Reflect.apply(original, fs, [fd === STDOUT ? STDERR : fd, ...rest]),
    );
  }
  syncBuiltinESMExports();
}

function warner(): () => void {
  let warned = false;
  return () => {
    if (warned) return;
    warned = true;
    process.stderr.write(
      '[toolport] Something wrote to stdout, which belongs to the protocol; it goes to stderr.\n',
    );
  };
}
