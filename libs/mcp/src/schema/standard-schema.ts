import type { StandardSchemaLike } from '../protocol/standard-schema.js';
import type { JsonSchema } from './json-schema.js';
import { omitKeywords } from './schema-walk.js';

export {
  isStandardSchema,
  type StandardJsonSchemaOptions,
  type StandardSchemaLike,
} from '../protocol/standard-schema.js';

/** Which side of a schema: what is accepted, or what comes out. */
export type SchemaDirection = 'input' | 'output';

export function standardSchemaToJson(
  schema: StandardSchemaLike,
  direction: SchemaDirection,
): JsonSchema {
  const converter = schema['~standard'].jsonSchema;
  if (!converter) throw new Error(`${schema['~standard'].vendor}: no JSON Schema`);
  return omitKeywords(converter[direction]({ target: 'draft-2020-12' }), '$schema');
}
