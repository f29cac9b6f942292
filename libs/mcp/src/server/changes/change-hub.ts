import type { Change, ChangeStream } from './change-stream.js';

/** All that listen to changes in this process. */
export class ChangeHub {
  readonly #streams = new Set<ChangeStream>();
  readonly #announced = new Map<string, Change>();

  get size(): number {
    return this.#streams.size;
  }

  /** Gives back the function that ends it. */
  add(stream: ChangeStream): () => void {
    this.#streams.add(stream);
    return () => {
      stream.close();
      this.#streams.delete(stream);
    };
  }

  /** What changes several times in one go is told once. */
  announce(change: Change): void {
    if (this.#announced.size === 0) queueMicrotask(() => this.#tellAll());
    this.#announced.set('uri' in change ? change.uri : change.list, change);
  }

  #tellAll(): void {
    const changes = [...this.#announced.values()];
    this.#announced.clear();
    for (const stream of this.#streams) {
      for (const change of changes) stream.offer(change);
    }
  }
}
