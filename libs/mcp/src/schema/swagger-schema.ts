import { isJsonObject } from '../protocol/json-rpc.js';
import { isEmptySchema } from './class-reference.js';
import { isUserClass } from './class-type.js';
import { oneOf } from './constraint-fragment.js';
import type { JsonSchema } from './json-schema.js';
import { schemaOfType } from './property-type.js';
import type { MarkedSchema } from './schema-marks.js';
import { enumValues, swaggerType, type SwaggerProperty } from './swagger-metadata.js';

/** Keywords of OpenAPI's schema object that mean the same in JSON Schema. */
const KEYWORDS = [
  'format',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'pattern',
  'multipleOf',
  'minItems',
  'maxItems',
  'uniqueItems',
  'oneOf',
  'anyOf',
  'allOf',
  'items',
  'additionalProperties',
];

/** What swagger's metadata says of a value of which nothing else is known. */
export function swaggerSchema(property: SwaggerProperty): MarkedSchema {
  const { leaf, depth } = swaggerType(property);
  const members = property.enum === undefined ? undefined : oneOf(enumValues(property.enum));
  const item = members ?? leafSchema(leaf);
  return { ...inArrays(item, depth), ...keywordsOf(property) };
}

const BOUNDS = ['minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems'];

/** Whether swagger says of a bound something else than the validators. */
export function hasOtherBounds(
  schema: MarkedSchema,
  property: SwaggerProperty | undefined,
): boolean {
  if (!property) return false;
  return BOUNDS.some((bound) => {
    const own = schema[bound];
    if (own === undefined) return false;
    const said = property[bound];
    return said !== undefined && said !== own;
  });
}

/** The type of one item, where the property is an array. */
export function swaggerItemSchema(property: SwaggerProperty | undefined): MarkedSchema {
  if (!property) return {};
  if (property.enum !== undefined) return oneOf(enumValues(property.enum));
  return isJsonObject(property.items) ? property.items : leafSchema(swaggerType(property).leaf);
}

/** The schema in so many arrays. */
export function inArrays(item: MarkedSchema, depth: number): MarkedSchema {
  let schema = item;
  for (let level = 0; level < depth; level += 1) {
    schema = isEmptySchema(schema) ? { type: 'array' } : { type: 'array', items: schema };
  }
  return schema;
}

function leafSchema(leaf: unknown): MarkedSchema {
  if (isUserClass(leaf)) return { type: 'object' };
  if (typeof leaf === 'string') return { type: leaf };
  // The plugin writes an inline type as an object of its properties.
  if (isJsonObject(leaf) && Object.keys(leaf).length > 0) return inlineObject(leaf);
  return schemaOfType(leaf);
}

function inlineObject(members: JsonSchema): MarkedSchema {
  const entries = Object.entries(members) as [string, SwaggerProperty][];
  const required = entries.filter(([, member]) => member.required !== false).map(([name]) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(entries.map(([name, member]) => [name, swaggerSchema(member)])),
    ...(required.length > 0 ? { required } : {}),
  };
}

function keywordsOf(property: SwaggerProperty): JsonSchema {
  const found = KEYWORDS.filter((keyword) => property[keyword] !== undefined);
  return Object.fromEntries(found.map((keyword) => [keyword, property[keyword]]));
}
