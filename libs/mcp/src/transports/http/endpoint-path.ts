import { RequestMethod } from '@nestjs/common';
import type { ApplicationConfig } from '@nestjs/core';
import { SetupError } from '../../errors/setup.error.js';

/**
 * The paths that the endpoint answers on, without trailing slash; several where the global prefix
 * is a list (Nest ≥ 12.1).
 *
 * Asked when the first request comes: `setGlobalPrefix()` runs after the module was built.
 */
export function endpointPaths(
  path: string,
  ignoreGlobalPrefix: boolean,
  config: ApplicationConfig,
): readonly string[] {
  const own = trim(path);
  if (ignoreGlobalPrefix || isExcluded(own, config)) return [own];
  const prefix: string | readonly string[] = config.getGlobalPrefix();
  const prefixes = typeof prefix === 'string' ? [prefix] : prefix;
  return [...new Set(prefixes.map((one) => trim(one) + own))];
}

/** @throws SetupError where `path` is a pattern: the endpoint has one address, not many */
export function assertStaticPath(path: string): void {
  if (/^[\w\-./~]*$/.test(path)) return;
  throw new SetupError([
    {
      code: 'MCP_PATH_INVALID',
      where: 'McpModule.forRoot({ path })',
      message: `${JSON.stringify(path)} is no plain path`,
      remedy: 'use letters, digits, "-", "_", ".", "~" and "/" only, as in "/mcp"',
    },
  ]);
}

/** The path of a request target: no query, no trailing slash. */
export function pathOf(url: string): string {
  const query = url.indexOf('?');
  const end = query === -1 ? url.length : query;
  return url.slice(0, url[end - 1] === '/' ? end - 1 : end);
}

/** `/a/b` of `a/b`, `/a/b/`, `a/b/`; the empty string of the root. */
function trim(path: string): string {
  const bare = path.replace(/^\/+|\/+$/g, '');
  return bare && `/${bare}`;
}

function isExcluded(path: string, config: ApplicationConfig): boolean {
  const { exclude = [] } = config.getGlobalPrefixOptions();
  return exclude.some(
    ({ requestMethod, pathRegex }) => coversPost(requestMethod) && pathRegex.test(path || '/'),
  );
}

/** -1 is Nest's mark for "every method" of a route given as a plain string. */
const METHODS_WITH_POST: readonly number[] = [RequestMethod.ALL, RequestMethod.POST, -1];

function coversPost(method: number): boolean {
  return METHODS_WITH_POST.includes(method);
}
