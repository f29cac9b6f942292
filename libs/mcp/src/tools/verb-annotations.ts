import type { ToolAnnotations } from '../protocol/messages.js';

/**
 * What an HTTP verb promises (RFC 9110 §9.2), as hints to the client: each one said explicitly,
 * because an unset `destructiveHint` counts as true (2025-11-25, Tool Annotations).
 */
const BY_VERB: Readonly<Record<string, ToolAnnotations>> = {
  GET: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
  HEAD: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
  PUT: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
  DELETE: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
  PATCH: { readOnlyHint: false, destructiveHint: true, idempotentHint: false },
  POST: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
};

/** The hints of a tool: the verb's, beaten one by one by the author's. Undefined if nothing is said. */
export function deriveAnnotations(
  verb: string | undefined,
  said: ToolAnnotations | undefined,
): ToolAnnotations | undefined {
  const derived = verb === undefined ? undefined : BY_VERB[verb];
  return derived || said ? { ...derived, ...said } : undefined;
}
