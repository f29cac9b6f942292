import { ProtocolError } from '../errors/protocol.error.js';
import { isJsonObject, type RpcParams } from '../protocol/json-rpc.js';

/** @throws ProtocolError `MCP_INVALID_PARAMS` */
export function stringParam(params: RpcParams, name: string): string {
  const value = params[name];
  if (typeof value === 'string') return value;
  throw invalidParams(`"params.${name}" must be a string`);
}

/**
 * An object of strings; empty where there is none. It has no prototype: its keys are the caller's.
 *
 * @param where the place, for the message
 * @throws ProtocolError `MCP_INVALID_PARAMS`
 */
export function stringsOf(value: unknown, where: string): Readonly<Record<string, string>> {
  const strings: Record<string, string> = Object.create(null);
  if (value === undefined) return strings;
  if (!isJsonObject(value)) throw invalidParams(`"${where}" must be a JSON object`);
  for (const [key, text] of Object.entries(value)) {
    if (typeof text !== 'string') throw invalidParams(`"${where}.${key}" must be a string`);
    strings[key] = text;
  }
  return strings;
}

/** @returns the fault of a parameter that the method cannot use */
export function invalidParams(message: string): ProtocolError {
  return new ProtocolError('MCP_INVALID_PARAMS', message);
}
