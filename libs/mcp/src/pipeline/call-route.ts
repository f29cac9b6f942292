import type { ApplicationConfig } from '@nestjs/core';
import { RoutePathFactory } from '@nestjs/core/router/route-path-factory.js';
import type { DiscoveredRoute } from '../discovery/discovered-method.js';
import type { ArgumentIssue } from '../schema/argument-check.js';
import type { InputPlan } from '../schema/parameter-description.js';
import type { MethodPlan } from './method-plan.js';
import { readVerb, readVersion } from './nest-metadata.js';
import { toQueryString } from './query-string.js';
import { compileRouting, pathIssues, undeclaredIssues } from './route-arguments.js';
import { compileTemplate, requiredParameters } from './route-template.js';
import type { RequestParts } from './request-parts.js';

/** The route of a method as its calls see it. */
export interface CallRoute {
  readonly method: string;
  /** With the global prefix; `/mcp/tools/<name>` for a provider's tool. */
  readonly template: string;
  /** The request that the arguments would have come with. */
  toParts(args: Readonly<Record<string, unknown>>): RequestParts;
  /** Issues of the path and of strangers, joined to those already found; undefined without any. */
  issues(
    parts: RequestParts,
    found: readonly ArgumentIssue[] | undefined,
  ): readonly ArgumentIssue[] | undefined;
}

/** What decides how arguments become a request. */
export interface RouteOptions {
  readonly name: string;
  readonly plan: InputPlan;
  readonly queryValues?: 'strings' | 'typed';
}

/** Compiles the route of a method. */
export function describeRoute(
  route: DiscoveredRoute | undefined,
  method: Pick<MethodPlan, 'metatype' | 'handler'>,
  { name, plan, queryValues }: RouteOptions,
  config: ApplicationConfig,
): CallRoute {
  const template = route ? servedPath(route.path, method, config) : `/mcp/tools/${name}`;
  const verb = verbOf(route);
  const toPath = compileTemplate(template);
  const routing = compileRouting(plan, { queryValues, isRoute: route !== undefined });
  const required = requiredParameters(template);
  const names = new Map(
    plan.targets.flatMap((target) =>
      target.source === 'path' && target.key !== undefined ? [[target.key, target.name]] : [],
    ),
  );
  return {
    method: verb,
    template,
    toParts(args) {
      const { params, query, body, args: whole, undeclared } = routing(args);
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
      };
    },
    issues({ params, undeclared }, found) {
      const ofPath = required.length > 0 ? pathIssues(required, names, params) : undefined;
      const own = ofPath || undeclared ? [...(ofPath ?? []), ...undeclaredIssues(undeclared)] : [];
      if (own.length === 0) return found;
      const known = new Set(found?.map((issue) => issue.path));
      return [...(found ?? []), ...own.filter((issue) => !known.has(issue.path))];
    },
  };
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
