import { isInputRequest } from '../../context/input-request.js';
import { McpError } from '../../errors/mcp.error.js';
import { askPeer } from '../inputs/ask-peer.js';
import type { CallInputs } from '../inputs/call-inputs.js';
import { inputRequired } from '../inputs/input-required.js';
import { openInputs } from '../inputs/open-inputs.js';
import { isOperationError } from '../operation-error.js';
import type { RequestScope } from '../request-scope.js';
import type { ServerCore } from '../server-core.js';
import { runCall, type CallPlan } from './run-call.js';

/** Rounds of one request of the handshake era: a client that answers wrongly for ever is left. */
const MOST_ROUNDS = 16;

/** A call that may ask its caller for input. */
export interface AskingPlan<Result> extends CallPlan<Result> {
  /** Whether the result is a failure: then a question that it swallowed is still asked. */
  failed?(result: Result): boolean;
  /** The final result as it goes out. */
  finish(result: Result): object;
}

/**
 * Runs a call, round by round, until it needs no more answers; each round is a whole call with its
 * own guards and transaction, and nothing is held while somebody thinks.
 *
 * @returns the final result, or one that asks for input (2026-07-28)
 */
export async function runRounds<Result>(
  scope: RequestScope,
  core: ServerCore,
  plan: AskingPlan<Result>,
): Promise<object> {
  let inputs = await openInputs(scope, core);
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const outcome = await runRound(scope, core, plan, inputs);
    if (outcome !== undefined) return outcome;
    if (scope.dialect.stateless) return inputRequired(scope, core, inputs);
    inputs = await askPeer(scope, core, inputs);
  }
  const message = `The call asked ${MOST_ROUNDS} times and got no answer that it can use`;
  throw new McpError('INPUT_INVALID', message, { status: 422 });
}

/** Undefined where the round ended in questions. */
async function runRound<Result>(
  scope: RequestScope,
  core: ServerCore,
  plan: AskingPlan<Result>,
  inputs: CallInputs,
): Promise<object | undefined> {
  let result: Result;
  try {
    result = await runCall(scope, core, plan, inputs);
  } catch (error) {
    if (inputs.questions.size > 0 && unwound(error)) return undefined;
    throw error;
  }
  if (inputs.questions.size === 0) return plan.finish(result);
  if (plan.failed?.(result)) return undefined;
  // The work went on without the answer, and a retry would do it twice: neither may pass for success.
  throw new Error(
    `${plan.name} caught an input request: throw on what isInputRequest() recognises`,
  );
}

/** The input request itself, or an error that somebody made of it on its way. */
function unwound(error: unknown): boolean {
  return isInputRequest(error) || (isOperationError(error) && error.code !== 'TIMEOUT');
}
