import type { StandardSchemaLike } from './standard-schema.js';

/**
 * Where an argument goes: a part of the route's request, or the method itself (a provider's tool).
 */
export type ArgumentSource = 'path' | 'query' | 'body' | 'argument';

/** A name in the route's path. */
export interface PathKey {
  readonly name: string;
  /** In an optional part: the path is whole without it. */
  readonly optional?: boolean;
}

/** One parameter of a method, as far as its arguments are concerned. */
export interface ParameterDescription {
  /** Place in the method's parameter list. */
  readonly index: number;
  readonly source: ArgumentSource;
  /** `@Param('id')` → `id`; undefined where the parameter takes the whole object. */
  readonly key?: string;
  /** From `design:paramtypes`; undefined where the compiler emitted nothing. */
  readonly type?: unknown;
  /** The pipes that run on this parameter, in order: global, controller, method, parameter. */
  readonly pipes: readonly object[];
  /** Standard Schema on the parameter (`@Body({ schema })`, Nest 12). */
  readonly schema?: StandardSchemaLike;
  /** In an optional part of the route's path; of a provider's, with a default value. */
  readonly optional?: boolean;
  /** `@McpHide()`: not offered, and refused under its name. */
  readonly hidden?: boolean;
}

/** Where one flat argument goes. */
export interface ArgumentTarget {
  /** The name that the model uses. */
  readonly name: string;
  readonly source: ArgumentSource;
  /** Key within the source; undefined where the argument is the whole source. */
  readonly key?: string;
  /** Whether a string that holds JSON is decoded: the schema wants an array or an object. */
  readonly structured: boolean;
  /** A boolean that string conversion would falsify (`@Type(() => Boolean)`): stays typed in a query. */
  readonly keepTyped?: boolean;
}

/** How the flat arguments of a tool become the parameters of its method. */
export interface InputPlan {
  readonly targets: readonly ArgumentTarget[];
  /** Undeclared arguments go here, if some whole object tolerates them; else they are refused. */
  readonly rest?: Exclude<ArgumentSource, 'path'>;
  /** Fixed values: they beat whatever a caller sends. */
  readonly constants?: readonly ConstantTarget[];
  /**
   * Names of excluded, hidden and constant arguments, in every form: never routed, not even to
   * `rest`, and an issue of the argument check.
   */
  readonly refused?: readonly string[];
}

/** Where a fixed value goes. */
export interface ConstantTarget extends ArgumentTarget {
  readonly value: unknown;
}
