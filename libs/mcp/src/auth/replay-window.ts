import type { ReplayStore } from './oauth.options.js';

/** Entries that are remembered; each costs about 150 bytes. */
const CAPACITY = 200_000;

/** Remembers in this process what was used, until it could not be used again anyway. */
export class ReplayWindow implements ReplayStore {
  /** In the order of their making and so, times being equal, of their end. */
  readonly #endings = new Map<string, number>();

  constructor(private readonly capacity = CAPACITY) {}

  use(id: string, ttl: number): boolean {
    const now = Date.now();
    this.#forgetEnded(now);
    const ending = this.#endings.get(id);
    if (ending !== undefined && ending > now) return false;
    // Full: to forget one that still counts would be to accept it twice.
    if (this.#endings.size >= this.capacity) return false;
    this.#endings.delete(id);
    this.#endings.set(id, now + ttl);
    return true;
  }

  #forgetEnded(now: number): void {
    for (const [id, ending] of this.#endings) {
      if (ending > now) return;
      this.#endings.delete(id);
    }
  }
}
