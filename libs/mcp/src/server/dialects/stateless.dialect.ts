import { ProtocolError } from '../../errors/protocol.error.js';
import { FAULTS } from '../../protocol/error-codes.js';
import type { CacheHint } from '../../protocol/caching.js';
import type { Dialect, ServerStamp } from './dialect.js';

/** 2026-07-28: every result says its type and who answers; lists say how long they hold. */
export const STATELESS_DIALECT: Dialect = Object.freeze({
  version: '2026-07-28',
  shape: '2026-07-28',
  stateless: true,
  batches: false,
  methodNotFound: FAULTS.MCP_METHOD_NOT_FOUND.http,
  capabilityRequired: FAULTS.MCP_CAPABILITY_REQUIRED.http,
  complete,
  cacheable: (result: object, hint: CacheHint, stamp: ServerStamp) =>
    complete({ ...result, ttlMs: hint.ttlMs, cacheScope: hint.cacheScope }, stamp),
  toolResult: complete,
  promptResult: complete,
  resourceNotFound: (uri: string) =>
    new ProtocolError('MCP_RESOURCE_NOT_FOUND', `Unknown resource: ${uri}`, { data: { uri } }),
});

function complete(result: object, stamp: ServerStamp): object {
  const { _meta } = result as { _meta?: object };
  return { resultType: 'complete', ...result, _meta: _meta ? { ..._meta, ...stamp } : stamp };
}
