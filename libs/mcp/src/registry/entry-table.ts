import { SetupError } from '../errors/setup.error.js';

/** What a table holds: something with a key of its own. */
export interface KeyedEntry {
  readonly name: string;
}

/**
 * Key → entry, in an order that depends on the keys alone: two replicas, or one before and after a
 * restart, list the same (2026-07-28, Tools: deterministic order).
 */
export class EntryTable<Entry extends KeyedEntry> {
  readonly #entries = new Map<string, Entry>();
  readonly #listeners = new Set<() => void>();
  /** Entries that went through `finish`: one that was taken out and comes back is done already. */
  readonly #finished = new WeakSet<Entry>();
  #sorted?: readonly Entry[];
  /** Open calls of `together`. */
  #holding = 0;
  #isUntold = false;

  /** @param finish what every entry goes through, wherever it comes from */
  constructor(private readonly finish: (entry: Entry) => Entry = (entry) => entry) {}

  /** All entries by key; the same frozen array until something changes. */
  list(): readonly Entry[] {
    this.#sorted ??= Object.freeze([...this.#entries.values()].toSorted(byKey(this)));
    return this.#sorted;
  }

  get(key: string): Entry | undefined {
    return this.#entries.get(key);
  }

  get size(): number {
    return this.#entries.size;
  }

  /** @throws SetupError where the key is taken */
  add(entry: Entry): void {
    const key = this.keyOf(entry);
    if (this.#entries.has(key)) throw new SetupError([this.conflict(key)]);
    const finished = this.#finished.has(entry) ? entry : this.finish(entry);
    this.#finished.add(finished);
    this.#entries.set(key, finished);
    this.#changed();
  }

  /** Tells whether there was such an entry. */
  remove(key: string): boolean {
    const had = this.#entries.delete(key);
    if (had) this.#changed();
    return had;
  }

  /** Makes several changes that listeners are told of once: most look through the whole table then. */
  together(changes: () => void): void {
    this.#holding += 1;
    try {
      changes();
    } finally {
      this.#holding -= 1;
      if (this.#isUntold && this.#holding === 0) this.#tell();
    }
  }

  /** Puts these entries in place of all others; listeners are told once. */
  replace(entries: readonly Entry[]): void {
    this.together(() => {
      for (const entry of this.list()) this.remove(this.keyOf(entry));
      for (const entry of entries) this.add(entry);
    });
  }

  /** Calls `listener` after every change; gives back the function that ends it. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Under what an entry is found; its name, unless a table says otherwise. */
  keyOf(entry: Entry): string {
    return entry.name;
  }

  protected conflict(key: string) {
    return {
      code: 'MCP_NAME_CONFLICT',
      where: key,
      message: `"${key}" is registered twice`,
      remedy: 'Give one of them another name.',
    };
  }

  #changed(): void {
    this.#sorted = undefined;
    if (this.#holding === 0) this.#tell();
    else this.#isUntold = true;
  }

  #tell(): void {
    this.#isUntold = false;
    for (const listener of this.#listeners) listener();
  }
}

/** By code units, not by locale: the same on every machine. */
function byKey<Entry extends KeyedEntry>(table: EntryTable<Entry>) {
  return (a: Entry, b: Entry) => (table.keyOf(a) < table.keyOf(b) ? -1 : 1);
}
