import { VERSION_NEUTRAL } from '@nestjs/common';
import type { ApplicationConfig } from '@nestjs/core';
import { LegacyRouteConverter } from '@nestjs/core/router/legacy-route-converter.js';
import { RoutePathFactory } from '@nestjs/core/router/route-path-factory.js';
import type { DiscoveredRoute } from '../discovery/discovered-method.js';
import type { ArgumentIssue } from '../schema/argument-check.js';
import type { InputPlan } from '../schema/parameter-description.js';
import type { MethodPlan } from './method-plan.js';
import { readRouteConfig, readVerb, readVersion } from './nest-metadata.js';
import { toQueryString } from './query-string.js';
import { compileRouting, pathIssues, undeclaredIssues } from './route-arguments.js';
import { compileTemplate, pathParameters, type PathParameter } from './route-template.js';
import { bareParts, type RequestParts } from './request-parts.js';
import { versionHeader } from './version-header.js';

/** The route of a method as its calls see it. */
export interface CallRoute {
  readonly method: string;
  /** With the global prefix; `/mcp/tools/<name>` for a provider's tool. */
  readonly template: string;
  /** The request without arguments: of a list, which has none. */
  bare(): RequestParts;
  /** The request that the arguments would have come with. */
  toParts(args: Readonly<Record<string, unknown>>): RequestParts;
  /** Issues of the path and of strangers, joined to those already found; undefined without any. */
  issues(
    parts: RequestParts,
    found: readonly ArgumentIssue[] | undefined,
  ): readonly ArgumentIssue[] | undefined;
}

/** Whose router reads the paths: without a socket it is Express', as in Nest itself. */
export type RouterKind = 'express' | 'fastify';

/** What decides how arguments become a request. */
export interface RouteOptions {
  readonly router?: RouterKind;
  readonly name: string;
  readonly plan: InputPlan;
  readonly queryValues?: 'strings' | 'typed';
}

/** Compiles the route of a method. */
export function describeRoute(
  route: DiscoveredRoute | undefined,
  method: Pick<MethodPlan, 'metatype' | 'handler'>,
  { name, plan, queryValues, router = 'express' }: RouteOptions,
  config: ApplicationConfig,
): CallRoute {
  const template = route
    ? routerTemplate(servedPath(route.path, method, config), router)
    : `/mcp/tools/${name}`;
  const verb = verbOf(route);
  const toPath = compileTemplate(template);
  const routing = compileRouting(plan, { queryValues, isRoute: route !== undefined });
  const parameters = pathParameters(template);
  const routeConfig = readRouteConfig(method.handler);
  const version = route ? readVersion(method.metatype, method.handler) : VERSION_NEUTRAL;
  const chosenBy = versionHeader(version, config.getVersioning());
  const names = new Map(
    plan.targets.flatMap((target) =>
      target.source === 'path' && target.key !== undefined ? [[target.key, target.name]] : [],
    ),
  );
  return {
    method: verb,
    template,
    bare: () =>
      bareParts({
        method: verb,
        path: template,
        config: routeConfig,
        versionHeader: chosenBy,
      }),
    toParts(args) {
      const { params, query, body, args: whole, undeclared } = routing(args);
      if (router === 'express') splitWildcards(parameters, params);
      const path = toPath(params);
      const url = path + toQueryString(query);
      return {
        method: verb,
        url,
        path,
        route: template,
        params,
        query,
        body,
        args: whole,
        undeclared,
        config: routeConfig,
        versionHeader: chosenBy,
      };
    },
    issues({ params, undeclared }, found) {
      const ofPath = parameters.length > 0 ? pathIssues(parameters, names, params) : undefined;
      const own = ofPath || undeclared ? [...(ofPath ?? []), ...undeclaredIssues(undeclared)] : [];
      if (own.length === 0) return found;
      const known = new Set(found?.map((issue) => issue.path));
      return [...(found ?? []), ...own.filter((issue) => !known.has(issue.path))];
    },
  };
}

/** A path as the router reads it: Nest rewrites an unnamed `*` for Express. */
export function routerTemplate(path: string, router: RouterKind): string {
  return router === 'fastify' ? path : LegacyRouteConverter.tryConvert(path, { logs: false });
}

/** What a wildcard took is a list of segments on Express, a text on Fastify. */
function splitWildcards(
  parameters: readonly PathParameter[],
  params: Record<string, unknown>,
): void {
  for (const { name, wildcard } of parameters) {
    const value = wildcard ? params[name] : undefined;
    if (typeof value === 'string') params[name] = value.split('/');
  }
}

/** A provider's tool is called like a POST; `@All()` answers any verb. */
function verbOf(route: DiscoveredRoute | undefined): string {
  return !route || route.verb === 'ALL' ? 'POST' : route.verb;
}

/** As Nest's router serves it: global prefix and its exclusions, URI version. Of several, the first. */
function servedPath(
  path: string,
  { metatype, handler }: Pick<MethodPlan, 'metatype' | 'handler'>,
  config: ApplicationConfig,
): string {
  const versioningOptions = config.getVersioning();
  const version = readVersion(metatype, handler) ?? versioningOptions?.defaultVersion;
  // Nest ≥ 12.1 takes several prefixes.
  const [prefix] = [config.getGlobalPrefix()].flat();
  const [served] = new RoutePathFactory(config).create(
    {
      methodPath: path,
      globalPrefix: prefix ? `/${prefix.replace(/^\/+/, '')}` : '',
      controllerVersion: version,
      versioningOptions,
    },
    readVerb(handler),
  );
  return served;
}
