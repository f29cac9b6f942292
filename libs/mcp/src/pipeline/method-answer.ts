import type { McpCallContext } from '../context/call-context.js';
import type { Awaitable } from '../wire/awaitable.js';
import type { AbortWatch } from './abort-watch.js';
import type { CallExchange } from './call-exchange.js';
import type { HandedOn } from './handed-on.js';
import type { Outcome } from './invoker.js';
import type { MethodRuntime } from './method-runtime.js';
import { collectBody, discardBody, isStreamedBody } from './streamed-body.js';

/** A call whose method has run. */
export interface AnsweredCall {
  readonly runtime: MethodRuntime;
  readonly call: McpCallContext;
  readonly exchange: CallExchange;
  readonly watch: AbortWatch;
  readonly handedOn: HandedOn;
}

/** What the method's value comes to, or what it wrote to the response in its place. */
export function answerOf(value: unknown, answered: AnsweredCall): Awaitable<Outcome> {
  const { exchange, runtime, watch } = answered;
  if (watch.interrupted) discardBody(value);
  const { redirect, answersItself } = runtime.plan.response;
  if (redirect) {
    const to = value as { url?: string; statusCode?: number } | undefined;
    const status = to?.statusCode ?? redirect.statusCode ?? 302;
    return exchange.outcome(undefined, { status, location: to?.url ?? redirect.url });
  }
  if (!answersItself || exchange.replied) return send(value, answered);
  return untilReplied(answered).then(() => send(value, answered));
}

function send(value: unknown, answered: AnsweredCall): Awaitable<Outcome> {
  const { exchange, call, watch, runtime } = answered;
  const sent = exchange.replied ? exchange.response.body : value;
  if (!isStreamedBody(sent)) return exchange.outcome(sent);
  const headers = exchange.response.getHeaders();
  const collected = collectBody(sent, call, watch, runtime.limit, headers);
  return collected.then(({ value: whole, status }) =>
    exchange.outcome(whole, status === undefined ? undefined : { status }),
  );
}

/** Waits for a method that answers by `@Res()`, at once or later, or hands on by `next()`. */
function untilReplied({ exchange, watch, handedOn }: AnsweredCall): Promise<void> {
  const replied = new Promise<void>((resolve, reject) => {
    handedOn.throwIfHandedOn();
    const done = (): void => resolve();
    watch.whileRunning(reject);
    handedOn.whenHandedOn(reject);
    exchange.response.once('finish', done).once('close', done).once('error', reject);
  });
  // It is over: an abort of what comes after, a filter perhaps, is not its to roll back.
  return replied.finally(() => watch.whileRunning(undefined));
}
