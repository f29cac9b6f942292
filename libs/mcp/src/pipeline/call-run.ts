import type { McpCallContext } from '../context/call-context.js';
import type { ArgumentIssue } from '../schema/argument-check.js';
import { isThenable, whenReady, type Awaitable } from '../wire/awaitable.js';
import { AbortWatch } from './abort-watch.js';
import { ArgumentsRefusedException } from './argument-refusal.js';
import type { CallExchange } from './call-exchange.js';
import type { CompiledChain } from './compiled-chain.js';
import { CallExecutionContext } from './execution-context.js';
import { failedOutcome, passesFilters } from './failed-run.js';
import { HandedOn } from './handed-on.js';
import type { Outcome } from './invoker.js';
import { legibleError } from './legible-error.js';
import { answerOf } from './method-answer.js';
import type { MethodRuntime } from './method-runtime.js';
import { fillParameters } from './parameter-values.js';
import { runGuards } from './run-guards.js';
import { afterMethod, runInterceptors } from './run-interceptors.js';
import { throughMiddleware } from './through-middleware.js';

/** Finds what is wrong with the arguments of one call. */
export interface CallCheck {
  /** Something to wait for before the first check; see `ArgumentCheck.ready`. */
  ready(): Promise<void> | undefined;
  check(): Awaitable<readonly ArgumentIssue[] | undefined>;
}

type Settle<Result> = (result: Result | PromiseLike<Result>) => void;

/**
 * One call of one method: guards, interceptors, pipes, method, filters, in Nest's order. Each step goes
 * on at once where nothing takes its time, and what a method has not costs it nothing.
 *
 * Its public members are for the steps in files of their own, which are given the run itself.
 */
export class CallRun<Result> {
  readonly watch: AbortWatch;
  #resolve!: Settle<Result>;
  #reject!: (error: unknown) => void;
  #isOver = false;
  #phase: 'guards' | 'handler' = 'guards';
  #chain?: CompiledChain;
  #context?: CallExecutionContext;
  #handedOn?: HandedOn;
  #issues?: readonly ArgumentIssue[];
  /** The error with which a pipe refused the arguments, and that of a `ValidationPipe`. */
  refused?: unknown;
  invalid?: unknown;

  /**
   * @param argumentCheck asked at the pipes' place, once per attempt
   * @param finish makes of the outcome what the caller gets
   */
  constructor(
    readonly runtime: MethodRuntime,
    readonly call: McpCallContext,
    readonly exchange: CallExchange,
    private readonly argumentCheck: CallCheck,
    private readonly finish: (outcome: Outcome) => Awaitable<Result>,
  ) {
    this.watch = new AbortWatch(call, (reason) => this.#giveUp(reason));
  }

  start(): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
      try {
        const outcome = this.#enter();
        if (isThenable(outcome)) {
          outcome.then(
            (settled) => this.#succeed(settled),
            (error: unknown) => this.#fail(error),
          );
        } else this.#succeed(outcome);
      } catch (error) {
        this.#fail(error);
      }
    });
  }

  #succeed(outcome: Outcome): void {
    const watch = this.watch;
    const counts = watch.interrupted ? this.#aborted(watch.reason) : outcome;
    watch.stop();
    this.#conclude(counts);
  }

  #fail(error: unknown): void {
    void this.#failed(error).then(
      (outcome) => {
        this.watch.stop();
        this.#conclude(outcome);
      },
      (passed: unknown) => {
        this.watch.stop();
        this.#reject(passed);
      },
    );
  }

  #giveUp(reason: unknown): void {
    if (!passesFilters(reason)) return this.#conclude(this.#aborted(reason));
    this.#isOver = true;
    this.#reject(reason);
  }

  /** The first word counts: a call that was given up may still come back. */
  #conclude(outcome: Outcome): void {
    if (this.#isOver) return;
    this.#isOver = true;
    try {
      this.#resolve(this.finish(outcome));
    } catch (error) {
      this.#reject(error);
    }
  }

  #enter(): Awaitable<Outcome> {
    const middleware = this.runtime.middlewareFor(this.call.transport);
    if (middleware.length === 0) return this.#execute();
    return throughMiddleware(
      middleware,
      this.exchange,
      // Async: what it throws is the call's, and not that of the middleware which called `next()`.
      async () => this.#execute(),
      () => this.#outcome(this.exchange.response.body, { phase: 'guards', answered: true }),
    );
  }

  #execute(): Awaitable<Outcome> {
    const chain = this.runtime.chainFor(this.exchange);
    return isThenable(chain) ? chain.then((made) => this.#guard(made)) : this.#guard(chain);
  }

  #guard(chain: CompiledChain): Awaitable<Outcome> {
    this.#chain = chain;
    if (chain.guards.length === 0) return this.#admit(chain);
    const pending = runGuards(chain.guards, this.context, this.watch);
    return pending ? pending.then(() => this.#admit(chain)) : this.#admit(chain);
  }

  #admit(chain: CompiledChain): Awaitable<Outcome> {
    this.call.admit();
    if (this.runtime.guardsOnly) return this.#outcome(undefined);
    this.#phase = 'handler';
    this.#prepareResponse();
    const answer = (value: unknown): Awaitable<Outcome> => answerOf(value, this);
    if (chain.interceptors.length === 0) {
      return this.#callMethod(chain, (value) =>
        afterMethod(value, this.watch, answer),
      ) as Awaitable<Outcome>;
    }
    const method = (): unknown => this.#callMethod(chain, (value) => value);
    return runInterceptors(chain.interceptors, this.context, method, this.watch, answer);
  }

  /** What guards, interceptors and decorators of parameters are shown. */
  get context(): CallExecutionContext {
    return (this.#context ??= new CallExecutionContext(
      this.exchange,
      this.handedOn.next,
      this.#chain?.instance.constructor as never,
      this.runtime.plan.handler,
    ));
  }

  /** What a method hands on by `next()`. */
  get handedOn(): HandedOn {
    return (this.#handedOn ??= new HandedOn(this.exchange.parts));
  }

  #prepareResponse(): void {
    const { status, headers } = this.runtime.plan.response;
    this.exchange.status = status;
    for (const { name, value } of headers) {
      this.exchange.response.setHeader(name, typeof value === 'function' ? value() : value);
    }
  }

  #callMethod(chain: CompiledChain, next: (value: unknown) => unknown): unknown {
    const pending = this.argumentCheck.ready();
    if (pending) return pending.then(() => this.#checkAndCall(chain, next));
    return this.#checkAndCall(chain, next);
  }

  #checkAndCall(chain: CompiledChain, next: (value: unknown) => unknown): unknown {
    // Before the pipes, which may change what they are given; thrown after them: where they refuse,
    // it is their exception that the caller reads.
    return whenReady(this.argumentCheck.check(), (issues) => {
      this.#issues = issues;
      const { routeParameters } = this.runtime;
      return fillParameters(chain.parameters, this, routeParameters, (values) => {
        if (issues) throw (this.invalid = new ArgumentsRefusedException(issues));
        this.watch.throwIfAborted();
        return next(chain.method.apply(chain.instance, values));
      });
    });
  }

  #outcome(value: unknown, more?: Partial<Outcome>): Outcome {
    return this.exchange.outcome(value, more);
  }

  async #failed(given: unknown): Promise<Outcome> {
    const error = legibleError(given);
    if (passesFilters(error)) throw error;
    if (this.watch.interrupted) return this.#aborted(this.watch.reason);
    const { exchange, runtime } = this;
    const invalid = this.invalid === error;
    const issues = invalid || this.refused === error ? this.#issues : undefined;
    return failedOutcome(error, {
      exchange,
      known: { phase: this.#phase, ...(invalid && { invalid }), ...(issues && { issues }) },
      filters: this.#chain?.filters ?? runtime.staticFilters(),
      globalFilters: runtime.globalFilters(),
    });
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
