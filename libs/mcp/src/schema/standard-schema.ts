import { SetupError } from '../errors/setup.error.js';
import { isJsonObject } from '../protocol/json-rpc.js';
import { isStandardSchema, type StandardSchemaLike } from '../protocol/standard-schema.js';
import type { JsonSchema } from './json-schema.js';
import { mapSubschemas, omitKeywords } from './schema-walk.js';
import { SPELLED_OUT, type MarkedSchema } from './schema-marks.js';
import { libraryOptionsOf, mendPatterns } from './standard/library-options.js';
import { COERCION } from './standard/zod-node.js';

export {
  isStandardSchema,
  type StandardJsonSchemaOptions,
  type StandardSchemaLike,
} from '../protocol/standard-schema.js';

/** On a boolean that the library makes of any value (`z.coerce.boolean()`): `'false'` is true. */
export const COERCED_BOOLEAN = Symbol('toolport.schema.coercedBoolean');

/** Which side of a schema: what is accepted, or what comes out. */
export type SchemaDirection = 'input' | 'output';

/**
 * The Standard Schema that a type stands for: itself, or what a DTO class of nestjs-zod holds
 * (known by its shape, so that the package is not needed).
 */
export function standardSchemaOf(type: unknown): StandardSchemaLike | undefined {
  if (isStandardSchema(type)) return type;
  if (typeof type !== 'function' || !('isZodDto' in type) || !('schema' in type)) return undefined;
  return isStandardSchema(type.schema) ? type.schema : undefined;
}

/**
 * What a Standard Schema accepts (or gives), as JSON Schema 2020-12, by `~standard.jsonSchema`:
 * zod 4, arktype, and valibot through its adapter. No such library is imported.
 *
 * @param where - `Class.method`, for the error.
 * @throws SetupError where the library has no JSON Schema for it.
 */
export function standardSchemaToJson(
  schema: StandardSchemaLike,
  direction: SchemaDirection,
  where = 'schema',
): JsonSchema {
  const { jsonSchema, vendor } = schema['~standard'];
  if (!jsonSchema) {
    throw new SetupError([
      {
        code: 'MCP_SCHEMA_UNKNOWN',
        where,
        message: `this ${vendor} schema cannot say what it accepts: it has no JSON Schema`,
        remedy: REMEDIES[vendor] ?? OWN_SCHEMA,
      },
    ]);
  }
  const libraryOptions = libraryOptionsOf(vendor);
  const convert = (): Record<string, unknown> =>
    jsonSchema[direction]({ target: 'draft-2020-12', libraryOptions });
  return tidy(mendPatterns(schema, attempt(convert, vendor, where)));
}

const OWN_SCHEMA = 'give the tool a JSON Schema by @McpTool({ input: { type: "object", … } })';

const REMEDIES: Readonly<Record<string, string>> = {
  zod: `use zod 4.2 or later (zod/mini and zod 3 have no JSON Schema), or ${OWN_SCHEMA}`,
  valibot: 'wrap it in toStandardJsonSchema() of the package @valibot/to-json-schema',
};

function attempt(
  convert: () => Record<string, unknown>,
  vendor: string,
  where: string,
): Record<string, unknown> {
  try {
    return convert();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new SetupError([
      {
        code: 'MCP_SCHEMA_UNKNOWN',
        where,
        message: `${vendor} cannot write this schema as JSON Schema: ${reason}`,
        remedy: `use a type that JSON has, or ${OWN_SCHEMA}`,
      },
    ]);
  }
}

function tidy(schema: Readonly<Record<string, unknown>>): JsonSchema {
  return tidyNode(omitKeywords(schema, '$schema'));
}

/** Names of zod's checks that are no formats; their pattern says it all. */
const NO_FORMATS: ReadonlySet<unknown> = new Set([
  'regex',
  'starts_with',
  'ends_with',
  'includes',
  'lowercase',
  'uppercase',
]);

/** A library's own pattern beside the format that it spells out: hundreds of characters. */
const LONG_PATTERN = 60;

function tidyNode(node: JsonSchema): JsonSchema {
  const plain = NO_FORMATS.has(node.format) ? omitKeywords(node, 'format') : node;
  const marked =
    COERCION in plain ? { ...omitKeywords(plain, COERCION), [COERCED_BOOLEAN]: true } : plain;
  // A copy in any case: libraries hand out objects that they keep.
  const copy = {
    ...mapSubschemas(marked, (child) => (isJsonObject(child) ? tidyNode(child) : child)),
  };
  const { pattern } = copy;
  if (copy.format === undefined || typeof pattern !== 'string') return copy;
  if (pattern.length < LONG_PATTERN) return copy;
  const spelled: MarkedSchema = { ...copy, [SPELLED_OUT]: true };
  return spelled;
}
