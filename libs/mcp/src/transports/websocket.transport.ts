import type { RawData, WebSocket } from 'ws';
import { ProtocolError } from '../errors/protocol.error.js';
import type { RpcMessage } from '../protocol/json-rpc.js';
import { serialiseMessage } from '../server/serialise-message.js';
import { Backlog } from '../wire/backlog.js';
import { parseJsonText } from '../wire/json-text.js';
import type { Transport } from '../wire/transport.js';

/** The bounds of one WebSocket connection. */
export interface WebSocketBounds {
  /** Messages that may wait for a slow reader; then reading stops too. */
  readonly queueSize: number;
  /** Nesting of the JSON of one message. */
  readonly maxDepth: number;
  /** Milliseconds between pings; who answers none until the next is cut off. */
  readonly keepAlive: number;
}

/** Milliseconds that the peer has to answer a close. */
const CLOSE_PATIENCE = 1000;
/** The server is going away (RFC 6455 §7.4.1). */
const GOING_AWAY = 1001;

/** Messages as text frames of an open WebSocket, the server's end. */
export class WebSocketTransport implements Transport {
  onmessage?: Transport['onmessage'];
  onclose?: Transport['onclose'];
  onerror?: Transport['onerror'];
  readonly #socket: WebSocket;
  readonly #bounds: WebSocketBounds;
  readonly #backlog: Backlog;
  #pings: NodeJS.Timeout | undefined;

  constructor(socket: WebSocket, bounds: WebSocketBounds) {
    this.#socket = socket;
    this.#bounds = bounds;
    this.#backlog = new Backlog(bounds.queueSize, {
      bytes: () => socket.bufferedAmount,
      isOpen: () => socket.readyState === socket.OPEN,
    });
  }

  async start(): Promise<void> {
    const socket = this.#socket;
    // A broken frame or one that is too long: `ws` closes the connection by itself.
    socket.on('error', () => {});
    socket.on('message', (data, isBinary) => this.#receive(data, isBinary));
    socket.once('close', () => this.#onClosed());
    this.#keepAlive();
  }

  async send(message: RpcMessage | readonly RpcMessage[]): Promise<void> {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    // Before it is counted: what is no JSON is never written.
    const text = serialiseMessage(message);
    this.#backlog.add();
    this.#socket.send(text, () => this.#backlog.leave(1));
    await this.#backlog.room();
  }

  async close(): Promise<void> {
    const socket = this.#socket;
    if (socket.readyState === socket.CLOSED) return;
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    const late = setTimeout(() => socket.terminate(), CLOSE_PATIENCE);
    socket.resume();
    socket.close(GOING_AWAY);
    await closed;
    clearTimeout(late);
  }

  #receive(data: RawData, isBinary: boolean): void {
    // Who does not read our answers is not read either.
    if (this.#backlog.isFull) this.#pause();
    try {
      if (isBinary) throw new ProtocolError('MCP_INVALID_REQUEST', 'Messages are text frames');
      const message = parseJsonText(toBuffer(data), this.#bounds.maxDepth);
      if (isAnything(message)) this.onmessage?.(message);
    } catch (error) {
      this.onerror?.(error instanceof Error ? error : new Error(String(error)));
    }
  }

  #pause(): void {
    this.#socket.pause();
    void this.#backlog.change().then(() => this.#socket.resume());
  }

  #keepAlive(): void {
    const socket = this.#socket;
    let answered = true;
    socket.on('pong', () => (answered = true));
    this.#pings = setInterval(() => {
      // A paused socket does not hear its peer's pongs either.
      if (!answered && !socket.isPaused) return socket.terminate();
      answered = false;
      socket.ping();
    }, this.#bounds.keepAlive);
    this.#pings.unref();
  }

  #onClosed(): void {
    clearInterval(this.#pings);
    this.#backlog.wake();
    this.onclose?.();
  }
}

/** By name only: what shape it has is for the receiver to find out, who answers a wrong one. */
function isAnything(value: unknown): value is RpcMessage {
  return value !== undefined;
}

function toBuffer(data: RawData): Buffer {
  if (Array.isArray(data)) return Buffer.concat(data);
  return Buffer.isBuffer(data) ? data : Buffer.from(data);
}
