import { ProtocolError } from '../../errors/protocol.error.js';
import { LEGACY_RESOURCE_NOT_FOUND } from '../../protocol/error-codes.js';
import { isJsonObject } from '../../protocol/json-rpc.js';
import type { CallToolResult } from '../../protocol/messages.js';
import type { ProtocolVersion } from '../../protocol/revisions.js';
import type { Dialect } from './dialect.js';

/** 2025-06-18 and 2025-11-25: structured content is an object, or it is text alone. */
export function handshakeDialect(version: ProtocolVersion): Dialect {
  return Object.freeze({
    version,
    shape: version,
    stateless: false,
    batches: false,
    methodNotFound: 200,
    capabilityRequired: 200,
    complete: (result: object) => result,
    cacheable: (result: object) => result,
    toolResult,
    promptResult: (result: object) => result,
    resourceNotFound,
  });
}

function toolResult(result: CallToolResult): object {
  if (result.structuredContent === undefined || isJsonObject(result.structuredContent)) {
    return result;
  }
  return { ...result, structuredContent: undefined };
}

function resourceNotFound(uri: string): ProtocolError {
  return new ProtocolError('MCP_RESOURCE_NOT_FOUND', `Unknown resource: ${uri}`, {
    rpc: LEGACY_RESOURCE_NOT_FOUND,
    data: { uri },
  });
}
