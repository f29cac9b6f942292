import { isProtocolError } from '../errors/protocol.error.js';

/**
 * What was thrown, or an error in its place where it refuses to be looked at (a proxy whose traps
 * throw): filters and masking read it, and a failure must not fail them.
 */
export function legibleError(thrown: unknown): unknown {
  try {
    looksLike(thrown);
    return thrown;
  } catch (cause) {
    return new Error('Something was thrown that cannot be read', { cause });
  }
}

/** Every way in which the pipeline and Nest look at an error. */
function looksLike(thrown: unknown): unknown[] {
  const { message, status, response } = Object(thrown) as Record<string, unknown>;
  return [isProtocolError(thrown), thrown instanceof Error, message, status, response];
}
