import { isOwnMiddleware } from '../wire/own-middleware.js';
import { exclusionBeingMounted, watchExclusions, type Exclusion } from './middleware-exclusions.js';

/** A middleware as an application registered it. */
export interface RegisteredMiddleware {
  /**
   * As Nest mounts it: a path pattern, `$` at its end for an exact match; a regular expression where
   * the application gave one; undefined for all paths.
   */
  readonly path?: string | RegExp;
  /** A `RequestMethod` of Nest, or -1 for any. */
  readonly method: number;
  readonly run: (request: object, response: object, next: (error?: unknown) => void) => unknown;
  /** Requests of its path that it lets pass unasked: `consumer.apply(…).exclude(…)`. */
  readonly excludes?: Exclusion;
}

type Run = RegisteredMiddleware['run'];
type Mount = (path: string, run: Run) => unknown;

/** What is recorded of an HTTP adapter of Nest. */
interface RecordedAdapter {
  readonly middleware?: RegisteredMiddleware[];
  use(...given: unknown[]): unknown;
  initHttpServer?(...given: unknown[]): unknown;
  getInstance?(): Framework | undefined;
  createMiddlewareFactory(method: number): Mount | Promise<Mount>;
  setNotFoundHandler(...given: unknown[]): unknown;
}

/** An application of Express, as far as it is looked at. */
interface Framework {
  use?(...given: unknown[]): unknown;
  readonly router?: { readonly stack?: readonly Layer[] };
}

/** What stands in its row of middleware and routes. */
interface Layer {
  readonly handle: Run;
  readonly route?: unknown;
  /** For all paths. */
  readonly slash?: boolean;
  readonly rawPath?: string | RegExp | readonly (string | RegExp)[];
}

const records = new WeakMap<object, RegisteredMiddleware[]>();

/**
 * Begins to note which middleware the application registers on its adapter, `app.use()` included, in
 * their order. To be called before `app.init()`; a second call answers the same list.
 *
 * Nest keeps its own list out of reach. What is registered on the application of Express directly
 * (`app.getHttpAdapter().getInstance().use()`) is seen as well, before it was given to Nest too; routes
 * that call `next()` are not.
 */
export function recordMiddleware(adapter: object): readonly RegisteredMiddleware[] {
  watchExclusions();
  const known = records.get(adapter) ?? (adapter as RecordedAdapter).middleware;
  if (known) return known;
  const record = mountedBefore(adapter as RecordedAdapter);
  records.set(adapter, record);
  watch(adapter as RecordedAdapter, record);
  return record;
}

/** The middleware of an adapter that `recordMiddleware` was called for; empty for others. */
export function recordedMiddleware(adapter: object | undefined): readonly RegisteredMiddleware[] {
  if (!adapter) return [];
  return records.get(adapter) ?? (adapter as RecordedAdapter).middleware ?? [];
}

function watch(adapter: RecordedAdapter, record: RegisteredMiddleware[]): void {
  const use = adapter.use.bind(adapter);
  const createFactory = adapter.createMiddlewareFactory.bind(adapter);
  const setNotFoundHandler = adapter.setNotFoundHandler.bind(adapter);
  // What is registered behind the routes runs for no route; Nest's own 404 handler comes first there.
  let open = true;
  const noteDirect = watchInstance(adapter, (given) => open && record.push(...ofUse(given)));
  adapter.setNotFoundHandler = (...given) => {
    open = false;
    return setNotFoundHandler(...given);
  };
  // `return503OnClosing` is Nest's own: a call that a shutdown hook makes must not meet it.
  const initHttpServer = adapter.initHttpServer?.bind(adapter);
  adapter.initHttpServer = (...given) => noteDirect.without(() => initHttpServer?.(...given));
  adapter.use = (...given) => {
    if (open) record.push(...ofUse(given));
    return noteDirect.without(() => use(...given));
  };
  adapter.createMiddlewareFactory = (method) => {
    const noting =
      (mount: Mount): Mount =>
      (path, run) => {
        record.push({ path, method, run, excludes: exclusionBeingMounted(adapter) });
        return noteDirect.without(() => mount(path, run));
      };
    const mount = createFactory(method);
    return mount instanceof Promise ? mount.then(noting) : noting(mount);
  };
}

/** In a syntax that no pattern is read from: it may be meant for every path. */
const SOME_PATH = '(a path)';

/** What an application of Express holds when Nest is given it. */
function mountedBefore(adapter: RecordedAdapter): RegisteredMiddleware[] {
  const { stack = [] } = adapter.getInstance?.()?.router ?? {};
  const held = stack.filter(
    ({ route, handle }) => !route && handle.length < 4 && !isHookOfNest(handle),
  );
  return held.flatMap(({ slash, rawPath = SOME_PATH, handle: run }) =>
    [slash ? undefined : rawPath].flat().map((path) => ({ path, method: -1, run })),
  );
}

/** Nest's adapter puts it there itself. Were it not known any more, it would run, and change nothing. */
function isHookOfNest(handle: Run): boolean {
  return Function.prototype.toString.call(handle).includes('this.onRequestHook');
}

/** What tells apart the middleware that Nest mounts from what is put on its framework past it. */
interface DirectUse {
  /** Runs what mounts for Nest: it is noted there. */
  without<T>(work: () => T): T;
}

/**
 * Notes what is put on the application of Express itself. Fastify has no `use` until its plugin is
 * there, and hooks in its place, of which none is for one path.
 */
function watchInstance(adapter: RecordedAdapter, note: (given: unknown[]) => void): DirectUse {
  const instance = adapter.getInstance?.();
  let byNest = 0;
  if (typeof instance?.use === 'function') {
    const use = instance.use.bind(instance);
    instance.use = (...given) => {
      if (byNest === 0) note(given);
      return use(...given);
    };
  }
  return {
    without: (work) => {
      byNest += 1;
      try {
        return work();
      } finally {
        byNest -= 1;
      }
    },
  };
}

/** `use([path], ...handlers)`, as Express and middie take it; error handlers are none of a call's. */
export function ofUse(given: readonly unknown[]): RegisteredMiddleware[] {
  const [first] = given;
  const isHandler = (item: unknown): item is Run => typeof item === 'function';
  const handlers = given.flat(Infinity).filter(isHandler);
  // As Express finds out whether a list is one of paths.
  const paths = isHandler([first].flat(Infinity)[0]) ? [undefined] : [first].flat(Infinity);
  return paths.flatMap((path) =>
    handlers
      .filter((run) => run.length < 4 && !isOwnMiddleware(run))
      .map((run) => ({ path: path as RegisteredMiddleware['path'], method: -1, run })),
  );
}
