import { isInputRequest } from '../context/input-request.js';
import { isMcpError } from '../errors/mcp.error.js';
import { isProtocolError } from '../errors/protocol.error.js';
import { defaultAnswer } from './default-answer.js';
import { codeIn } from './error-body.js';

/**
 * What was thrown, or an error in its place where it refuses to be looked at (a proxy whose traps
 * throw, a getter that does): filters and masking read it, and a failure must not fail them.
 */
export function legibleError(thrown: unknown): unknown {
  try {
    for (const read of READERS) read(thrown);
    return thrown;
  } catch (cause) {
    return new Error('Something was thrown that cannot be read', { cause });
  }
}

/** Every way in which the pipeline looks at an error; `stack` is for the log. */
const READERS: readonly ((thrown: unknown) => unknown)[] = [
  isInputRequest,
  isMcpError,
  isProtocolError,
  defaultAnswer,
  codeIn,
  (thrown) => thrown instanceof Error && thrown.stack,
];
