import type { Target } from './target.js';

/** Lines to and from a process. */
export class LineClient {
  readonly #target: Target;
  readonly #lines: string[] = [];
  #rest = '';
  #wake = (): void => {};

  constructor(target: Target) {
    this.#target = target;
    target.output.on('data', (chunk: Buffer) => {
      const parts = (this.#rest + chunk.toString('latin1')).split('\n');
      this.#rest = parts.pop() ?? '';
      this.#lines.push(...parts);
      this.#wake();
    });
  }

  write(bytes: string | Buffer): void {
    this.#target.input.write(bytes);
  }

  /** The next line, whenever it comes. */
  async next(): Promise<string> {
    while (this.#lines.length === 0) await new Promise<void>((resolve) => (this.#wake = resolve));
    return this.#lines.shift() ?? '';
  }

  /** Lines that have come and that nobody has asked for. */
  get unread(): readonly string[] {
    return this.#lines;
  }
}
