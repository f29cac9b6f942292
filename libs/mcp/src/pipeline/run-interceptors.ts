import { AsyncResource } from 'node:async_hooks';
import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { EmptyError, isObservable, Observable, type Subscriber, type TeardownLogic } from 'rxjs';
import { untilAborted, type AbortWatch } from './abort-watch.js';

/** The method behind the interceptors: a value, a promise, an Observable, or a promise of one. */
export type Method = () => unknown;

/** Runs the interceptors round the method; the last value of an Observable is the value. */
export async function runInterceptors(
  interceptors: readonly NestInterceptor[],
  context: ExecutionContext,
  method: Method,
  watch: AbortWatch,
): Promise<unknown> {
  if (interceptors.length === 0) return runMethod(method, watch);
  const chain = { interceptors, context, method, watch };
  const result = await interceptors[0].intercept(context, new NextHandler(chain, 1));
  return isObservable(result) ? lastValue(result, watch) : result;
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

async function runMethod(method: Method, watch: AbortWatch): Promise<unknown> {
  const returned = method();
  const value = isThenable(returned) ? await untilAborted(returned, watch) : returned;
  return isObservable(value) ? lastValue(value, watch, true) : value;
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
  value.then(
    (settled) => {
      if (subscriber.closed) return;
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

function lastValue(
  source: Observable<unknown>,
  watch: AbortWatch,
  isMethod = false,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    let last: { readonly value: unknown } | undefined;
    const subscription = source.subscribe({
      next: (value) => (last = { value }),
      error: reject,
      complete: () => (last ? resolve(last.value) : reject(new EmptyError())),
    });
    if (subscription.closed) return;
    watch.whileSubscribed(() => subscription.unsubscribe());
    if (!isMethod) return;
    watch.whileRunning((reason) => {
      subscription.unsubscribe();
      reject(reason as Error);
    });
    subscription.add(() => watch.whileRunning(undefined));
  });
}

export function isThenable(value: unknown): value is PromiseLike<unknown> {
  return (
    value !== null &&
    (typeof value === 'object' || typeof value === 'function') &&
    typeof (value as { then?: unknown }).then === 'function'
  );
}
