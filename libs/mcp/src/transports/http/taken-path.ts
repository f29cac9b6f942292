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
 * The first route of the app that would answer a POST to `path` before the endpoint: routes are
 * asked in the order of their registration, and the endpoint's comes last.
 */
export function routeInFront(application: ExpressApplication, path: string): string | undefined {
  const layer = application.router?.stack.find((one) => takesPosts(one) && one.match(path));
  return layer && String(layer.route?.path);
}

function takesPosts({ route }: ExpressLayer): boolean {
  return route?.methods['post'] === true || route?.methods['_all'] === true;
}

/** The fault of an endpoint that would never be asked. */
export function pathTaken(path: string, route: string): SetupProblem {
  return {
    code: 'MCP_PATH_TAKEN',
    where: 'McpModule.forRoot({ path })',
    message: `the application's own route ${route} answers POST ${path} first`,
    remedy: 'give the endpoint another path, or the route another method or path',
  };
}
