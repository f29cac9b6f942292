import { RemoteError } from './remote.error.js';

interface Waiter {
  readonly enter: () => void;
  readonly refuse: (error: Error) => void;
}

/** Lets a bounded number of calls through at once, a bounded number wait, and refuses the rest. */
export class CallGate {
  readonly #waiting = new Set<Waiter>();
  #running = 0;
  #closed: Error | undefined;

  constructor(
    private readonly server: string,
    private readonly concurrency: number,
    private readonly queueSize: number,
  ) {}

  get running(): number {
    return this.#running;
  }
  get waiting(): number {
    return this.#waiting.size;
  }

  /**
   * Runs `work` when it is its turn.
   *
   * @throws RemoteError `REMOTE_OVERLOADED` when too many wait; the signal's reason when it fires
   *   before the turn has come
   */
  async run<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    if (this.#closed) throw this.#closed;
    signal.throwIfAborted();
    if (this.#running >= this.concurrency) await this.#turn(signal);
    else this.#running += 1;
    try {
      return await work();
    } finally {
      this.#leave();
    }
  }

  /** Refuses all that wait and all that come; the running ones run on. */
  close(error: Error): void {
    this.#closed = error;
    for (const waiter of Array.from(this.#waiting)) waiter.refuse(error);
  }

  #turn(signal: AbortSignal): Promise<void> {
    if (this.#waiting.size >= this.queueSize) {
      const message = `${this.#waiting.size} calls are waiting for the server "${this.server}"`;
      throw new RemoteError('REMOTE_OVERLOADED', message);
    }
    return new Promise((resolve, reject) => {
      const settle = (act: () => void) => {
        this.#waiting.delete(waiter);
        signal.removeEventListener('abort', onAbort);
        act();
      };
      const onAbort = () => waiter.refuse(signal.reason);
      const waiter: Waiter = {
        enter: () => settle(resolve),
        refuse: (error) => settle(() => reject(error)),
      };
      this.#waiting.add(waiter);
      signal.addEventListener('abort', onAbort, { once: true });
    });
  }

  /** The place goes to who waits longest: the number of running calls stays the same. */
  #leave(): void {
    const [next] = this.#waiting;
    if (next) next.enter();
    else this.#running -= 1;
  }
}
