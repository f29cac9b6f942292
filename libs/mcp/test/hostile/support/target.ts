import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import type { Report } from '../fixtures/reports.js';

/** A server in a process of its own, so that what an attack breaks is the server alone. */
export class Target {
  readonly #child: ChildProcess;
  /** Whatever it complained about. */
  complaints = '';

  constructor(file: string, args: readonly string[] = []) {
    this.#child = spawn(process.execPath, ['--expose-gc', file, ...args], {
      stdio: ['pipe', 'pipe', 'pipe', 'ipc'],
      env: {
        PATH: process.env['PATH'],
        NODE_ENV: 'production',
        TOOLPORT_AUTHORIZATION: 'Bearer right',
      },
    });
    this.#child.stderr?.on('data', (chunk: Buffer) => (this.complaints += chunk.toString()));
    this.input.on('error', () => {});
  }

  get input(): Writable {
    return this.#child.stdin as Writable;
  }

  get output(): Readable {
    return this.#child.stdout as Readable;
  }

  /** Rejects when the process ends: whoever waits for an answer waits in vain. */
  async next<T>(): Promise<T> {
    const gone = once(this.#child, 'exit').then(([code, signal]) => {
      throw new Error(`It ended with ${code ?? signal}: ${this.complaints}`);
    });
    const [message] = (await Promise.race([once(this.#child, 'message'), gone])) as [T];
    return message;
  }

  async report(): Promise<Report> {
    this.#child.send('report');
    return (await this.next<{ report: Report }>()).report;
  }

  get isAlive(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Ends it in order; the code that it ended with. */
  async end(how: 'signal' | 'input'): Promise<number | null> {
    if (!this.isAlive) return this.#child.exitCode;
    const ended = once(this.#child, 'close');
    if (how === 'signal') this.#child.kill('SIGTERM');
    else this.input.end();
    await ended;
    return this.#child.exitCode;
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }
}
