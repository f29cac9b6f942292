import { isInputRequest } from '../../context/input-request.js';
import { McpError } from '../../errors/mcp.error.js';
import { settle, type Awaitable } from '../../wire/awaitable.js';
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
  /** The result that a failure is; throws what is none. @default every failure is thrown */
  recover?(error: unknown): object;
}

/**
 * Runs a call, round by round, until it needs no more answers; each round is a whole call with its
 * own guards and transaction, and nothing is held while somebody thinks.
 *
 * @returns the final result, or one that asks for input (2026-07-28)
 */
export function runRounds<Result>(
  scope: RequestScope,
  core: ServerCore,
  plan: AskingPlan<Result>,
): Awaitable<object> {
  const recover = (error: unknown): object => recovered(plan, error);
  return settle(
    () => openInputs(scope, core),
    (inputs) => runRound(scope, core, plan, inputs, 1),
    recover,
  );
}

function runRound<Result>(
  scope: RequestScope,
  core: ServerCore,
  plan: AskingPlan<Result>,
  inputs: CallInputs,
  round: number,
): Awaitable<object> {
  const again = (): Promise<object> =>
    askAgain(scope, core, plan, inputs, round).catch((error: unknown) => recovered(plan, error));
  return runCall(scope, core, plan, inputs, {
    succeeded: (result) => {
      if (inputs.questions.size === 0) return plan.finish(result);
      if (plan.failed?.(result)) return again();
      // The work went on without the answer, and a retry would do it twice: neither may pass for success.
      throw new Error(
        `${plan.name} caught an input request: throw on what isInputRequest() recognises`,
      );
    },
    failed: (error) => {
      if (inputs.questions.size > 0 && unwound(error)) return again();
      return recovered(plan, error);
    },
  });
}

function recovered<Result>(plan: AskingPlan<Result>, error: unknown): object {
  if (plan.recover) return plan.recover(error);
  throw error;
}

/** The round ended in questions. */
async function askAgain<Result>(
  scope: RequestScope,
  core: ServerCore,
  plan: AskingPlan<Result>,
  inputs: CallInputs,
  round: number,
): Promise<object> {
  if (scope.dialect.stateless) return inputRequired(scope, core, inputs);
  const answered = await askPeer(scope, core, inputs);
  if (round < MOST_ROUNDS) return runRound(scope, core, plan, answered, round + 1);
  const message = `The call asked ${MOST_ROUNDS} times and got no answer that it can use`;
  throw new McpError('INPUT_INVALID', message, { status: 422 });
}

/** The input request itself, or an error that somebody made of it on its way. */
function unwound(error: unknown): boolean {
  return isInputRequest(error) || (isOperationError(error) && error.code !== 'TIMEOUT');
}
