import type { McpCallContext } from '../context/call-context.js';
import { McpError } from '../errors/mcp.error.js';
import { ProtocolError } from '../errors/protocol.error.js';
import type { AnswerOptions } from './compiled-method.js';
import { describeFailure } from './failure.js';
import type { Outcome } from './invoker.js';
import { toErrorResult } from './to-error-result.js';

/**
 * Rejects where the operation failed, for primitives that have no `isError` of their own: the caller
 * gets the same code and words as a tool's would.
 *
 * @throws McpError, or a ProtocolError where a guard refused the credentials of the whole request
 */
export function assertSucceeded(
  outcome: Outcome,
  call: McpCallContext,
  options: AnswerOptions,
): void {
  if (outcome.error === undefined && outcome.status < 400) return;
  let masked = false;
  const onMasked: AnswerOptions['onMasked'] = (error, reference) => {
    masked = true;
    options.onMasked(error, reference);
  };
  const failure = describeFailure(outcome, onMasked);
  // Decides on 401; the failure it describes again is never masked twice.
  if (!masked) toErrorResult(outcome, call, { ...options, onMasked: () => {} });
  const { code, message, status, details } = failure;
  // These methods have no result that could say it: a guard's refusal is one of the message.
  if (outcome.phase === 'guards' && (status === 401 || status === 403)) {
    const fault = status === 401 ? 'MCP_UNAUTHORIZED' : 'MCP_FORBIDDEN';
    throw new ProtocolError(fault, message, { cause: outcome.error });
  }
  throw new McpError(code, message, { status, details });
}
