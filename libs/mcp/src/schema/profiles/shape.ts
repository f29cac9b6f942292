import type { JsonSchema } from '../json-schema.js';

/** A node in its published form, and the rules of it that only words can tell. */
export interface Shape {
  readonly schema: JsonSchema;
  /** Each a sentence without its full stop. */
  readonly words: readonly string[];
}
