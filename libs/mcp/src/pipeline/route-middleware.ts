import { RequestMethod } from '@nestjs/common';
import type { SetupProblem } from '../errors/setup.error.js';
import type { Exclusion } from './middleware-exclusions.js';
import type { RegisteredMiddleware } from './middleware-record.js';
import { covers, mayOverlap, readPattern, type PathPattern } from './path-overlap.js';

/** A route whose middleware is asked for. */
export interface MiddlewareRoute {
  /** Upper-case verb. */
  readonly method: string;
  /** Template with global prefix: `/api/orders/:id`. */
  readonly template: string;
}

/** A middleware of a route. */
export interface MountedMiddleware {
  readonly run: RegisteredMiddleware['run'];
  /** `/orders`, for the boot report; undefined for all paths. */
  readonly path?: string;
  /**
   * Whether it runs for the endpoint as well: over HTTP it has run once, for the POST. What is not
   * shared no tool call over HTTP has passed.
   */
  readonly shared: boolean;
  /** Whether it is meant for this path, of those that the route serves. */
  isFor(path: string): boolean;
}

/**
 * The middleware that a route may meet, in its order.
 *
 * Nothing is assumed in favour of a middleware having run: only where its pattern covers the
 * endpoint's path for certain is it `shared`.
 */
export function middlewareOf(
  record: readonly RegisteredMiddleware[],
  route: MiddlewareRoute,
  endpointPaths: readonly string[],
): readonly MountedMiddleware[] {
  // Most applications have none but what is for all paths: then no path need be read.
  if (record.every(({ path }) => path === undefined)) return record.map(({ run }) => forAll(run));
  const template = readPattern(route.template);
  const endpoints = endpointPaths.map(readPattern);
  return record.flatMap((middleware): MountedMiddleware[] => {
    const { path, method, run, excludes } = middleware;
    if (path === undefined) return [forAll(run)];
    if (path instanceof RegExp) return byExpression(path, run, route, endpointPaths);
    const { pattern, prefix } = mountOf(middleware, path);
    if (!answers(method, route.method) || !mayOverlap(pattern, template, prefix)) return [];
    if (isStatic(route.template) && excludes?.always(route.method, route.template)) return [];
    const shared =
      answers(method, 'POST') &&
      endpoints.every((endpoint) => covers(pattern, endpoint, prefix)) &&
      !endpointPaths.some((endpoint) => mayLeaveOut(excludes, endpoint));
    const isFor = (called: string): boolean => mayOverlap(pattern, literal(called), prefix);
    return [{ run, path, shared, isFor }];
  });
}

/** Express asks a regular expression about the path as it came, and wants whole segments from its start. */
function byExpression(
  path: RegExp,
  run: RegisteredMiddleware['run'],
  { template }: MiddlewareRoute,
  endpointPaths: readonly string[],
): MountedMiddleware[] {
  const stateless = new RegExp(path.source, path.flags.replace(/[gy]/g, ''));
  const isFor = (called: string): boolean => {
    const [match] = stateless.exec(called) ?? [];
    return (
      match !== undefined && called.startsWith(match) && /^(\/|$)/.test(called.slice(match.length))
    );
  };
  if (isStatic(template) && !isFor(template)) return [];
  const shared = endpointPaths.flatMap(spellings).every(isFor);
  return [{ run, path: String(path), shared, isFor }];
}

/**
 * The middleware of what has no route of its own (provider tools, resources, lists): whatever is bound to
 * any of the endpoint's paths, since a channel without HTTP comes by none of them; and what is bound to
 * the path under which it is shown to guards, `own`.
 */
export function endpointMiddleware(
  record: readonly RegisteredMiddleware[],
  endpointPaths: readonly string[],
  own?: MiddlewareRoute,
): readonly MountedMiddleware[] {
  const endpoints = endpointPaths.map((path) => ({ method: 'POST', template: path || '/' }));
  return record.flatMap((one) => {
    const { run, path } = one;
    const isFor = (route: MiddlewareRoute) => middlewareOf([one], route, endpointPaths);
    if (endpoints.some((route) => isFor(route).length > 0)) {
      return [{ ...forAll(run), path: path === undefined ? undefined : String(path) }];
    }
    return own ? isFor(own) : [];
  });
}

/** A middleware that no tool call passes often authenticates: the author must say what is meant. */
export function middlewareFaults(
  where: string,
  middleware: readonly MountedMiddleware[],
  decision: 'run' | 'skip' | undefined,
): SetupProblem[] {
  const bound = middleware.filter(({ shared }) => !shared).map(({ path }) => path);
  if (bound.length === 0 || decision) return [];
  return [
    {
      code: 'MCP_ROUTE_MIDDLEWARE',
      where,
      message: `middleware is bound to its route (${bound.join(', ')}); a tool call would not pass it`,
      remedy: "say what is meant: @McpTool({ routeMiddleware: 'run' }) or 'skip'",
    },
  ];
}

/** Whether some POST passes by, however its client writes the path. */
function mayLeaveOut(excludes: Exclusion | undefined, path: string): boolean {
  return spellings(path).some((url) => excludes?.ever('POST', url));
}

/** A client may write a slash behind the endpoint's path. */
function spellings(path: string): string[] {
  return [path || '/', `${path}/`];
}

function isStatic(template: string): boolean {
  return !/[:*{(]/.test(template);
}

function forAll(run: RegisteredMiddleware['run']): MountedMiddleware {
  return { run, shared: true, isFor: () => true };
}

interface Mount {
  readonly pattern: PathPattern;
  readonly prefix: boolean;
}

/** Every route asks about every middleware; its path is read once. */
const mounts = new WeakMap<RegisteredMiddleware, Mount>();

function mountOf(middleware: RegisteredMiddleware, path: string): Mount {
  let mount = mounts.get(middleware);
  if (!mount) mounts.set(middleware, (mount = readMount(path, middleware.method)));
  return mount;
}

/** A `$` at the end is Nest's mark of an exact path; without a method Express mounts by prefix. */
function readMount(path: string, method: number): Mount {
  const exact = path.endsWith('$');
  const pattern = readPattern(exact ? path.slice(0, -1) : path);
  return { pattern, prefix: method === -1 && !exact };
}

function answers(method: number, verb: string): boolean {
  if (method === -1 || method === Number(RequestMethod.ALL)) return true;
  const own = RequestMethod[method];
  // As Nest does: what is bound to GET runs for HEAD too.
  return own === verb || (own === 'GET' && verb === 'HEAD');
}

/** A real path: nothing in it is a pattern. */
function literal(path: string): PathPattern {
  return [
    path
      .split('/')
      .filter((part) => part !== '')
      .map((part) => part.toLowerCase()),
  ];
}
