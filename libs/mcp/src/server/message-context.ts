import type { CallTransport } from '../context/call-context.js';
import type { McpPrincipal } from '../context/principal.js';
import type { RpcMessage, RpcResponse } from '../protocol/json-rpc.js';

/** What a transport knows about one incoming message. */
export interface MessageContext {
  /** How the message came. */
  readonly transport: Exclude<CallTransport, 'rest'>;
  /** HTTP request headers, lower-case names; over stdio, the start-up credentials as headers. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The framework's real request; absent over stdio and in process. */
  readonly request?: object;
  /** As the framework tells it. */
  readonly remoteAddress?: string;
  /** Aborts when the peer is gone for good (socket closed, end of input). */
  readonly signal: AbortSignal;
  /** Who sends the message; set by the server once `authenticate` has found out. */
  principal?: McpPrincipal;
  /** Milliseconds; the transport's own limit for one call (stdio `--timeout`). */
  readonly timeout?: number;
  /** Default language of this connection (stdio `--locale`). */
  readonly locale?: string;
  /**
   * Tells the transport that the guards let the call through, so that its HTTP status is 200
   * whatever comes: only then may a silent call turn into a stream. May be called at any time.
   */
  accepted?(): void;
  /** False where nothing can be sent ahead of the answer (`Accept` names no stream). @default true */
  readonly streams?: boolean;
  /** Sends a message ahead of the answer; resolves when there is room for the next. */
  send(message: RpcMessage): Promise<void>;
}

/** The answer to one incoming message. Over anything but HTTP only `message` counts. */
export interface ServerReply {
  /** HTTP status; 202 without a message for notifications and responses. */
  readonly status: number;
  /** HTTP headers of the answer. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Absent where nothing may be answered; an array answers a batch (2025-03-26 only). */
  readonly message?: RpcResponse | readonly RpcResponse[];
}
