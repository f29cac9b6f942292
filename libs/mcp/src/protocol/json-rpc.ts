/** Words of JSON-RPC 2.0, as MCP uses them. */

/** A request's id: a string or an integer, never null (MCP, Basic Protocol). */
export type RequestId = string | number;

/** Named parameters: MCP knows no positional ones. */
export type RpcParams = Readonly<Record<string, unknown>>;

/** A message that wants an answer. */
export interface RpcRequest {
  readonly jsonrpc: '2.0';
  readonly id: RequestId;
  readonly method: string;
  readonly params?: RpcParams;
}

/** A message that is never answered (JSON-RPC 4.1). */
export interface RpcNotification {
  /** Constant. */
  readonly jsonrpc: '2.0';
  /** E.g. `notifications/progress`. */
  readonly method: string;
  /** What it says. */
  readonly params?: RpcParams;
}

/** A successful answer. */
export interface RpcSuccess {
  readonly jsonrpc: '2.0';
  readonly id: RequestId;
  readonly result: object;
}

/** The error member of a failed answer. */
export interface RpcErrorObject {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/** A failed answer; `id` is null where the request's could not be read (JSON-RPC 5). */
export interface RpcFailure {
  readonly jsonrpc: '2.0';
  readonly id: RequestId | null;
  readonly error: RpcErrorObject;
}

export type RpcResponse = RpcSuccess | RpcFailure;
export type RpcMessage = RpcRequest | RpcNotification | RpcResponse;

/** Whether `value` is what JSON calls an object: neither null nor an array. */
export function isJsonObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Whether `value` may be a request's id: a string or an integer. One past 2^53 was rounded when it
 * was read: the answer would bear another id than the request.
 */
export function isRequestId(value: unknown): value is RequestId {
  return typeof value === 'string' || Number.isSafeInteger(value);
}

export function isNotification(message: RpcMessage): message is RpcNotification {
  return 'method' in message && !('id' in message);
}
