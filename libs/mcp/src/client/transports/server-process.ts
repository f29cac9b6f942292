import type { ChildProcessByStdio } from 'node:child_process';
import { spawn as nodeSpawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { loadCrossSpawn } from '../peers.js';
import { childEnvironment } from './child-environment.js';
import { ProcessGroup } from './process-group.js';

/** Milliseconds for each step of ending a process; together they stay below six seconds. */
const GRACE = 1500;
/** Milliseconds that output of a dead process may still take to arrive. */
const LAST_WORDS = 300;

/** The program to start. */
export interface ServerProgram {
  readonly command: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

/** A running server program with its three streams. */
export class ServerProcess {
  /** Why it ended, once it has: `exited with code 1`; all that it started is gone by then, too. */
  readonly ended: Promise<string>;
  readonly #group: ProcessGroup;
  readonly #exited: Promise<string>;

  private constructor(readonly child: Child) {
    this.#group = new ProcessGroup(child.pid ?? 0);
    this.#exited = new Promise((resolve) => {
      child.once('exit', (code, signal) =>
        resolve(signal ? `was ended by ${signal}` : `exited with code ${code}`),
      );
    });
    this.ended = this.#exited.then((reason) => this.#bury(reason));
  }

  /** @throws Error where the program cannot be started, e.g. `spawn foo ENOENT` */
  static async start(program: ServerProgram): Promise<ServerProcess> {
    const child = await spawnProgram(program);
    await new Promise<void>((resolve, reject) => {
      child.once('spawn', resolve);
      child.once('error', reject);
    });
    // Errors after the start (a failed kill) end in an exit or in nothing.
    child.on('error', () => {});
    return new ServerProcess(child);
  }

  get pid(): number | undefined {
    return this.child.pid;
  }

  /** Closes its input, as MCP wants it, and ends it by force where that does not help. */
  async end(): Promise<void> {
    this.child.stdin.end();
    if (await this.#goneWithin(GRACE)) return;
    this.#group.signal('SIGTERM');
    if (await this.#goneWithin(GRACE)) return;
    this.#group.signal('SIGKILL');
    await this.#goneWithin(GRACE);
  }

  async #goneWithin(patience: number): Promise<boolean> {
    const patient = new AbortController();
    const ended = this.ended.then(() => true);
    const late = delay(patience, false, { signal: patient.signal }).catch(() => false);
    return Promise.race([ended, late]).finally(() => patient.abort());
  }

  async #bury(reason: string): Promise<string> {
    const closed = new Promise<void>((resolve) => this.child.once('close', () => resolve()));
    await this.#group.end(GRACE / 2);
    await Promise.race([closed, delay(LAST_WORDS, undefined, { ref: false })]);
    this.child.stdout.destroy();
    this.child.stderr.destroy();
    this.child.stdin.destroy();
    return reason;
  }
}

async function spawnProgram({ command, args = [], env, cwd }: ServerProgram): Promise<Child> {
  const windows = process.platform === 'win32';
  // A group of its own, so that one signal reaches what it starts; Windows has trees instead.
  const options = { env: childEnvironment(env), cwd, detached: !windows, windowsHide: true };
  // npx is a script on Windows: without cross-spawn it is not found, or its arguments are mangled.
  const spawn = windows ? await loadCrossSpawn() : nodeSpawn;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- stdio: all three are pipes
  return spawn(command, [...args], { ...options, shell: false, stdio: 'pipe' }) as Child;
}
