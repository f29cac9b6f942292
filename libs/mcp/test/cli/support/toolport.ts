import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compileFixtures } from '../../transports/support/compile.js';
import { TestProcess } from '../../transports/support/spawn.js';

/** How a command ended, and what it printed. */
export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** The command as a process of its own, beside compiled fixture applications. */
export class Toolport {
  readonly #compiled: ReturnType<typeof compileFixtures>;
  /** Where the command runs, and writes. */
  readonly work = mkdtempSync(join(tmpdir(), 'toolport-cli-'));

  /** @param label one per suite, since suites run side by side */
  constructor(label: string) {
    this.#compiled = compileFixtures(label, 'cli');
  }

  readonly run = (...args: readonly string[]): Promise<Ended> => this.runWith({}, ...args);

  /** @param env beside the variables of this process */
  async runWith(env: Readonly<Record<string, string>>, ...args: readonly string[]): Promise<Ended> {
    const cli = join(this.#compiled.folder, '../../../src/cli.js');
    const child = new TestProcess(process.execPath, [cli, ...args], env, this.work);
    child.child.stdin.end();
    const { code } = await child.ended;
    return { code, out: Buffer.from(child.out, 'latin1').toString('utf8'), err: child.err };
  }

  /** A compiled fixture. */
  fixture(name: string): string {
    return join(this.#compiled.folder, name);
  }

  remove(): void {
    this.#compiled.remove();
    rmSync(this.work, { recursive: true, force: true });
  }
}
