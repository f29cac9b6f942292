import { AsyncResource } from 'node:async_hooks';
import { McpCallContext } from '../context/call-context.js';
import { isStateless } from '../protocol/revisions.js';
import type { ArgumentCheck } from '../schema/argument-check.js';
import { whenReady, type Awaitable } from '../wire/awaitable.js';
import type { ArgumentParser } from './argument-parser.js';
import { CallExchange } from './call-exchange.js';
import type { CallRoute } from './call-route.js';
import { CallRun } from './call-run.js';
import type { MethodRuntime } from './method-runtime.js';
import type { Invoker, Outcome } from './invoker.js';

/** A method as it was compiled. */
export interface CallableMethod {
  readonly runtime: MethodRuntime;
  readonly route: CallRoute;
  readonly check: ArgumentCheck | undefined;
  readonly parse: ArgumentParser | undefined;
}

type Arguments = Readonly<Record<string, unknown>>;
type Finish<Result> = (outcome: Outcome) => Awaitable<Result>;

const asItIs = (outcome: Outcome): never => outcome as never;

/** The function that begins calls of a compiled method, each in an async context of its own. */
export function invokerOf(method: CallableMethod): Invoker {
  return <Result>(
    args: Arguments,
    call: McpCallContext,
    finish: Finish<Result> = asItIs,
  ): Promise<Result> => {
    const begin = (): Promise<Result> => {
      // Nothing to wait for but on the first calls of the process.
      const pending = method.check?.ready();
      if (pending) return pending.then(() => callMethod(method, args, call, finish));
      return callMethod(method, args, call, finish);
    };
    const run = (): Promise<Result> => McpCallContext.run(call, begin);
    // What a guard enters into the async context (`cls.enter()`) must not leak into whatever reads
    // the next caller's message, nor into the next round of its own call.
    return hasContext(call) ? run() : new AsyncResource('McpCall').runInAsyncScope(run);
  };
}

/**
 * Whether the async context is the call's already: a POST has one of its own, as the route's has (the
 * messages of a batch get theirs where it is taken apart). In the handshake era it may hold several
 * rounds, where the client can be asked.
 */
function hasContext({ transport, protocolVersion, clientCapabilities }: McpCallContext): boolean {
  if (transport !== 'http') return false;
  if (protocolVersion !== undefined && isStateless(protocolVersion)) return true;
  return Object.keys(clientCapabilities).length === 0;
}

function callMethod<Result>(
  { runtime, route, check, parse }: CallableMethod,
  given: Arguments,
  call: McpCallContext,
  finish: Finish<Result>,
): Promise<Result> {
  try {
    const args = check ? check.decode(given) : given;
    const parts = route.toParts(args);
    const exchange = new CallExchange(call, parts, runtime.limit);
    const checked = {
      ready: () => check?.ready(),
      check: () => {
        const issues = route.issues(parts, check?.check(args));
        if (issues || !parse) return issues;
        return whenReady(parse(args), (parsed) => {
          if ('issues' in parsed) return parsed.issues;
          exchange.args = parsed.value;
          return undefined;
        });
      },
    };
    return new CallRun(runtime, call, exchange, checked, finish).start();
  } catch (error) {
    return Promise.reject(error);
  }
}
