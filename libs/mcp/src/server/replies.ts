import { ProtocolError, type ProtocolErrorOptions } from '../errors/protocol.error.js';
import { toRpcError, type OnMasked } from '../errors/to-rpc-error.js';
import type { FaultName } from '../protocol/error-codes.js';
import type { RequestId } from '../protocol/json-rpc.js';
import type { ServerReply } from './message-context.js';

/** Nothing may be answered: a notification, a response, a request that was cancelled. */
export const NO_REPLY: ServerReply = Object.freeze({ status: 202 });

/** The answer to a request that succeeded. */
export function resultReply(
  id: RequestId,
  result: object,
  headers?: Readonly<Record<string, string>>,
): ServerReply {
  return { status: 200, headers, message: { jsonrpc: '2.0', id, result } };
}

/** The answer to whatever was thrown; unknown errors are masked and told to `onMasked`. */
export function errorReply(id: RequestId | null, thrown: unknown, onMasked: OnMasked): ServerReply {
  const { error, status, headers } = toRpcError(thrown, onMasked);
  return { status, headers, message: { jsonrpc: '2.0', id, error } };
}

/**
 * The answer to what a transport found wrong before there was a message (size, media type, method
 * of HTTP); its `id` is null because nothing was read.
 */
export function faultReply(
  code: FaultName,
  message: string,
  options?: ProtocolErrorOptions,
): ServerReply {
  return errorReply(null, new ProtocolError(code, message, options), () => {});
}

/** The answer to bytes that are no JSON (JSON-RPC 5.1). */
export function parseFailureReply(detail?: string): ServerReply {
  const reason = detail === undefined ? '' : `: ${detail}`;
  return faultReply('MCP_PARSE', `The message is not valid JSON${reason}`);
}
