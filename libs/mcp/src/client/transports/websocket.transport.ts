import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import type { RawData, WebSocket } from 'ws';
import { isJsonObject } from '../../protocol/json-rpc.js';
import { parseJsonText } from '../../wire/json-text.js';
import { loadWs } from '../peers.js';

const LONGEST_MESSAGE = 32 * 1024 * 1024;
const DEEPEST_MESSAGE = 512;
/** Milliseconds that the server has to answer a close; then the socket is cut. */
const CLOSE_PATIENCE = 1000;

export interface WebSocketClientOptions {
  /** Sent with the upgrade, `Authorization` included. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Milliseconds between pings. */
  readonly pingInterval: number;
  /** Milliseconds until the upgrade must be done. */
  readonly handshakeTimeout: number;
}

/** The client's end of a WebSocket with the subprotocol `mcp`: one message per text frame. */
export class WebSocketClientTransport implements Transport {
  onmessage?: Transport['onmessage'];
  onclose?: () => void;
  onerror?: (error: Error) => void;
  #socket: WebSocket | undefined;
  #pings: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(
    private readonly url: string,
    private readonly options: WebSocketClientOptions,
  ) {}

  async start(): Promise<void> {
    const { WebSocket } = await loadWs();
    if (this.#closed) throw new Error('the connection was closed before it was open');
    const socket = new WebSocket(this.url, 'mcp', {
      headers: this.options.headers,
      handshakeTimeout: this.options.handshakeTimeout,
      maxPayload: LONGEST_MESSAGE,
      perMessageDeflate: false,
      // A redirect would carry the credentials to another server.
      followRedirects: false,
    });
    this.#socket = socket;
    await new Promise<void>((resolve, reject) => {
      socket.once('open', resolve);
      socket.once('error', reject);
      socket.once('close', () => reject(new Error('the connection was closed before it was open')));
    });
    socket.on('error', (error) => this.onerror?.(error));
    socket.on('message', (data, isBinary) => this.#receive(data, isBinary));
    socket.once('close', () => this.#onClosed());
    this.#keepAlive(socket);
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const socket = this.#socket;
    if (!socket || socket.readyState !== socket.OPEN) throw new Error('the WebSocket is not open');
    // Called back when the frame has been handed to the kernel: the backpressure of the peer.
    await new Promise<void>((resolve, reject) => {
      socket.send(JSON.stringify(message), (error) => (error ? reject(error) : resolve()));
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#pings);
    const socket = this.#socket;
    if (!socket || socket.readyState === socket.CLOSED) return;
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    const late = setTimeout(() => socket.terminate(), CLOSE_PATIENCE);
    if (socket.readyState === socket.CONNECTING) socket.terminate();
    else socket.close(1000);
    await closed;
    clearTimeout(late);
  }

  /** A peer that is gone without a word answers no ping: the socket is cut at the next one. */
  #keepAlive(socket: WebSocket): void {
    let answered = true;
    socket.on('pong', () => (answered = true));
    this.#pings = setInterval(() => {
      if (!answered) return socket.terminate();
      answered = false;
      socket.ping();
    }, this.options.pingInterval);
    this.#pings.unref();
  }

  #onClosed(): void {
    clearInterval(this.#pings);
    this.onclose?.();
  }

  #receive(data: RawData, isBinary: boolean): void {
    const message = isBinary ? undefined : toMessage(data);
    if (message) this.onmessage?.(message);
    else this.onerror?.(new Error('a frame that holds no MCP message was ignored'));
  }
}

function toMessage(data: RawData): JSONRPCMessage | undefined {
  try {
    const value = parseJsonText(toBuffer(data), DEEPEST_MESSAGE);
    return isMessage(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isMessage(value: unknown): value is JSONRPCMessage {
  return isJsonObject(value) && value.jsonrpc === '2.0';
}

function toBuffer(data: RawData): Buffer {
  if (Array.isArray(data)) return Buffer.concat(data);
  return Buffer.isBuffer(data) ? data : Buffer.from(data);
}
