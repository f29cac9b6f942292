import type { RoutedArguments } from './route-arguments.js';
import type { VersionHeader } from './version-header.js';

/** What the request of a call is made of, beside the call itself. */
export interface RequestParts extends RoutedArguments {
  readonly method: string;
  /** Path and query, percent-encoded. */
  readonly url: string;
  readonly path: string;
  /** The route's template. */
  readonly route: string;
  /** What `@RouteConfig()` says of the route (Fastify). */
  readonly config?: object;
  /** The header by which the route would have been chosen. */
  readonly versionHeader?: VersionHeader;
}

/** A request that carries no arguments. */
export function bareParts({
  body,
  ...parts
}: Pick<RequestParts, 'method' | 'path'> & Partial<RequestParts>): RequestParts {
  const params = Object.create(null) as Record<string, unknown>;
  const query = Object.create(null) as Record<string, unknown>;
  const { path } = parts;
  return { url: path, route: path, params, query, args: undefined, ...parts, body };
}
