import type { Readable, Writable } from 'node:stream';
import { ProtocolError } from '../../errors/protocol.error.js';
import { MAX_DEPTH } from '../../protocol/json-depth.js';
import type { RpcMessage } from '../../protocol/json-rpc.js';
import { serialiseMessage } from '../../server/serialise-message.js';
import { parseJsonText } from '../../wire/json-text.js';
import { encodeLine, LineDecoder } from '../../wire/line-framing.js';
import type { Transport } from '../../wire/transport.js';

/** What of a stream the messages are written to. */
export type LineOutput = Pick<Writable, 'write' | 'cork' | 'uncork' | 'writableLength' | 'on'>;

/** The bounds of one stdio connection. */
export interface StdioBounds {
  /** Messages that may wait for a slow reader; then reading stops too. @default 256 */
  readonly queueSize?: number;
  /** Bytes of one line. @default 10485760 (10 MiB) */
  readonly lineLimit?: number;
  /** Nesting of the JSON of one message. @default 64 */
  readonly maxDepth?: number;
}

/** Bytes that may wait for a slow reader, however few messages they are. */
const WAITING_BYTES = 8 * 1024 * 1024;

/** Milliseconds that the reader has to take what is left. */
const CLOSE_PATIENCE = 1000;

const DONE = Promise.resolve();

/** Messages as lines over a pair of streams: MCP's stdio transport, either end. */
export class StdioTransport implements Transport {
  onmessage?: Transport['onmessage'];
  onclose?: Transport['onclose'];
  onerror?: Transport['onerror'];
  /** Resolves when nothing more will come: end of input, or nobody reads our output any more. */
  readonly ended: Promise<void>;
  readonly #input: Readable;
  readonly #output: LineOutput;
  readonly #queueSize: number;
  readonly #maxDepth: number;
  readonly #lineLimit: number;
  #end!: () => void;
  #broken = false;
  #closed = false;
  #waiting = 0;
  #corked = false;
  #roomSeekers: (() => void)[] = [];

  constructor(input: Readable, output: LineOutput, bounds: StdioBounds = {}) {
    this.#input = input;
    this.#output = output;
    this.#queueSize = bounds.queueSize ?? 256;
    this.#lineLimit = bounds.lineLimit ?? 10 * 1024 * 1024;
    this.#maxDepth = bounds.maxDepth ?? MAX_DEPTH;
    this.ended = new Promise((resolve) => (this.#end = resolve));
    // Without a listener EPIPE, a reader that left, would bring the process down.
    output.on('error', () => this.#break());
    output.on('close', () => this.#break());
  }

  async start(): Promise<void> {
    void this.#read().finally(() => this.#end());
  }

  send(message: RpcMessage | readonly RpcMessage[]): Promise<void> {
    if (this.#broken || this.#closed) return DONE;
    let line: Buffer;
    try {
      line = encodeLine(serialiseMessage(message));
    } catch (error) {
      return Promise.reject(error as Error);
    }
    this.#waiting += 1;
    this.#corkForThisTurn();
    this.#output.write(line, this.#written);
    return this.#isFull() ? this.#room() : DONE;
  }

  /** Resolves when all that was sent is written, or its reader has stalled; reads no more. */
  async close(): Promise<void> {
    if (this.#closed) return;
    while (this.#waiting > 0 && !this.#broken) {
      // A reader that takes nothing would hold up the end of the process for ever; a slow one may be slow.
      const late = setTimeout(() => this.#break(), CLOSE_PATIENCE);
      await this.#nextWrite();
      clearTimeout(late);
    }
    const isTold = this.#broken;
    this.#closed = true;
    this.#input.destroy();
    if (!isTold) this.onclose?.();
  }

  async #read(): Promise<void> {
    const decoder = new LineDecoder(this.#lineLimit);
    let atOnce = 0;
    try {
      for await (const chunk of this.#input) {
        for (const line of decoder.push(toBuffer(chunk))) {
          // What was taken in before gets its turn to be answered: only then is it known whether
          // there is room for more answers.
          if (++atOnce % this.#queueSize === 0) await nextTurn();
          // Who does not read our answers is not read either.
          if (this.#isFull()) await this.#room();
          this.#deliver(line);
        }
      }
      const last = decoder.flush();
      if (last !== undefined) this.#deliver(last);
    } catch {
      // A broken input is an ended one: there is no more to read, and nobody to be told.
    }
  }

  #deliver(line: Buffer | undefined): void {
    try {
      if (line === undefined) throw this.#tooLong();
      const message = parseJsonText(line, this.#maxDepth);
      if (isAnything(message)) this.onmessage?.(message);
    } catch (error) {
      this.onerror?.(error instanceof Error ? error : new Error(String(error)));
    }
  }

  #tooLong(): ProtocolError {
    const message = `The line is longer than ${this.#lineLimit} bytes`;
    return new ProtocolError('MCP_TOO_LARGE', message, { data: { limit: this.#lineLimit } });
  }

  /** All that is said within one turn of the event loop goes out in one system call. */
  #corkForThisTurn(): void {
    if (this.#corked) return;
    this.#corked = true;
    this.#output.cork();
    setImmediate(() => {
      this.#corked = false;
      this.#output.uncork();
    });
  }

  #isFull(): boolean {
    if (this.#broken) return false;
    return this.#waiting >= this.#queueSize || this.#output.writableLength > WAITING_BYTES;
  }

  async #room(): Promise<void> {
    while (this.#isFull()) await this.#nextWrite();
  }

  #nextWrite(): Promise<void> {
    return new Promise((resolve) => this.#roomSeekers.push(resolve));
  }

  readonly #written = (): void => {
    this.#waiting -= 1;
    this.#wake();
  };

  #break(): void {
    if (this.#broken) return;
    this.#broken = true;
    this.#wake();
    this.#end();
    if (!this.#closed) this.onclose?.();
  }

  #wake(): void {
    const seekers = this.#roomSeekers;
    if (seekers.length === 0) return;
    this.#roomSeekers = [];
    for (const seeker of seekers) seeker();
  }
}

/** By name only: what shape it has is for the receiver to find out, who answers a wrong one. */
function isAnything(value: unknown): value is RpcMessage {
  return value !== undefined;
}

function toBuffer(chunk: Buffer | string): Buffer {
  return typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
