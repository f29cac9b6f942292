import type { SetupProblem } from '../../errors/setup.error.js';

/** What we use of Express's router; the package itself is an optional peer. */
export interface ExpressApplication {
  readonly router?: { readonly stack: ExpressLayer[] };
}

interface ExpressLayer {
  /** Undefined for middleware. */
  readonly route?: { readonly path: unknown; readonly methods: Readonly<Record<string, boolean>> };
  match(path: string): boolean;
}

/**
 * The first route of the app that would answer a request to `path` before ours: routes are
 * asked in the order of their registration, and ours comes last.
 */
export function routeInFront(
  application: ExpressApplication,
  path: string,
  verb: 'post' | 'get' = 'post',
): string | undefined {
  const layer = application.router?.stack.find((one) => takes(one, verb) && one.match(path));
  return layer && String(layer.route?.path);
}

function takes({ route }: ExpressLayer, verb: string): boolean {
  return route?.methods[verb] === true || route?.methods['_all'] === true;
}

/**
 * Has the router's last layer asked earlier as well: before all those at its end that `paths` never
 * reach. Express asks layer by layer, and to ask a thousand routes costs more than the call. Where it
 * stood it stays, for requests that are rewritten to one of `paths` on their way.
 */
export function askEarlier({ router }: ExpressApplication, paths: readonly string[]): void {
  if (router === undefined) return;
  const { stack } = router;
  const own = stack.length - 1;
  const isForeign = (layer: ExpressLayer): boolean => !paths.some((path) => layer.match(path));
  let place = own;
  while (place > 0 && isForeign(stack[place - 1])) place -= 1;
  if (place < own) stack.splice(place, 0, stack[own]);
}

/** The fault of an endpoint that would never be asked. */
export function pathTaken(path: string, route: string, verb = 'POST'): SetupProblem {
  return {
    code: 'MCP_PATH_TAKEN',
    where: 'McpModule.forRoot({ path })',
    message: `the application's own route ${route} answers ${verb} ${path} first`,
    remedy: 'give the endpoint another path, or the route another method or path',
  };
}
