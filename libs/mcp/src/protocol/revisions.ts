/** The protocol revisions that we speak, oldest first. */
export const PROTOCOL_VERSIONS = [
  '2024-11-05',
  '2025-03-26',
  '2025-06-18',
  '2025-11-25',
  '2026-07-28',
] as const;

/** A revision of the protocol, by its date. */
export type ProtocolVersion = (typeof PROTOCOL_VERSIONS)[number];

/** The first revision without a handshake: version and capabilities travel in each request's `_meta`. */
export const FIRST_STATELESS_VERSION: ProtocolVersion = '2026-07-28';

/** The newest revision that is opened by `initialize`; what an unknown proposal is answered with. */
export const LATEST_HANDSHAKE_VERSION: ProtocolVersion = '2025-11-25';

/** How a request without any version is read (2025-11-25, Transports, Protocol Version Header). */
export const ASSUMED_VERSION: ProtocolVersion = '2025-03-26';

export function isProtocolVersion(value: unknown): value is ProtocolVersion {
  return (PROTOCOL_VERSIONS as readonly unknown[]).includes(value);
}

/** Whether `version` is of the stateless era (2026-07-28 and later); dates compare as text. */
export function isStateless(version: ProtocolVersion): boolean {
  return version >= FIRST_STATELESS_VERSION;
}
