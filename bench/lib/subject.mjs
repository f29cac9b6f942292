import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const PROCESS = fileURLToPath(new URL('subject-process.mjs', import.meta.url));

/** A server in a process of its own. */
export class Subject {
  #process;
  #port;

  constructor(process, port) {
    this.#process = process;
    this.#port = port;
  }

  /** Starts `subjects/FILE.ts`, as it was built, with the binary `node`. */
  static async start(file, options, node) {
    const url = new URL(`../dist/${file}.js`, import.meta.url).href;
    const child = fork(PROCESS, [url, JSON.stringify(options ?? {})], {
      execPath: node,
      execArgv: profiling(),
    });
    const ended = once(child, 'exit').then(([code]) => {
      throw new Error(`${file} ended with ${code} before it was ready`);
    });
    const [{ port }] = await Promise.race([once(child, 'message'), ended]);
    ended.catch(() => {});
    return new Subject(child, port);
  }

  url(path) {
    return `http://127.0.0.1:${this.#port}${path}`;
  }

  /** CPU time so far in microseconds, and peak memory in bytes. */
  async usage() {
    this.#process.send('usage');
    const [usage] = await once(this.#process, 'message');
    return usage;
  }

  async stop() {
    const ended = once(this.#process, 'exit');
    this.#process.disconnect();
    await ended;
  }
}

/** With BENCH_PROFILE=FOLDER a server leaves its profile there. */
export function profiling() {
  const folder = process.env.BENCH_PROFILE;
  if (!folder) return [];
  mkdirSync(folder, { recursive: true });
  return ['--cpu-prof', `--cpu-prof-dir=${folder}`];
}
