import type { RpcMessage } from '../protocol/json-rpc.js';

/** Results that are sent again and again, with their JSON; weak, so that a dropped list is freed. */
const serialised = new WeakMap<object, string>();

/** Freezes `result` and remembers its JSON, so that each further sending is a concatenation. */
export function preserialise<T extends object>(result: T): T {
  serialised.set(Object.freeze(result), JSON.stringify(result));
  return result;
}

/**
 * The JSON text of a message, on one line. Transports use this, never `JSON.stringify`: a list of
 * 500 tools then costs what writing a buffer costs.
 */
export function serialiseMessage(message: RpcMessage | readonly RpcMessage[]): string {
  if (isBatch(message)) return `[${message.map(serialiseMessage).join(',')}]`;
  if (!('result' in message)) return JSON.stringify(message);
  const cached = serialised.get(message.result);
  if (cached === undefined) return JSON.stringify(message);
  return `{"jsonrpc":"2.0","id":${JSON.stringify(message.id)},"result":${cached}}`;
}

function isBatch(message: RpcMessage | readonly RpcMessage[]): message is readonly RpcMessage[] {
  return Array.isArray(message);
}
