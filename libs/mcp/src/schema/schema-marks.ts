import type { JsonSchema } from './json-schema.js';

/**
 * Marks on schema nodes, for the library itself: symbols survive `{ ...node }` and never reach
 * JSON, Ajv or a client. The converter of classes sets them, the argument check and the plan read
 * them.
 */

/** The property has an own `@Transform`: what it accepts is unknown, so it is not pre-validated. */
export const TRANSFORMED = Symbol.for('toolport.schema.transformed');

/** A boolean whose conversion from a string makes `'false'` true (`@Type(() => Boolean)`). */
export const FALSIFIED_BOOLEAN = Symbol.for('toolport.schema.falsified-boolean');

export type SchemaMark = typeof TRANSFORMED | typeof FALSIFIED_BOOLEAN;

/** A copy of the node that bears the mark. */
export function marked(node: JsonSchema, mark: SchemaMark): JsonSchema {
  return { ...node, [mark]: true };
}

export function isMarked(node: JsonSchema, mark: SchemaMark): boolean {
  return (node as { [M in SchemaMark]?: unknown })[mark] === true;
}
