import type { Json } from './peer.js';

/** What has come, and those who wait for more of it. */
export class Inbox {
  readonly heard: Json[] = [];
  #over = false;
  #waiting: (() => void)[] = [];

  put(message: Json): void {
    this.heard.push(message);
    this.#wake();
  }

  /** Nothing more comes. */
  end(): void {
    this.#over = true;
    this.#wake();
  }

  /** The first message from place `from` on that fits; rejects when none can come any more. */
  async until(fits: (message: Json) => boolean, from = 0): Promise<Json> {
    for (;;) {
      const found = this.heard.slice(from).find(fits);
      if (found) return found;
      if (this.#over) throw new Error(`It is over, after ${JSON.stringify(this.heard)}`);
      await this.#change();
    }
  }

  async untilOver(): Promise<void> {
    while (!this.#over) await this.#change();
  }

  #change(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #wake(): void {
    for (const wake of this.#waiting.splice(0)) wake();
  }
}
