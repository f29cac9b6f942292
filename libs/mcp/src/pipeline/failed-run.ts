import { isInputRequest } from '../context/input-request.js';
import { isProtocolError } from '../errors/protocol.error.js';
import type { CallExchange } from './call-exchange.js';
import { defaultAnswer } from './default-answer.js';
import { CallExecutionContext } from './execution-context.js';
import type { Outcome } from './invoker.js';
import { legibleError } from './legible-error.js';
import type { BoundFilter } from './nest-creators.js';
import { ResultTooLargeError } from './result-limit.js';
import { runFilters } from './run-filters.js';

/** What is known of a call that failed. */
export interface FailedRun {
  readonly exchange: CallExchange;
  /** What the outcome says of it beside the error. */
  readonly known: Pick<Outcome, 'phase' | 'invalid' | 'issues'>;
  readonly filters: readonly BoundFilter[];
  readonly globalFilters: readonly BoundFilter[];
}

/** Whether an error passes all filters: it is the server's, not the application's. */
export function passesFilters(error: unknown): boolean {
  return isInputRequest(error) || isProtocolError(error);
}

/** What the application's filters, or Nest's own last one, make of an error. */
export async function failedOutcome(error: unknown, run: FailedRun): Promise<Outcome> {
  const { exchange, known, filters, globalFilters } = run;
  const common = { error, ...known };
  if (error instanceof ResultTooLargeError) return exchange.outcome(undefined, common);
  const { response } = exchange;
  const host = new CallExecutionContext(exchange, () => {}, null as never, null as never);
  const filtered = await runFilters(error, filters, globalFilters, host, response);
  if (filtered.answered) return exchange.outcome(response.body, { ...common, answered: true });
  // `throw undefined` is a failure as well.
  const left = legibleError(filtered.error) ?? new Error('Nothing was thrown');
  return exchange.outcome(undefined, { ...common, ...defaultAnswer(left), error: left });
}
