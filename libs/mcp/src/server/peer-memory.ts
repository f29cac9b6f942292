import type { ClientCapabilities } from '../protocol/capabilities.js';
import type { RequestId, RpcResponse } from '../protocol/json-rpc.js';
import type { Implementation, LogLevel } from '../protocol/messages.js';
import type { ProtocolVersion } from '../protocol/revisions.js';
import type { InFlight } from './in-flight.js';

/** What `initialize` agreed upon. */
export interface Agreement {
  readonly version: ProtocolVersion;
  readonly client?: Implementation;
  readonly clientCapabilities: ClientCapabilities;
}

/** What is sent before the client has chosen a level (Logging: up to the server). */
export const DEFAULT_LOG_LEVEL: LogLevel = 'info';

/**
 * What is remembered of a peer between its messages: a connection's or a session's memory. HTTP
 * without sessions has none.
 */
export interface PeerMemory {
  /** The same for all messages of one peer, and for no other's. */
  readonly peer: unknown;
  /** Undefined before `initialize`. */
  readonly agreement?: Agreement;
  /** The least severe message that is sent; undefined: none (before `initialize`). */
  readonly logLevel?: LogLevel;
  /** Whether `initialize` over this channel is remembered here; else it opens a session of its own. */
  agree?(agreement: Agreement): void;
  /** @throws ProtocolError where the guards name another caller than the memory's */
  admit(caller: unknown): void;
  setLogLevel(level: LogLevel): Promise<void>;
  subscribe(uri: string): Promise<void>;
  unsubscribe(uri: string): Promise<void>;
  /** @throws ProtocolError `MCP_INVALID_REQUEST` where a request with this id is under way */
  begin(id: RequestId, method: string): InFlight;
  end(inFlight: InFlight): void;
  /** Unknown and finished ids are ignored: a cancel may arrive late. */
  cancel(id: RequestId, reason?: string): void;
  /**
   * Calls `listener` with the answer to the question `id`, if the one who was asked gives it; gives
   * back the function that ends the waiting.
   */
  expect(id: string, listener: (response: RpcResponse) => void): () => void;
  /** Takes the answer to a question; unknown ids are ignored. */
  answered(response: RpcResponse): void;
}
