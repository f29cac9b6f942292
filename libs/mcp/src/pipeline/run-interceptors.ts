import { AsyncResource } from 'node:async_hooks';
import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import {
  EmptyError,
  isObservable,
  Observable,
  type Observer,
  type Subscriber,
  type TeardownLogic,
} from 'rxjs';
import type { AbortWatch } from './abort-watch.js';
import { discardBody } from './streamed-body.js';
import { isThenable, promiseOf, whenReady, type Awaitable } from '../wire/awaitable.js';

/** The method behind the interceptors: a value, a promise, an Observable, or a promise of one. */
export type Method = () => unknown;

/**
 * Runs the interceptors, of which there is one at least, round the method, and goes on with the value;
 * the last value of an Observable is the value.
 *
 * @returns what `next` makes of it: at once where nothing in the chain takes its time
 */
export function runInterceptors<Result>(
  interceptors: readonly NestInterceptor[],
  context: ExecutionContext,
  method: Method,
  watch: AbortWatch,
  next: (value: unknown) => Awaitable<Result>,
): Awaitable<Result> {
  const chain = { interceptors, context, method, watch };
  return whenReady<unknown, Result>(
    interceptors[0].intercept(context, new NextHandler(chain, 1)),
    (result) => (isObservable(result) ? whenReady(lastValue(result, watch), next) : next(result)),
  );
}

/** What every hop of one call shares. */
interface Chain {
  readonly interceptors: readonly NestInterceptor[];
  readonly context: ExecutionContext;
  readonly method: Method;
  readonly watch: AbortWatch;
}

class NextHandler implements CallHandler {
  constructor(
    private readonly chain: Chain,
    private readonly index: number,
  ) {}

  handle(): Observable<unknown> {
    // The hop runs in the async context of whoever called `handle()`, as in Nest: an interceptor's
    // `als.run(store, () => next.handle())` must hold although the subscription comes later.
    const scope = new AsyncResource('McpCallHandler');
    return new Observable((subscriber) => scope.runInAsyncScope(() => this.#subscribe(subscriber)));
  }

  #subscribe(subscriber: Subscriber<unknown>): TeardownLogic {
    const { interceptors, context, method, watch } = this.chain;
    try {
      if (this.index >= interceptors.length) return emitMethod(method, subscriber, watch);
      const next = new NextHandler(this.chain, this.index + 1);
      return emit(interceptors[this.index].intercept(context, next), subscriber);
    } catch (error) {
      subscriber.error(error);
      return undefined;
    }
  }
}

/**
 * Goes on with what a method returned that no interceptor stands round: a value, a promise, an
 * Observable, or a promise of one. While a promise is open an abort ends the call from outside: there is
 * nobody through whom its error could travel.
 */
export function afterMethod<Result>(
  returned: unknown,
  watch: AbortWatch,
  next: (value: unknown) => Awaitable<Result>,
): Awaitable<Result> {
  const settled = (value: unknown): Awaitable<Result> => {
    if (!isObservable(value)) return next(value);
    // What comes back when the call was given up must not begin.
    watch.throwIfAborted();
    return whenReady(lastValue(value, watch, true), next);
  };
  return isThenable(returned) ? promiseOf(returned).then(settled) : settled(returned);
}

/** Emits what the method yields, and the abort's reason should it come first. */
function emitMethod(
  method: Method,
  subscriber: Subscriber<unknown>,
  watch: AbortWatch,
): TeardownLogic {
  watch.throwIfAborted();
  const value = method();
  if (!isThenable(value) && !isObservable(value)) return emit(value, subscriber);
  watch.whileRunning((reason) => {
    watch.whileRunning(undefined);
    // The error stops the method's own Observable: it was added to this subscriber.
    subscriber.error(reason);
  });
  subscriber.add(() => watch.whileRunning(undefined));
  return emit(value, subscriber);
}

function emit(value: unknown, subscriber: Subscriber<unknown>): TeardownLogic {
  if (isObservable(value)) return value.subscribe(subscriber);
  if (!isThenable(value)) {
    subscriber.next(value);
    subscriber.complete();
    return undefined;
  }
  promiseOf(value).then(
    (settled) => {
      if (subscriber.closed) return discardBody(settled);
      if (isObservable(settled)) {
        subscriber.add(settled.subscribe(subscriber));
        return;
      }
      subscriber.next(settled);
      subscriber.complete();
    },
    (error: unknown) => subscriber.error(error),
  );
  return undefined;
}

/** The last value; at once where the source is through when `subscribe()` returns. */
function lastValue(source: Observable<unknown>, watch: AbortWatch, isMethod = false): unknown {
  const last = new LastValue();
  const subscription = source.subscribe(last);
  if (last.settle) return last.settle();
  watch.whileSubscribed(() => subscription.unsubscribe());
  if (isMethod) {
    watch.whileRunning((reason) => {
      // First: a teardown that throws must not keep the caller waiting.
      last.error(reason);
      subscription.unsubscribe();
    });
    subscription.add(() => watch.whileRunning(undefined));
  }
  return new Promise((resolve, reject) => {
    last.onSettled = (settle) => {
      try {
        resolve(settle());
      } catch (error) {
        reject(error as Error);
      }
    };
  });
}

class LastValue implements Observer<unknown> {
  #last?: { readonly value: unknown };
  /** Set when the source is through: the value, or the error thrown. */
  settle?: () => unknown;
  onSettled?: (settle: () => unknown) => void;

  // Arrow functions: rxjs takes them off their object.
  readonly next = (value: unknown): void => {
    this.#last = { value };
  };
  readonly error = (error: unknown): void => {
    this.#end(() => {
      throw error;
    });
  };
  readonly complete = (): void => {
    const last = this.#last;
    this.#end(() => {
      if (last) return last.value;
      throw new EmptyError();
    });
  };

  #end(settle: () => unknown): void {
    this.settle ??= settle;
    this.onSettled?.(this.settle);
  }
}
