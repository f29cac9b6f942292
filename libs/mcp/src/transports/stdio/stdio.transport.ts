import type { Readable, Writable } from 'node:stream';
import { ProtocolError } from '../../errors/protocol.error.js';
import { MAX_DEPTH } from '../../protocol/json-depth.js';
import type { RpcMessage } from '../../protocol/json-rpc.js';
import { serialiseMessage } from '../../server/serialise-message.js';
import { Backlog } from '../../wire/backlog.js';
import { parseJsonText } from '../../wire/json-text.js';
import { encodeLines, LineDecoder } from '../../wire/line-framing.js';
import type { Transport } from '../../wire/transport.js';

/** What of a stream the messages are written to. */
export type LineOutput = Pick<Writable, 'write' | 'writableLength' | 'on'>;

/** The bounds of one stdio connection. */
export interface StdioBounds {
  /** Messages that may wait for a slow reader; then reading stops too. @default 256 */
  readonly queueSize?: number;
  /** Bytes of one line. @default 10485760 (10 MiB) */
  readonly lineLimit?: number;
  /** Nesting of the JSON of one message. @default 64 */
  readonly maxDepth?: number;
}

/** Milliseconds that the reader has to take what is left. */
const CLOSE_PATIENCE = 1000;

/** Characters of lines that are gathered before they are written: a pipe of Linux holds no more. */
const GATHERED = 64 * 1024;

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
  readonly #backlog: Backlog;
  readonly #queueSize: number;
  readonly #maxDepth: number;
  readonly #lineLimit: number;
  #end!: () => void;
  #broken = false;
  #closed = false;
  /** The lines of this turn of the event loop, and how many they are. */
  #lines = '';
  #lineCount = 0;

  constructor(input: Readable, output: LineOutput, bounds: StdioBounds = {}) {
    this.#input = input;
    this.#output = output;
    this.#queueSize = bounds.queueSize ?? 256;
    this.#lineLimit = bounds.lineLimit ?? 10 * 1024 * 1024;
    this.#maxDepth = bounds.maxDepth ?? MAX_DEPTH;
    this.#backlog = new Backlog(this.#queueSize, {
      bytes: () => this.#output.writableLength + this.#lines.length,
      isOpen: () => !this.#broken,
    });
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
    try {
      this.#lines += `${serialiseMessage(message)}\n`;
    } catch (error) {
      return Promise.reject(error as Error);
    }
    this.#backlog.add();
    if (++this.#lineCount === 1) setImmediate(this.#write);
    if (this.#lines.length > GATHERED) this.#write();
    return this.#backlog.isFull ? this.#backlog.room() : DONE;
  }

  /** Resolves when all that was sent is written, or its reader has stalled; reads no more. */
  async close(): Promise<void> {
    if (this.#closed) return;
    while (!this.#backlog.isEmpty && !this.#broken) {
      // A reader that takes nothing would hold up the end of the process for ever; a slow one may be slow.
      const late = setTimeout(() => this.#break(), CLOSE_PATIENCE);
      await this.#backlog.change();
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
          if (this.#backlog.isFull) await this.#backlog.room();
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
  readonly #write = (): void => {
    const count = this.#lineCount;
    if (count === 0 || this.#broken) return;
    const lines = encodeLines(this.#lines);
    this.#lines = '';
    this.#lineCount = 0;
    this.#output.write(lines, 'latin1', () => this.#backlog.leave(count));
  };

  #break(): void {
    if (this.#broken) return;
    this.#broken = true;
    this.#lines = '';
    this.#backlog.wake();
    this.#end();
    if (!this.#closed) this.onclose?.();
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
