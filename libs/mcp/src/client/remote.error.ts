import { McpError, type McpErrorOptions } from '../errors/mcp.error.js';

/** Why no answer of a remote tool could be had, and the HTTP status that fits. */
const STATUS = {
  /** The server is not connected and could not be connected in time. */
  REMOTE_UNAVAILABLE: 503,
  /** The connection broke while the call was under way: it may have taken effect. */
  REMOTE_CONNECTION_LOST: 502,
  /** No answer in time; the server was told to stop. */
  REMOTE_TIMEOUT: 504,
  /** More calls are waiting than `queueSize` allows; the server was not asked. */
  REMOTE_OVERLOADED: 503,
  /** Our own application is shutting down. */
  REMOTE_SHUTTING_DOWN: 503,
  /** The server wants a login that we do not have. */
  REMOTE_UNAUTHORIZED: 502,
  /** The server answered with a JSON-RPC error; `details` has its code and data. */
  REMOTE_FAULT: 502,
  /** The answer breaks the protocol or the tool's own output schema. */
  REMOTE_INVALID_RESULT: 502,
  /** The caller's signal fired. */
  CANCELLED: 499,
} as const;

/** Why a call of a remote tool has no answer. */
export type RemoteErrorCode = keyof typeof STATUS;

/** A call of a remote server that came to no answer; the message may be shown to the caller. */
export class RemoteError extends McpError {
  /** Which row of the table. */
  declare readonly code: RemoteErrorCode;

  constructor(code: RemoteErrorCode, message: string, options: McpErrorOptions = {}) {
    super(code, message, { status: STATUS[code], ...options });
  }
}
