import { toRpcError, type OnMasked } from '../errors/to-rpc-error.js';
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
