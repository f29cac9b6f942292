import type { CallKind, CallTransport } from '../context/call-context.js';
import type { RequestId } from '../protocol/json-rpc.js';
import type { Implementation } from '../protocol/messages.js';

/** One tool call, told once when it is over. */
export interface McpAuditEvent {
  /** `Class.method`. */
  readonly operationId: string;
  readonly kind: CallKind;
  /** The tool's name. */
  readonly name: string;
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
  readonly requestId?: RequestId;
  readonly client?: Implementation;
  readonly remoteAddress?: string;
  readonly userAgent?: string;
  readonly tenant?: string;
  readonly correlationId?: string;
  readonly locale?: string;
}

/** Receives every event; what it throws is logged and changes no answer. */
export type McpAuditHandler = (event: McpAuditEvent) => void;
