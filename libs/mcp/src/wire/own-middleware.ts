const OWN = Symbol.for('toolport.middleware');

/**
 * Marks a middleware as part of the endpoint itself. The pipeline replays the application's middleware
 * for calls that no HTTP request carried; the endpoint's own must not answer there.
 */
export function ownMiddleware<Middleware extends (...args: never[]) => unknown>(
  middleware: Middleware,
): Middleware {
  return Object.assign(middleware, { [OWN]: true });
}

export function isOwnMiddleware(middleware: unknown): boolean {
  return typeof middleware === 'function' && OWN in middleware;
}
