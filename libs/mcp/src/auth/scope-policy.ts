import type { McpPrincipal } from '../context/principal.js';

/** Whose scopes suffice for what. */
export class ScopePolicy {
  /** Each scope with all that it includes. */
  readonly #included = new Map<string, ReadonlySet<string>>();
  readonly #known: Set<string>;

  /**
   * @param hierarchy scopes that include others
   * @param known scopes of this resource; others that a token carries are never asked for again
   */
  constructor(hierarchy: Readonly<Record<string, readonly string[]>>, known: readonly string[]) {
    for (const scope of Object.keys(hierarchy))
      this.#included.set(scope, closure(scope, hierarchy));
    this.#known = new Set([...known, ...Object.entries(hierarchy).flat(2)]);
  }

  /** Makes the scopes of a tool known. */
  add(scopes: readonly string[]): void {
    for (const scope of scopes) this.#known.add(scope);
  }

  covers({ scopes }: McpPrincipal, required: readonly string[]): boolean {
    return required.every(
      (scope) =>
        scopes.includes(scope) ||
        scopes.some((granted) => this.#included.get(granted)?.has(scope) ?? false),
    );
  }

  /**
   * What a client must ask for to get on: what is needed and what it has, or it would lose the one by
   * gaining the other (MCP, Authorization, Scope Challenge Handling).
   */
  toAskFor({ scopes }: McpPrincipal, required: readonly string[]): readonly string[] {
    return [...new Set([...scopes.filter((scope) => this.#known.has(scope)), ...required])];
  }
}

function closure(
  scope: string,
  hierarchy: Readonly<Record<string, readonly string[]>>,
  found = new Set<string>(),
): ReadonlySet<string> {
  for (const included of hierarchy[scope] ?? []) {
    if (found.has(included)) continue;
    found.add(included);
    closure(included, hierarchy, found);
  }
  return found;
}
