import type { CallExchange } from './call-exchange.js';
import type { MountedMiddleware } from './route-middleware.js';

/**
 * Runs middleware in its order and goes on inside the last `next()`: what a middleware opens round it
 * (`als.run(store, next)`) holds for the rest of the call.
 *
 * @param proceed the rest of the call; it rejects and never throws
 * @param answered called instead when a middleware answers by itself
 * @returns what `proceed` or `answered` came to; rejects with what a middleware passed to `next()`
 */
export function throughMiddleware<Result>(
  middleware: readonly MountedMiddleware[],
  exchange: CallExchange,
  proceed: () => Promise<Result>,
  answered: () => Result,
): Promise<Result> {
  if (middleware.length === 0) return proceed();
  const chain = middleware.filter((mounted) => mounted.isFor(exchange.parts.path));
  if (chain.length === 0) return proceed();
  // On Fastify, middleware sees Node's own request and response.
  const { request, response } = exchange;
  const raw = (request.raw ?? request) as object;
  return new Promise<Result>((resolve, reject) => {
    const onFinish = (): void => {
      try {
        resolve(answered());
      } catch (error) {
        reject(error as Error);
      }
    };
    // Of a bot blocker, say: on the route the connection would be gone, and nobody left waiting.
    const onClose = (): void => reject(new Error('A middleware destroyed the response'));
    response.once('finish', onFinish).once('close', onClose);
    const restore = [raw, response].map(keepPrototype);
    const step =
      (place: number) =>
      (error?: unknown): void => {
        restore.forEach((one) => one());
        if (error !== undefined && error !== null) return reject(error as Error);
        if (place < chain.length) return runOne(chain[place], step(place + 1));
        response.off('finish', onFinish).off('close', onClose);
        proceed().then(resolve, reject);
      };
    const runOne = ({ run }: MountedMiddleware, next: (error?: unknown) => void): void => {
      try {
        Promise.resolve(run(raw, response, once(next))).catch(reject);
      } catch (error) {
        reject(error as Error);
      }
    };
    step(0)();
  });
}

/** An application of Express that is used as middleware changes the prototypes of what it is given. */
function keepPrototype(object: object): () => void {
  const prototype = Object.getPrototypeOf(object) as object;
  return () => void Object.setPrototypeOf(object, prototype);
}

/** A second `next()` must not run the method twice. */
function once(next: (error?: unknown) => void): (error?: unknown) => void {
  let called = false;
  return (error) => {
    if (called) return;
    called = true;
    next(error);
  };
}
