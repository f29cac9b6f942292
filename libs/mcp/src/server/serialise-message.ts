import type { RequestId, RpcMessage } from '../protocol/json-rpc.js';

/** The JSON of a result that is sent again and again. */
interface Serialised {
  readonly json: string;
  /** The same in UTF-8, once it was wanted. */
  bytes?: Buffer;
}

/** Weak, so that a dropped list is freed. */
const serialised = new WeakMap<object, Serialised>();

const END = Buffer.from('}');

/** Freezes `result` and remembers its JSON, so that each further sending is a concatenation. */
export function preserialise<T extends object>(result: T): T {
  serialised.set(Object.freeze(result), { json: JSON.stringify(result) });
  return result;
}

/**
 * The bytes, in pieces, of a message whose result was preserialised: as text they would be encoded
 * again each time, in one piece copied. Undefined for all others, which are text first.
 */
export function preserialisedBytes(
  message: RpcMessage | readonly RpcMessage[],
): readonly Buffer[] | undefined {
  if (isBatch(message) || !('result' in message)) return undefined;
  const cached = serialised.get(message.result);
  if (cached === undefined) return undefined;
  cached.bytes ??= Buffer.from(cached.json);
  return [Buffer.from(headOf(message)), cached.bytes, END];
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
  return `${headOf(message)}${cached.json}}`;
}

function headOf({ id }: { readonly id: RequestId }): string {
  return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":`;
}

function isBatch(message: RpcMessage | readonly RpcMessage[]): message is readonly RpcMessage[] {
  return Array.isArray(message);
}
