import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';

/** A process under test, with everything that it says. */
export class TestProcess {
  readonly child: ChildProcessWithoutNullStreams;
  out = '';
  err = '';
  readonly ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  #onOutput: (() => void)[] = [];

  constructor(
    file: string,
    args: readonly string[] = [],
    env: NodeJS.ProcessEnv = {},
    cwd?: string,
  ) {
    this.child = spawn(file, args, { cwd, env: { ...CLEAN_ENV, ...env } });
    this.child.stdout.on('data', (chunk: Buffer) =>
      this.#hear(() => (this.out += chunk.toString('latin1'))),
    );
    this.child.stderr.on('data', (chunk: Buffer) =>
      this.#hear(() => (this.err += chunk.toString())),
    );
    this.child.stdin.on('error', () => {});
    this.ended = once(this.child, 'close').then(([code, signal]) => ({ code, signal }) as never);
  }

  /** Writes one message as a line. */
  say(message: unknown): void {
    this.child.stdin.write(`${JSON.stringify(message)}\n`);
  }

  /** Resolves when `condition` holds; rejects when the process ends before. */
  async until(condition: () => boolean): Promise<void> {
    let over = false;
    void this.ended.then(() => this.#hear(() => (over = true)));
    while (!condition()) {
      if (over) throw new Error(`The process ended. stdout: ${this.out}\nstderr: ${this.err}`);
      await new Promise<void>((resolve) => this.#onOutput.push(resolve));
    }
  }

  /** The first `count` messages of stdout. */
  async messages(count: number): Promise<Record<string, unknown>[]> {
    await this.until(() => this.out.split('\n').length > count);
    return this.lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  }

  get lines(): string[] {
    return this.out.split('\n').filter((line) => line !== '');
  }

  #hear(change: () => void): void {
    change();
    for (const wake of this.#onOutput.splice(0)) wake();
  }
}

/** Without what the test runner leaves to its children. */
const CLEAN_ENV = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) => !/^(NODE_OPTIONS|JEST_|TOOLPORT_|LANG|LC_)/.test(name),
  ),
);
