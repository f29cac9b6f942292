import { NotFoundException } from '@nestjs/common';
import type { McpCallContext } from '../context/call-context.js';
import { isInputRequest } from '../context/input-request.js';
import { isProtocolError } from '../errors/protocol.error.js';
import type { ArgumentIssue } from '../schema/argument-check.js';
import { isThenable, whenReady, type Awaitable } from '../wire/awaitable.js';
import { AbortWatch } from './abort-watch.js';
import { ArgumentsRefusedException } from './argument-refusal.js';
import type { CompiledChain } from './compiled-chain.js';
import { defaultAnswer } from './default-answer.js';
import { CallExecutionContext } from './execution-context.js';
import type { Outcome } from './invoker.js';
import { legibleError } from './legible-error.js';
import type { MethodRuntime } from './method-runtime.js';
import { fillParameters } from './parameter-values.js';
import { ResultTooLargeError } from './result-limit.js';
import { runFilters } from './run-filters.js';
import { runGuards } from './run-guards.js';
import { runInterceptors } from './run-interceptors.js';
import { collectBody, isStreamedBody } from './streamed-body.js';
import type { CallRequest } from './synthetic-request.js';
import type { CallResponse } from './synthetic-response.js';
import { throughMiddleware } from './through-middleware.js';

/** Finds what is wrong with the arguments of one call. */
export interface CallCheck {
  /** Something to wait for before the first check; see `ArgumentCheck.ready`. */
  ready(): Promise<void> | undefined;
  check(): Awaitable<readonly ArgumentIssue[] | undefined>;
}

/** One call of one method: guards, interceptors, pipes, method, filters, in Nest's order. */
export class CallRun<Result> {
  #phase: 'guards' | 'handler' = 'guards';
  #chain?: CompiledChain;
  /** What the method handed on by `next()`, and who waits for it. */
  #handedOn?: { readonly error: unknown };
  #failNext?: (error: Error) => void;
  #issues?: readonly ArgumentIssue[];
  /** The error with which a pipe refused the arguments, and that of a `ValidationPipe`. */
  refused?: unknown;
  invalid?: unknown;

  /**
   * @param check asked at the pipes' place, once per attempt
   * @param finish makes of the outcome what the caller gets
   */
  constructor(
    private readonly runtime: MethodRuntime,
    private readonly call: McpCallContext,
    private readonly request: CallRequest,
    private readonly response: CallResponse,
    private readonly check: CallCheck,
    private readonly finish: (outcome: Outcome) => Awaitable<Result>,
  ) {}

  start(): Promise<Result> {
    return new Promise((resolve, reject) => {
      let isGivenUp = false;
      const conclude = (outcome: Outcome): void => {
        try {
          resolve(this.finish(outcome));
        } catch (error) {
          reject(error as Error);
        }
      };
      const watch = new AbortWatch(this.call, (reason) => {
        isGivenUp = true;
        conclude(this.#aborted(reason));
      });
      const end = (outcome: Outcome): void => {
        watch.stop();
        if (!isGivenUp) conclude(outcome);
      };
      const leave = (error: unknown): void => {
        watch.stop();
        reject(error as Error);
      };
      const succeed = (outcome: Outcome): void =>
        end(watch.interrupted ? this.#aborted(watch.reason) : outcome);
      const fail = (error: unknown): void => void this.#fail(error, watch).then(end, leave);
      try {
        const outcome = this.#enter(watch);
        if (isThenable(outcome)) outcome.then(succeed, fail);
        else succeed(outcome);
      } catch (error) {
        fail(error);
      }
    });
  }

  #enter(watch: AbortWatch): Awaitable<Outcome> {
    const middleware = this.runtime.middlewareFor(this.call.transport);
    if (middleware.length === 0) return this.#execute(watch);
    return throughMiddleware(
      middleware,
      this.request,
      this.response,
      // Async: what it throws is the call's, and not that of the middleware which called `next()`.
      async () => this.#execute(watch),
      () => this.#outcome(this.response.body, { phase: 'guards', answered: true }),
    );
  }

  #execute(watch: AbortWatch): Awaitable<Outcome> {
    return whenReady(this.runtime.chainFor(this.request), (chain) => {
      this.#chain = chain;
      const context = this.#contextOf(chain);
      return whenReady(runGuards(chain.guards, context, watch), () => {
        this.call.admit();
        if (this.runtime.guardsOnly) return this.#outcome(undefined);
        return this.#intercept(chain, context, watch);
      });
    });
  }

  #intercept(
    chain: CompiledChain,
    context: CallExecutionContext,
    watch: AbortWatch,
  ): Awaitable<Outcome> {
    this.#phase = 'handler';
    this.#prepareResponse();
    const method = (): unknown => this.#callMethod(chain, context, watch);
    const answer = (value: unknown): Awaitable<Outcome> => this.#answer(value, watch);
    return runInterceptors(chain.interceptors, context, method, watch, answer);
  }

  #contextOf(chain: CompiledChain): CallExecutionContext {
    return new CallExecutionContext(
      [this.request, this.response, this.#next],
      chain.instance.constructor as never,
      this.runtime.plan.handler,
    );
  }

  /** Behind the method there is no other route: on the route as well, what comes next is a 404. */
  readonly #next = (given?: unknown): void => {
    const { method, url } = this.request;
    const error = given ?? new NotFoundException(`Cannot ${method} ${url}`);
    this.#handedOn = { error };
    this.#failNext?.(error as Error);
  };

  #prepareResponse(): void {
    const { status, headers } = this.runtime.plan.response;
    this.response.statusCode = status;
    for (const { name, value } of headers) {
      this.response.setHeader(name, typeof value === 'function' ? value() : value);
    }
  }

  #callMethod(chain: CompiledChain, context: CallExecutionContext, watch: AbortWatch): unknown {
    const pending = this.check.ready();
    if (pending) return pending.then(() => this.#fillAndCall(chain, context, watch));
    return this.#fillAndCall(chain, context, watch);
  }

  #fillAndCall(chain: CompiledChain, context: CallExecutionContext, watch: AbortWatch): unknown {
    // Before the pipes, which may change what they are given; thrown after them: where they refuse,
    // it is their exception that the caller reads.
    return whenReady(this.check.check(), (issues) => {
      this.#issues = issues;
      const { routeParameters } = this.runtime;
      return fillParameters(chain.parameters, context, routeParameters, this, (values) => {
        if (issues) throw (this.invalid = new ArgumentsRefusedException(issues));
        watch.throwIfAborted();
        return chain.method.apply(chain.instance, values);
      });
    });
  }

  #answer(value: unknown, watch: AbortWatch): Awaitable<Outcome> {
    const { redirect, answersItself } = this.runtime.plan.response;
    if (redirect) {
      const to = value as { url?: string; statusCode?: number } | undefined;
      const status = to?.statusCode ?? redirect.statusCode ?? 302;
      return this.#outcome(undefined, { status, location: to?.url ?? redirect.url });
    }
    const pending = answersItself && !this.response.replied ? this.#replied(watch) : undefined;
    return whenReady(pending, () => this.#send(value, watch));
  }

  #send(value: unknown, watch: AbortWatch): Awaitable<Outcome> {
    const sent = this.response.replied ? this.response.body : value;
    if (!isStreamedBody(sent)) return this.#outcome(sent);
    const headers = this.response.getHeaders();
    const collected = collectBody(sent, this.call, watch, this.runtime.limit, headers);
    return collected.then(({ value: whole, status }) =>
      this.#outcome(whole, status === undefined ? undefined : { status }),
    );
  }

  /** Waits for a method that answers by `@Res()`, at once or later, or hands on by `next()`. */
  #replied(watch: AbortWatch): Promise<void> {
    const replied = new Promise<void>((resolve, reject) => {
      const done = (): void => resolve();
      if (this.#handedOn) return reject(this.#handedOn.error as Error);
      watch.whileRunning(reject);
      this.#failNext = reject;
      this.response.once('finish', done).once('close', done).once('error', reject);
    });
    // It is over: an abort of what comes after, a filter perhaps, is not its to roll back.
    return replied.finally(() => watch.whileRunning(undefined));
  }

  #outcome(value: unknown, more?: Partial<Outcome>): Outcome {
    const { response } = this;
    const { statusCode: status, redirectUrl: location } = response;
    const outcome = { status, value, headers: response.getHeaders(), location, ...more };
    response.settle();
    return outcome;
  }

  async #fail(given: unknown, watch: AbortWatch): Promise<Outcome> {
    const thrown = legibleError(given);
    if (isInputRequest(thrown) || isProtocolError(thrown)) throw thrown;
    if (watch.interrupted) return this.#aborted(watch.reason);
    const phase = this.#phase;
    const invalid = this.invalid === thrown;
    const issues = invalid || this.refused === thrown ? this.#issues : undefined;
    const common = { error: thrown, phase, ...(invalid && { invalid }), ...(issues && { issues }) };
    if (thrown instanceof ResultTooLargeError) return this.#outcome(undefined, common);
    const { runtime, response } = this;
    const filters = this.#chain?.filters ?? runtime.staticFilters();
    const host = new CallExecutionContext(
      [this.request, response, () => {}],
      null as never,
      null as never,
    );
    const filtered = await runFilters(thrown, filters, runtime.globalFilters(), host, response);
    if (filtered.answered) return this.#outcome(response.body, { ...common, answered: true });
    // `throw undefined` is a failure as well.
    const error = legibleError(filtered.error) ?? new Error('Nothing was thrown');
    return this.#outcome(undefined, { ...common, ...defaultAnswer(error), error });
  }

  #aborted(reason: unknown): Outcome {
    const status = abortStatus(reason);
    return this.#outcome(undefined, { status, error: reason, phase: this.#phase, aborted: true });
  }
}

/** 408 for a deadline, as Nest's `RequestTimeoutException`; 499 for a caller that left (nginx). */
function abortStatus(reason: unknown): number {
  const { name, status } = Object(reason) as { name?: unknown; status?: unknown };
  if (typeof status === 'number') return status;
  return name === 'TimeoutError' ? 408 : 499;
}
