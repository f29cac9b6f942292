import type { McpCallContext } from '../context/call-context.js';
import { McpError } from '../errors/mcp.error.js';
import { ProtocolError } from '../errors/protocol.error.js';
import type { AnswerOptions } from './compiled-method.js';
import { describeFailure } from './failure.js';
import type { Outcome } from './invoker.js';
import { messageRefusal } from './message-refusal.js';

/**
 * Rejects where the operation failed, for primitives that have no `isError` of their own: the caller
 * gets the same code and words as a tool's would.
 *
 * @throws McpError, or a ProtocolError where a guard refused
 */
export function assertSucceeded(
  outcome: Outcome,
  call: McpCallContext,
  options: AnswerOptions,
): void {
  if (outcome.error === undefined && outcome.status < 400) return;
  const failure = describeFailure(outcome, options.onMasked, options.resultLimit);
  const refusal = messageRefusal(outcome, failure, call, options);
  if (refusal) throw refusal;
  const { code, message, status, details } = failure;
  // These methods have no result that could say it: a guard's refusal is one of the message.
  if (outcome.phase === 'guards' && (status === 401 || status === 403)) {
    const fault = status === 401 ? 'MCP_UNAUTHORIZED' : 'MCP_FORBIDDEN';
    throw new ProtocolError(fault, message, { cause: outcome.error });
  }
  throw new McpError(code, message, { status, details });
}
