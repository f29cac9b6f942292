import { ASSUMED_VERSION, LATEST_HANDSHAKE_VERSION } from '../../protocol/revisions.js';
import type { ProtocolVersion } from '../../protocol/revisions.js';
import type { Dialect } from './dialect.js';
import { FIRST_DIALECT, MARCH_2025_DIALECT } from './early.dialect.js';
import { handshakeDialect } from './handshake.dialect.js';
import { STATELESS_DIALECT } from './stateless.dialect.js';

const LATEST_HANDSHAKE_DIALECT = handshakeDialect(LATEST_HANDSHAKE_VERSION);

const DIALECTS: Readonly<Record<ProtocolVersion, Dialect>> = {
  '2024-11-05': FIRST_DIALECT,
  '2025-03-26': MARCH_2025_DIALECT,
  '2025-06-18': handshakeDialect('2025-06-18'),
  '2025-11-25': LATEST_HANDSHAKE_DIALECT,
  '2026-07-28': STATELESS_DIALECT,
};

/**
 * For a request that names no version: read by the rules of 2025-03-26, answered with the newer
 * members too, which older clients ignore: one POST without any handshake must do.
 */
export const UNDECLARED_DIALECT: Dialect = Object.freeze({
  ...LATEST_HANDSHAKE_DIALECT,
  version: ASSUMED_VERSION,
  batches: true,
});

/** How `version` speaks. */
export function dialectOf(version: ProtocolVersion): Dialect {
  return DIALECTS[version];
}
