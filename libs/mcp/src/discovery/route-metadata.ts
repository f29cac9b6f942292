import { RequestMethod, type Type } from '@nestjs/common';
import type { Module } from '@nestjs/core/injector/module.js';
import type { DiscoveredRoute } from './discovered-method.js';

/**
 * Keys of Nest's own route metadata. They are not exported publicly, but have stood since Nest 5 and
 * every companion package reads them; `libs/mcp/test` runs against each supported major.
 */
const PATH = 'path';
const METHOD = 'method';
const SSE = '__sse__';
const MODULE_PATH = '__module_path__';

/** The route of a controller's method; undefined if it has none. Of several paths, the first. */
export function routeOf(metatype: Type, method: object, host: Module): DiscoveredRoute | undefined {
  const own = Reflect.getMetadata(PATH, method) as string | string[] | undefined;
  if (own === undefined) return undefined;
  const verb = (Reflect.getMetadata(METHOD, method) ?? RequestMethod.GET) as RequestMethod;
  const controller = Reflect.getMetadata(PATH, metatype) as string | string[] | undefined;
  const path = joinPaths(modulePath(host), firstOf(controller), firstOf(own));
  return { verb: RequestMethod[verb] ?? 'ALL', path };
}

/** The controller's own path, e.g. `orders`; empty for the root. */
export function controllerPath(metatype: Type): string {
  return firstOf(Reflect.getMetadata(PATH, metatype) as string | string[] | undefined);
}

/** Whether the method is an `@Sse()` route: an endless stream is no tool. */
export function isEventStream(method: object): boolean {
  return Reflect.getMetadata(SSE, method) === true;
}

/** What `RouterModule.register()` put before the module's controllers. */
function modulePath(host: Module): string {
  if (!host.metatype) return '';
  for (const key of Reflect.getMetadataKeys(host.metatype) as unknown[]) {
    if (typeof key === 'string' && key.startsWith(MODULE_PATH)) {
      return firstOf(Reflect.getMetadata(key, host.metatype) as string | undefined);
    }
  }
  return '';
}

function firstOf(path: string | string[] | undefined): string {
  return (Array.isArray(path) ? path[0] : path) ?? '';
}

function joinPaths(...parts: string[]): string {
  const trimmed = parts.map((part) => part.replace(/^\/+|\/+$/g, '')).filter((part) => part !== '');
  return `/${trimmed.join('/')}`;
}
