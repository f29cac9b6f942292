import { PassThrough } from 'node:stream';
import { serveLines } from '../../../src/transports/stdio/serve-lines.js';
import type { StdioSettings } from '../../../src/transports/stdio/stdio-options.js';
import type { StdioBounds } from '../../../src/transports/stdio/stdio.transport.js';
import { StubServer, type Script } from './stub-server.js';

export interface LineSessionOptions extends StdioBounds {
  readonly settings?: StdioSettings;
  readonly drainTimeout?: number;
}

/** A server behind a pair of streams, as a client process has them. */
export class LineSession {
  readonly input = new PassThrough();
  readonly output = new PassThrough();
  readonly server: StubServer;
  /** Resolves when the server is done with the streams. */
  readonly over: Promise<void>;
  readonly #stop = new AbortController();
  #chunks: Buffer[] = [];
  #lineCount = 0;
  #waiters: (() => void)[] = [];

  constructor(scripts: Record<string, Script> = {}, options: LineSessionOptions = {}) {
    this.server = new StubServer(scripts);
    const { settings = {}, drainTimeout = 5_000, ...bounds } = options;
    this.over = serveLines(this.server, {
      ...bounds,
      input: this.input,
      output: this.output,
      settings,
      drainTimeout,
      signal: this.#stop.signal,
    });
  }

  /** Begins to read what the server writes. */
  read(): this {
    this.output.on('data', (chunk: Buffer) => {
      this.#chunks.push(chunk);
      for (const byte of chunk) if (byte === 0x0a) this.#lineCount += 1;
      for (const waiter of this.#waiters.splice(0)) waiter();
    });
    return this;
  }

  say(message: unknown): this {
    this.input.write(`${JSON.stringify(message)}\n`);
    return this;
  }

  stop(): void {
    this.#stop.abort();
  }

  /** What was written, byte for byte. */
  get written(): Buffer {
    return Buffer.concat(this.#chunks);
  }

  get lines(): string[] {
    return this.written.toString('latin1').split('\n').slice(0, -1);
  }

  /** The messages that were written, once there are `count`. */
  async messages(count: number): Promise<Record<string, unknown>[]> {
    while (this.#lineCount < count) {
      await new Promise<void>((resolve) => this.#waiters.push(resolve));
    }
    return this.lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  }
}
