import type { BusMessage, McpBus, MemoryChange } from './mcp-bus.js';

/** Keys that are remembered; past it, the oldest goes: a flood of sessions must not fill the memory. */
const MOST_KEYS = 100_000;

const NOTHING: ReadonlyMap<string, string> = new Map();

interface Remembered {
  readonly members: ReadonlyMap<string, string>;
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

  async change(key: string, change: MemoryChange, ttl: number): Promise<void> {
    const members = new Map(this.#alive(key));
    for (const [name, value] of Object.entries(change)) {
      if (value === null) members.delete(name);
      else members.set(name, value);
    }
    this.#memory.delete(key);
    this.#memory.set(key, { members, expires: Date.now() + ttl });
    for (const oldest of this.#memory.keys()) {
      if (this.#memory.size <= MOST_KEYS) break;
      this.#memory.delete(oldest);
    }
  }

  async read(key: string): Promise<Readonly<Record<string, string>>> {
    return Object.fromEntries(this.#alive(key));
  }

  #alive(key: string): ReadonlyMap<string, string> {
    const remembered = this.#memory.get(key);
    if (remembered && remembered.expires > Date.now()) return remembered.members;
    this.#memory.delete(key);
    return NOTHING;
  }
}
