import { execFile } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';

const POLL = 20;

/**
 * A started program with everything that it started: on POSIX its process group, on Windows its
 * process tree. `npx server` is three processes; ending only the first leaves the server running.
 */
export class ProcessGroup {
  constructor(
    private readonly pid: number,
    private readonly platform: NodeJS.Platform = process.platform,
  ) {
    LIVING.add(this);
    if (LIVING.size === 1) process.on('exit', killAllLiving);
  }

  /** Sends a signal to all of it; on Windows, where there are no signals, ends it. */
  signal(name: 'SIGTERM' | 'SIGKILL'): void {
    if (this.platform === 'win32') {
      execFile('taskkill', ['/pid', String(this.pid), '/T', '/F'], () => {});
      return;
    }
    try {
      process.kill(-this.pid, name);
    } catch {
      // ESRCH: nothing of it is left.
    }
  }

  /** Ends what is left when its leader is gone: asks first, kills after `grace` milliseconds. */
  async end(grace: number): Promise<void> {
    if (this.isAlive()) this.signal('SIGTERM');
    await this.#gone(grace);
    if (this.isAlive()) this.signal('SIGKILL');
    await this.#gone(grace);
    this.forget();
  }

  isAlive(): boolean {
    if (this.platform === 'win32') return false;
    try {
      process.kill(-this.pid, 0);
      return true;
    } catch {
      return false;
    }
  }

  forget(): void {
    LIVING.delete(this);
    if (LIVING.size === 0) process.off('exit', killAllLiving);
  }

  async #gone(patience: number): Promise<void> {
    const end = Date.now() + patience;
    while (this.isAlive() && Date.now() < end) await delay(POLL);
  }
}

/** Groups of their own do not die with us: a `process.exit()` must not leave them behind. */
const LIVING = new Set<ProcessGroup>();

function killAllLiving(): void {
  for (const group of LIVING) group.signal('SIGKILL');
}
