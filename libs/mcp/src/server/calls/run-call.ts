import type { CallKind, McpCallContext } from '../../context/call-context.js';
import { settle, whenReady, type Awaitable } from '../../wire/awaitable.js';
import type { CallInputs } from '../inputs/call-inputs.js';
import type { RequestScope } from '../request-scope.js';
import type { ServerCore } from '../server-core.js';
import { callContextOf } from './call-context-of.js';
import { CallLimits, timeoutOf } from './call-limits.js';
import { AskingPeer, RequestPeer } from './request-peer.js';

/** What is to be called. */
export interface CallPlan<Result> {
  readonly kind: CallKind;
  readonly name: string;
  /** Milliseconds; the entry's own limit. */
  readonly timeout?: number;
  invoke(call: McpCallContext): Promise<Result>;
}

/** What is made of a call's end: given along, since a promise more for each step would cost more than the step. */
export interface CallEnding<Result, Final> {
  succeeded(result: Result): Awaitable<Final>;
  failed(error: unknown): Awaitable<Final>;
}

/**
 * Runs one call within its limits.
 *
 * `ending` is given what `invoke` rejects with, a ProtocolError where the call may not begin, and at
 * the deadline an `McpError` `TIMEOUT`.
 *
 * @param inputs where the call may ask its caller; undefined: it may not
 */
export function runCall<Result, Final>(
  scope: RequestScope,
  core: ServerCore,
  plan: CallPlan<Result>,
  inputs: CallInputs | undefined,
  ending: CallEnding<Result, Final>,
): Awaitable<Final> {
  const limits = new CallLimits(scope, timeoutOf(plan.timeout, scope, core.options));
  const peer = inputs ? new AskingPeer(scope, inputs) : new RequestPeer(scope);
  const end = (): Promise<void> | undefined => {
    core.calls.leave(limits);
    limits.close();
    return peer.close();
  };
  const begin = (): Awaitable<Result> => {
    core.calls.enter(limits);
    const call = callContextOf(scope, core, {
      kind: plan.kind,
      name: plan.name,
      signal: () => limits.signal,
      deadline: limits.deadline,
      peer,
    });
    return limits.within(plan.invoke(call));
  };
  return settle<Result, Final>(
    begin,
    (result) => whenReady(end(), () => ending.succeeded(result)),
    (error) => whenReady(end(), () => ending.failed(error)),
  );
}
