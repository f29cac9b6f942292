import type { ProtocolError } from '../../errors/protocol.error.js';
import type { CacheHint } from '../../protocol/caching.js';
import type { GetPromptResult } from '../../protocol/definitions.js';
import type { CallToolResult } from '../../protocol/messages.js';
import type { ProtocolVersion } from '../../protocol/revisions.js';

/** The `_meta` that says who answers; built once per server. */
export type ServerStamp = Readonly<Record<string, object>>;

/** How one revision speaks: the only place where shapes differ by revision. */
export interface Dialect {
  /** Whose rules hold. */
  readonly version: ProtocolVersion;
  /** Whose shapes definitions and results take; newer than `version` for an undeclared client. */
  readonly shape: ProtocolVersion;
  /** Version and capabilities travel in each request (2026-07-28). */
  readonly stateless: boolean;
  /** JSON-RPC batches are accepted (2025-03-26 only). */
  readonly batches: boolean;
  /** HTTP status of an unknown method. */
  readonly methodNotFound: number;
  /** HTTP status of a capability that the client lacks. */
  readonly capabilityRequired: number;
  /** A final result. */
  complete(result: object, stamp: ServerStamp): object;
  /** A final result that a client may keep. */
  cacheable(result: object, hint: CacheHint, stamp: ServerStamp): object;
  toolResult(result: CallToolResult, stamp: ServerStamp): object;
  promptResult(result: GetPromptResult, stamp: ServerStamp): object;
  resourceNotFound(uri: string): ProtocolError;
}
