import { ProtocolError } from '../errors/protocol.error.js';
import { isJsonObject, isRequestId, type RequestId, type RpcParams } from '../protocol/json-rpc.js';
import { LOG_LEVELS, META, type Implementation, type LogLevel } from '../protocol/messages.js';
import type { ClientCapabilities } from '../protocol/capabilities.js';

/** What a request of 2026-07-28 says about its sender. */
export interface Envelope {
  readonly version: string;
  readonly capabilities: ClientCapabilities;
  readonly client?: Implementation;
  readonly logLevel?: LogLevel;
}

const NOTHING: RpcParams = Object.freeze({ __proto__: null });

/**
 * The request's `_meta`; an empty object where there is none.
 *
 * @throws ProtocolError where it is no object, or its progress token no id
 */
export function readMeta({ _meta: meta }: RpcParams): RpcParams {
  if (meta === undefined) return NOTHING;
  if (!isJsonObject(meta)) throw badMeta('"_meta" must be a JSON object');
  if (meta.progressToken !== undefined && !isRequestId(meta.progressToken)) {
    throw badMeta('"_meta.progressToken" must be a string or an integer');
  }
  return meta;
}

export function progressTokenOf(meta: RpcParams): RequestId | undefined {
  return isRequestId(meta.progressToken) ? meta.progressToken : undefined;
}

/** @throws ProtocolError `MCP_INVALID_PARAMS` with HTTP 400, naming the key (2026-07-28, `_meta`) */
export function readEnvelope(meta: RpcParams): Envelope {
  const version = meta[META.protocolVersion];
  if (typeof version !== 'string') throw missing(META.protocolVersion, 'a protocol version');
  const capabilities = meta[META.clientCapabilities];
  if (!isJsonObject(capabilities)) throw missing(META.clientCapabilities, 'an object');
  const client = meta[META.clientInfo];
  if (client !== undefined && !isImplementation(client)) {
    throw missing(META.clientInfo, 'an object with "name" and "version"');
  }
  const logLevel = meta[META.logLevel];
  if (logLevel !== undefined && !isLogLevel(logLevel)) {
    throw missing(META.logLevel, `one of ${LOG_LEVELS.join(', ')}`);
  }
  return { version, capabilities, client, logLevel };
}

export function isImplementation(value: unknown): value is Implementation {
  return isJsonObject(value) && typeof value.name === 'string' && typeof value.version === 'string';
}

export function isLogLevel(value: unknown): value is LogLevel {
  return (LOG_LEVELS as readonly unknown[]).includes(value);
}

function missing(key: string, wanted: string): ProtocolError {
  return badMeta(`"_meta" must hold "${key}": ${wanted}`);
}

function badMeta(message: string): ProtocolError {
  return new ProtocolError('MCP_INVALID_PARAMS', message, { status: 400 });
}
