/** A value, or a promise of it: most of a call is at hand, and a promise costs more than the work. */
export type Awaitable<T> = T | PromiseLike<T>;

/** Goes on with the value: at once where it is at hand. Throws or rejects as `next` does. */
export function whenReady<T, Result>(
  value: Awaitable<T>,
  next: (value: T) => Awaitable<Result>,
): Awaitable<Result> {
  return isThenable(value) ? promiseOf(value).then(next) : next(value);
}

/** The same with what `work` throws, or rejects with, for `failed`. */
export function settle<T, Result>(
  work: () => Awaitable<T>,
  next: (value: T) => Awaitable<Result>,
  failed: (error: unknown) => Awaitable<Result>,
): Awaitable<Result> {
  let value: Awaitable<T>;
  try {
    value = work();
  } catch (error) {
    return failed(error);
  }
  return isThenable(value) ? promiseOf(value).then(next, failed) : next(value);
}

/**
 * Calls what the application has given us to be told, which is to change nothing: what it throws, and
 * what it rejects with where it is `async`, goes to `failed`. Nobody waits for it.
 */
export function tell(listener: () => unknown, failed: (error: unknown) => void): void {
  void settle(listener, () => {}, failed);
}

/**
 * As a promise proper. Whoever wrote the `then` of another thenable may yield one more by it, and return
 * nothing: `await` bears with both.
 */
export function promiseOf<T>(value: PromiseLike<T>): Promise<T> {
  return value instanceof Promise ? value : Promise.resolve(value);
}

export function isThenable<T>(value: Awaitable<T>): value is PromiseLike<T> {
  return (
    value !== null &&
    (typeof value === 'object' || typeof value === 'function') &&
    typeof (value as { then?: unknown }).then === 'function'
  );
}
