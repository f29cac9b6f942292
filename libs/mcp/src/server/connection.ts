import { McpError } from '../errors/mcp.error.js';
import { ProtocolError } from '../errors/protocol.error.js';
import type { RequestId, RpcResponse } from '../protocol/json-rpc.js';
import type { LogLevel } from '../protocol/messages.js';
import { InFlight } from './in-flight.js';
import type { MessageContext, ServerReply } from './message-context.js';
import type { Agreement, PeerMemory } from './peer-memory.js';
import { receive } from './receive.js';
import type { ServerCore } from './server-core.js';

/** What is sent before the client has chosen a level (Logging: up to the server). */
const DEFAULT_LOG_LEVEL: LogLevel = 'info';

/**
 * One peer on a channel that multiplexes (stdio, WebSocket, in process): what was agreed with it
 * and what is under way. Requests of 2026-07-28 find in it only what cancels them.
 */
export class Connection implements PeerMemory {
  readonly #inFlight = new Map<RequestId, InFlight>();
  readonly #questions = new Map<string, (response: RpcResponse) => void>();
  #agreement?: Agreement;
  #logLevel: LogLevel = DEFAULT_LOG_LEVEL;

  constructor(
    private readonly core: ServerCore,
    private readonly context: MessageContext,
  ) {}

  /** Takes in one parsed message; the reply has no message where nothing may be answered. */
  receive(message: unknown): Promise<ServerReply> {
    return receive(this.core, message, this.context, this);
  }

  get agreement(): Agreement | undefined {
    return this.#agreement;
  }

  get logLevel(): LogLevel | undefined {
    return this.#agreement && this.#logLevel;
  }

  agree(agreement: Agreement): void {
    this.#agreement = agreement;
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
    const why = reason === undefined ? '' : `: ${reason}`;
    inFlight.cancel(
      new McpError('CANCELLED', `The client cancelled the request${why}`, { status: 499 }),
    );
  }

  /** One channel, one peer: whoever sits at its end is whom was asked. */
  expect(id: string, _principal: unknown, listener: (response: RpcResponse) => void): () => void {
    this.#questions.set(id, listener);
    return () => void this.#questions.delete(id);
  }

  answered(response: RpcResponse): void {
    if (typeof response.id === 'string') this.#questions.get(response.id)?.(response);
  }
}
