import type { ApplicationConfig } from '@nestjs/core';
import type { DiscoveredRoute } from '../discovery/discovered-method.js';
import type { ArgumentIssue } from '../schema/argument-check.js';
import type { InputPlan } from '../schema/parameter-description.js';
import { toQueryString } from './query-string.js';
import { compileRouting, pathIssues } from './route-arguments.js';
import { compileTemplate, requiredParameters } from './route-template.js';
import type { RequestParts } from './synthetic-request.js';

/** The route of a method as its calls see it. */
export interface CallRoute {
  readonly method: string;
  /** With the global prefix; `/mcp/tools/<name>` for a provider's tool. */
  readonly template: string;
  /** The request that the arguments would have come with. */
  toParts(args: Readonly<Record<string, unknown>>): RequestParts;
  /** Issues of the path's arguments, joined to those already found; undefined if there are none. */
  issues(
    params: Readonly<Record<string, unknown>>,
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
  { name, plan, queryValues }: RouteOptions,
  config: ApplicationConfig,
): CallRoute {
  const template = route ? servedPath(route.path, config) : `/mcp/tools/${name}`;
  const method = verbOf(route);
  const toPath = compileTemplate(template);
  const routing = compileRouting(plan, { queryValues, isRoute: route !== undefined });
  const required = requiredParameters(template);
  const names = new Map(
    plan.targets.flatMap((target) =>
      target.source === 'path' && target.key !== undefined ? [[target.key, target.name]] : [],
    ),
  );
  return {
    method,
    template,
    toParts(args) {
      const { params, query, body, args: whole } = routing(args);
      const path = toPath(params);
      const url = path + toQueryString(query);
      return { method, url, path, route: template, params, query, body, args: whole };
    },
    issues(params, found) {
      const ofPath = required.length > 0 ? pathIssues(required, names, params) : undefined;
      if (!ofPath || !found) return ofPath ?? found;
      const known = new Set(found.map((issue) => issue.path));
      return [...found, ...ofPath.filter((issue) => !known.has(issue.path))];
    },
  };
}

/** A provider's tool is called like a POST; `@All()` answers any verb. */
function verbOf(route: DiscoveredRoute | undefined): string {
  return !route || route.verb === 'ALL' ? 'POST' : route.verb;
}

function servedPath(path: string, config: ApplicationConfig): string {
  const prefix = config.getGlobalPrefix().replace(/^\/*|\/+$/g, '');
  return prefix === '' ? path : `/${prefix}${path}`;
}
