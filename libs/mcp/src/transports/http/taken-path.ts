import type { SetupProblem } from '../../errors/setup.error.js';

/** What we use of Express's router; the package itself is an optional peer. */
export interface ExpressApplication {
  readonly router?: { readonly stack: readonly ExpressLayer[] };
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

/** The fault of an endpoint that would never be asked. */
export function pathTaken(path: string, route: string, verb = 'POST'): SetupProblem {
  return {
    code: 'MCP_PATH_TAKEN',
    where: 'McpModule.forRoot({ path })',
    message: `the application's own route ${route} answers ${verb} ${path} first`,
    remedy: 'give the endpoint another path, or the route another method or path',
  };
}
