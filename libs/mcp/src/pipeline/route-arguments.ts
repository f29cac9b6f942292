import type { ArgumentIssue } from '../schema/argument-check.js';
import type { ArgumentTarget, InputPlan } from '../schema/parameter-description.js';
import { toQueryValue } from './query-string.js';
import type { PathParameter } from './route-template.js';
import { toUrlText } from './url-text.js';

type Values = Record<string, unknown>;

/** The flat arguments, taken apart again into what the route's request would have carried. */
export interface RoutedArguments {
  /** Null prototypes: a key may be anything a model says. */
  readonly params: Values;
  readonly query: Values;
  /** Undefined where the method takes no body, as on a request without one. */
  readonly body: unknown;
  /** What a provider's tool is called with. */
  readonly args: unknown;
  /** Names that nothing declares and no whole object tolerates: to be refused. */
  readonly undeclared?: readonly string[];
}

/** Sends each argument where it belongs; compiled once per tool. */
export type RouteArguments = (args: Readonly<Values>) => RoutedArguments;

/** How values are handed to the query and the path. */
export interface RoutingOptions {
  /** `typed`: JSON types are kept, instead of strings as a URL has them. */
  readonly queryValues?: 'strings' | 'typed';
  /** False for a provider's tool: its body is its arguments. */
  readonly isRoute: boolean;
}

/** Compiles the plan of a tool. */
export function compileRouting(plan: InputPlan, options: RoutingOptions): RouteArguments {
  const targets = new Map(plan.targets.map((target) => [target.name, target]));
  const refused = new Set(plan.refused);
  const constants = plan.constants ?? [];
  const inBody = [...plan.targets, ...constants].filter(isBody);
  const takesBody = plan.rest === 'body' || inBody.length > 0;
  const isWhole = inBody.some(({ key }) => key === undefined);
  // Where the route would have met them: a pipe that forbids them says so in its own words.
  const stray = !options.isRoute ? 'argument' : takesBody && !isWhole ? 'body' : 'query';
  return (args) => {
    const parts = new Parts(options, takesBody);
    for (const name in args) {
      const target = targets.get(name);
      if (target) parts.put(target, args[name]);
      else if (!refused.has(name) && !POISONED.has(name)) {
        parts.put({ name, source: plan.rest ?? stray, key: name, structured: false }, args[name]);
        if (!plan.rest) parts.refuse(name);
      }
    }
    // Last, so that a constant beats whatever was sent.
    for (const constant of constants) parts.put(constant, constant.value);
    return parts;
  };
}

/** Keys by which an object's prototype could be reached once somebody merges it. */
const POISONED: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

function isBody({ source }: ArgumentTarget): boolean {
  return source === 'body';
}

class Parts implements RoutedArguments {
  readonly params = Object.create(null) as Values;
  readonly query = Object.create(null) as Values;
  body: unknown;
  args: unknown;
  undeclared?: string[];

  constructor(
    private readonly options: RoutingOptions,
    takesBody: boolean,
  ) {
    if (!options.isRoute) this.args = this.body = {};
    else if (takesBody) this.body = {};
  }

  put({ source, key, keepTyped }: ArgumentTarget, value: unknown): void {
    if (source === 'path') return this.#putInUrl(this.params, key, value, keepTyped);
    if (source === 'query') return this.#putInUrl(this.query, key, value, keepTyped);
    if (key === undefined) this.body = value;
    else if (value !== undefined) (this.body as Values)[key] = value;
    if (!this.options.isRoute) this.args = this.body;
  }

  refuse(name: string): void {
    (this.undeclared ??= []).push(name);
  }

  #putInUrl(part: Values, key: string | undefined, value: unknown, keepTyped?: boolean): void {
    if (key === undefined) {
      for (const [name, item] of Object.entries(Object(value) as object)) {
        this.#putInUrl(part, name, item, keepTyped);
      }
      return;
    }
    const typed = keepTyped || this.options.queryValues === 'typed';
    const leaf = typed && value !== null ? value : toQueryValue(value);
    if (leaf !== undefined) part[key] = leaf;
  }
}

/** Issues of what nothing declares; the enforced schema may be the author's own, and open. */
export function undeclaredIssues(names: readonly string[] = []): ArgumentIssue[] {
  return names.map((path) => ({ path, message: 'is not an argument of this tool' }));
}

/** Issues of the path's own arguments, named as the caller knows them. */
export function pathIssues(
  parameters: readonly PathParameter[],
  nameOf: ReadonlyMap<string, string>,
  params: Readonly<Values>,
): ArgumentIssue[] | undefined {
  let issues: ArgumentIssue[] | undefined;
  for (const { name, optional, pattern } of parameters) {
    const value = params[name];
    const message =
      value === undefined
        ? !optional && 'is required'
        : leavesPlace(value)
          ? 'must be a path segment: not empty, "." or ".."'
          : misses(value, pattern) && `must match ${pattern?.source}, as the path of the route`;
    if (message) (issues ??= []).push({ path: nameOf.get(name) ?? name, message });
  }
  return issues;
}

/** The router would look for another route, and find none. */
function misses(value: unknown, pattern: RegExp | undefined): boolean {
  return pattern !== undefined && !pattern.test(toUrlText(value));
}

/** Empty, or with a segment that walks through directories, wherever in a wildcard's value it stands. */
function leavesPlace(value: unknown): boolean {
  const parts = [value].flat(Infinity).filter((part) => typeof part === 'string');
  if (parts.length === 0) return Array.isArray(value);
  const segments = parts.flatMap((part) => part.split(/[/\\]/));
  return (
    segments.every((segment) => segment === '') ||
    segments.some((segment) => segment === '.' || segment === '..')
  );
}
