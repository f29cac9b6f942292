import type { JsonSchema, SchemaDiagnostic } from './json-schema.js';

/** What is known about a parameter that takes one value, or one whole source. */
export interface ParameterTypeDescription {
  readonly schema: JsonSchema;
  /** Whether the pipes refuse a missing value; undefined where no pipe says anything. */
  readonly required?: boolean;
  readonly diagnostics: readonly SchemaDiagnostic[];
}

/**
 * Describes what a parameter accepts by its `design:type` and its pipes: `Parse*Pipe`,
 * `DefaultValuePipe` (default), `ValidationPipe` where the type is a class (or `ParseArrayPipe`
 * with `items`). A type that is unknown gives `{}`.
 *
 * @param type - From `design:paramtypes`: a class, `String`, an enum object (swc), undefined …
 * @param pipes - The pipes that run on the parameter, in order.
 * @param where - `Class.method` and the parameter, for the diagnostics.
 */
export function describeParameterType(
  type: unknown,
  pipes: readonly object[],
  where: string,
): ParameterTypeDescription {
  void type;
  void pipes;
  void where;
  throw new Error('describeParameterType is being written');
}
