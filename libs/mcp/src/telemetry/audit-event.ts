import type { CallKind, CallTransport } from '../context/call-context.js';
import type { RequestId } from '../protocol/json-rpc.js';
import type { Implementation } from '../protocol/messages.js';

/** One tool call, told once when it is over. */
export interface McpAuditEvent {
  /** `Class.method`. */
  readonly operationId: string;
  /** What kind of thing was called. */
  readonly kind: CallKind;
  /** The tool's name. */
  readonly name: string;
  /** How the call came. */
  readonly transport: CallTransport;
  /** Arguments as they came, with secrets blotted out. */
  readonly args: unknown;
  /** `refused`: a guard said no, before the method was reached. */
  readonly outcome: 'success' | 'failed' | 'refused';
  /** Code of a failure, e.g. `NOT_FOUND`. */
  readonly code?: string;
  /** Milliseconds. */
  readonly ms: number;
  /** `request.user`, as the app's guard set it. */
  readonly caller?: unknown;
  /** As the client numbered it. */
  readonly requestId?: RequestId;
  /** As the client names itself: not to be trusted. */
  readonly client?: Implementation;
  /** As the framework tells it: behind a proxy, what its `trust proxy` setting makes of it. */
  readonly remoteAddress?: string;
  /** The header of that name. */
  readonly userAgent?: string;
  /** What the caller says. */
  readonly tenant?: string;
  /** Of the caller's trace. */
  readonly correlationId?: string;
  /** The language of the answer. */
  readonly locale?: string;
}

/**
 * Receives every event; what it throws, or rejects with, is logged and changes no answer. No answer
 * waits for it.
 */
export type McpAuditHandler = (event: McpAuditEvent) => unknown;
