import { ProtocolError } from '../errors/protocol.error.js';
import type { RequestId, RpcResponse } from '../protocol/json-rpc.js';
import type { LogLevel } from '../protocol/messages.js';
import { ChangeStream, type Change, type ChangeFilter } from './changes/change-stream.js';
import { cancelled, InFlight } from './in-flight.js';
import type { MessageContext, ServerReply } from './message-context.js';
import { DEFAULT_LOG_LEVEL, type Agreement, type PeerMemory } from './peer-memory.js';
import { receive } from './receive.js';
import type { ServerCore } from './server-core.js';

/** URIs that one connection may subscribe to. */
const MOST_SUBSCRIPTIONS = 1000;

/**
 * One peer on a channel that multiplexes (stdio, WebSocket, in process): what was agreed with it
 * and what is under way. Requests of 2026-07-28 find in it only what cancels them.
 */
export class Connection implements PeerMemory, ChangeFilter {
  readonly #inFlight = new Map<RequestId, InFlight>();
  readonly #questions = new Map<string, (response: RpcResponse) => void>();
  readonly #subscriptions = new Set<string>();
  #agreement?: Agreement;
  #logLevel: LogLevel = DEFAULT_LOG_LEVEL;

  constructor(
    private readonly core: ServerCore,
    private readonly context: MessageContext,
  ) {}

  /** Takes in one parsed message; the reply has no message where nothing may be answered. */
  receive(message: unknown): Promise<ServerReply> {
    return Promise.resolve(receive(this.core, message, this.context, this));
  }

  /** Nothing more comes: ends the streams and unanswered questions of this peer, and of no other. */
  drain(): void {
    for (const inFlight of this.#inFlight.values()) inFlight.drain();
  }

  get peer(): unknown {
    return this;
  }

  get agreement(): Agreement | undefined {
    return this.#agreement;
  }

  get logLevel(): LogLevel | undefined {
    return this.#agreement && this.#logLevel;
  }

  agree(agreement: Agreement): void {
    if (!this.#agreement) this.#listen();
    this.#agreement = agreement;
  }

  /** One channel, one peer: whoever sits at its end is who opened it. */
  admit(): void {}

  async subscribe(uri: string): Promise<void> {
    if (this.#subscriptions.size >= MOST_SUBSCRIPTIONS && !this.#subscriptions.has(uri)) {
      throw new ProtocolError('MCP_INVALID_PARAMS', 'There are too many subscriptions');
    }
    this.#subscriptions.add(uri);
  }

  async unsubscribe(uri: string): Promise<void> {
    this.#subscriptions.delete(uri);
  }

  /** Whether this peer is told of a change on its own (handshake era). */
  hears(change: Change): boolean {
    return 'uri' in change ? this.#subscriptions.has(change.uri) : true;
  }

  async setLogLevel(level: LogLevel): Promise<void> {
    this.#logLevel = level;
  }

  begin(id: RequestId, method: string): InFlight {
    if (this.#inFlight.has(id)) {
      throw new ProtocolError('MCP_INVALID_REQUEST', 'A request with this id is under way');
    }
    const inFlight = new InFlight(id, method);
    this.#inFlight.set(id, inFlight);
    return inFlight;
  }

  end(inFlight: InFlight): void {
    this.#inFlight.delete(inFlight.id);
  }

  cancel(id: RequestId, reason?: string): void {
    const inFlight = this.#inFlight.get(id);
    // `initialize` must not be cancelled (2025-11-25, Cancellation).
    if (!inFlight || inFlight.method === 'initialize') return;
    inFlight.cancel(cancelled(reason));
  }

  expect(id: string, listener: (response: RpcResponse) => void): () => void {
    this.#questions.set(id, listener);
    return () => void this.#questions.delete(id);
  }

  answered(response: RpcResponse): void {
    if (typeof response.id === 'string') this.#questions.get(response.id)?.(response);
  }

  #listen(): void {
    const { core, context } = this;
    const stream = new ChangeStream(this, (message) => context.send(message));
    const leave = core.changes.add(stream);
    context.signal.addEventListener('abort', leave, { once: true });
    if (context.signal.aborted) leave();
    stream.start();
  }
}
