import { ProtocolError } from '../errors/protocol.error.js';
import {
  isJsonObject,
  isRequestId,
  type RequestId,
  type RpcNotification,
  type RpcRequest,
  type RpcResponse,
} from '../protocol/json-rpc.js';

/** One message that came in, by its shape; a fault where it is no JSON-RPC 2.0 message of MCP. */
export type Incoming =
  | { readonly kind: 'request'; readonly message: RpcRequest }
  | { readonly kind: 'notification'; readonly message: RpcNotification }
  | { readonly kind: 'response'; readonly message: RpcResponse }
  | { readonly kind: 'fault'; readonly id: RequestId | null; readonly error: ProtocolError };

/** Reads a single message (no batch); never throws. */
export function readMessage(value: unknown): Incoming {
  if (!isJsonObject(value)) return fault(null, 'The message is not a JSON object');
  const id = isRequestId(value.id) ? value.id : null;
  if (value.jsonrpc !== '2.0') return fault(id, '"jsonrpc" must be "2.0"');
  if ('method' in value) return readCall(value, id);
  const answered = isJsonObject(value.result) !== isJsonObject(value.error);
  return answered ? readAnswer(value, id) : fault(id, 'Neither a request nor a response');
}

/** A request or a notification. */
function readCall(value: Record<string, unknown>, id: RequestId | null): Incoming {
  const { method, params } = value;
  const jsonrpc = '2.0';
  if (typeof method !== 'string' || method === '') {
    return fault(id, '"method" must be a non-empty string');
  }
  if (params !== undefined && !isJsonObject(params)) return badParams(id);
  if (!('id' in value)) return { kind: 'notification', message: { jsonrpc, method, params } };
  // MCP, Basic Protocol: an id is a string or an integer; null is not "no id", it is an error.
  if (id === null) return fault(null, '"id" must be a string or an integer up to 2^53');
  return { kind: 'request', message: { jsonrpc, id, method, params } };
}

/** A failed answer may lack an id (the peer could not read ours); it can be matched with nothing. */
function readAnswer({ result, error }: Record<string, unknown>, id: RequestId | null): Incoming {
  if (isJsonObject(error)) {
    const { code, message, data } = error;
    const text = typeof message === 'string' ? message : '';
    const failure = { code: typeof code === 'number' ? code : 0, message: text, data };
    return { kind: 'response', message: { jsonrpc: '2.0', id, error: failure } };
  }
  if (id === null || !isJsonObject(result)) return fault(null, 'A response must carry an id');
  return { kind: 'response', message: { jsonrpc: '2.0', id, result } };
}

function fault(id: RequestId | null, message: string): Incoming {
  return { kind: 'fault', id, error: new ProtocolError('MCP_INVALID_REQUEST', message) };
}

function badParams(id: RequestId | null): Incoming {
  const error = new ProtocolError('MCP_INVALID_PARAMS', '"params" must be a JSON object', {
    status: 400,
  });
  return { kind: 'fault', id, error };
}
