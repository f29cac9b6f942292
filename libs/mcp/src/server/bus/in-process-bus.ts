import type { BusMessage, McpBus } from './mcp-bus.js';

/** Keys that are remembered; past it, the oldest goes: a flood of sessions must not fill the memory. */
const MOST_KEYS = 100_000;

interface Remembered {
  readonly value: object;
  /** Milliseconds since the epoch. */
  readonly expires: number;
}

/** The bus of a single process. */
export class InProcessBus implements McpBus {
  readonly shared: boolean = false;
  readonly #listeners = new Set<(message: BusMessage) => void>();
  readonly #memory = new Map<string, Remembered>();

  async publish(message: BusMessage): Promise<void> {
    for (const listener of this.#listeners) listener(message);
  }

  subscribe(listener: (message: BusMessage) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  async write(key: string, value: object, ttl: number): Promise<void> {
    this.#memory.delete(key);
    this.#memory.set(key, { value, expires: Date.now() + ttl });
    for (const oldest of this.#memory.keys()) {
      if (this.#memory.size <= MOST_KEYS) break;
      this.#memory.delete(oldest);
    }
  }

  async read(key: string): Promise<unknown> {
    const remembered = this.#memory.get(key);
    if (remembered && remembered.expires > Date.now()) return remembered.value;
    this.#memory.delete(key);
    return undefined;
  }
}
