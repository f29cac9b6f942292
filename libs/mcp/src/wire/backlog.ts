/** Bytes that may wait for a slow reader, however few messages they are. */
const MOST_BYTES = 8 * 1024 * 1024;

/** What waits until a slow reader takes it: whether there is room for more, and who waits for that. */
export class Backlog {
  readonly #limit: number;
  readonly #bytes: () => number;
  #messages = 0;
  #ended = false;
  #waiters: (() => void)[] = [];

  /**
   * @param limit messages that may wait
   * @param bytes how many bytes wait right now
   */
  constructor(limit: number, bytes: () => number) {
    this.#limit = limit;
    this.#bytes = bytes;
  }

  get isEmpty(): boolean {
    return this.#messages === 0;
  }

  get isFull(): boolean {
    if (this.#ended) return false;
    return this.#messages >= this.#limit || this.#bytes() > MOST_BYTES;
  }

  /** One message more waits. */
  add(): void {
    this.#messages += 1;
  }

  /** So many messages are written, or have failed to be. */
  leave(count: number): void {
    this.#messages -= count;
    this.#wake();
  }

  /** Nobody reads any more: nobody has to wait any longer. */
  end(): void {
    this.#ended = true;
    this.#wake();
  }

  /** Resolves when there is room for one more message. */
  async room(): Promise<void> {
    while (this.isFull) await this.change();
  }

  /** Resolves when the next messages have left, or at the end. */
  change(): Promise<void> {
    return new Promise((resolve) => this.#waiters.push(resolve));
  }

  #wake(): void {
    const waiters = this.#waiters;
    if (waiters.length === 0) return;
    this.#waiters = [];
    for (const wake of waiters) wake();
  }
}
