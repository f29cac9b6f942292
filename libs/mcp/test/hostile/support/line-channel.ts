import { Channel } from './channel.js';
import { Random } from './random.js';
import type { Target } from './target.js';

/** Lines to and from a process, as one stream of bytes. */
export class LineChannel extends Channel {
  readonly #target: Target;
  readonly #random = new Random(7);
  #rest = '';

  constructor(target: Target) {
    super();
    this.#target = target;
    target.output.on('data', (chunk: Buffer) => {
      const lines = (this.#rest + chunk.toString('latin1')).split('\n');
      this.#rest = lines.pop() ?? '';
      this.received(lines);
    });
  }

  /** Cut wherever it happens, in the middle of characters too. */
  send(messages: readonly (string | Buffer)[]): void {
    const bytes = Buffer.concat(messages.flatMap((one) => [Buffer.from(one), NEWLINE]));
    for (let at = 0; at < bytes.length;) {
      const end = at + 1 + this.#random.below(4000);
      this.write(bytes.subarray(at, end));
      at = end;
    }
  }

  write(bytes: string | Buffer): void {
    this.#target.input.write(bytes);
  }
}

const NEWLINE = Buffer.from('\n');
