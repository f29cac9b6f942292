/** Bytes that may wait for a slow reader, however few messages they are. */
const MOST_BYTES = 8 * 1024 * 1024;

/** The way that what waits is to take. */
export interface Way {
  /** How many bytes wait right now. */
  bytes(): number;
  /** Whether anybody may still read. */
  isOpen(): boolean;
}

/** What waits until a slow reader takes it: whether there is room for more, and who waits for that. */
export class Backlog {
  readonly #limit: number;
  readonly #way: Way;
  #messages = 0;
  #waiters: (() => void)[] = [];

  /** @param limit messages that may wait */
  constructor(limit: number, way: Way) {
    this.#limit = limit;
    this.#way = way;
  }

  get isEmpty(): boolean {
    return this.#messages === 0;
  }

  get isFull(): boolean {
    if (!this.#way.isOpen()) return false;
    return this.#messages >= this.#limit || this.#way.bytes() > MOST_BYTES;
  }

  /** One message more waits. */
  add(): void {
    this.#messages += 1;
  }

  /** So many messages are written, or have failed to be. */
  leave(count: number): void {
    this.#messages -= count;
    this.wake();
  }

  /** Resolves when there is room for one more message. */
  async room(): Promise<void> {
    while (this.isFull) await this.change();
  }

  /** Resolves when something has changed: messages have left, or the way is closed. */
  change(): Promise<void> {
    return new Promise((resolve) => this.#waiters.push(resolve));
  }

  /** Whoever waits looks again: to be called when the way is closed. */
  wake(): void {
    const waiters = this.#waiters;
    if (waiters.length === 0) return;
    this.#waiters = [];
    for (const wake of waiters) wake();
  }
}
