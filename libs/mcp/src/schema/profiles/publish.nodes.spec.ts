/** Long because each kind of node is one row of the table. */
import type { JsonSchema } from '../json-schema.js';
import { lintSchema } from '../lint.js';
import { publish } from './publish.js';

function inputOf(properties: Record<string, JsonSchema>, ...required: string[]): JsonSchema {
  return { type: 'object', properties, required, additionalProperties: false };
}

/** One property, published. */
function published(node: JsonSchema): JsonSchema {
  const root = publish(inputOf({ x: node }), 'portable').schema;
  expect(lintSchema({ name: 't', inputSchema: root }, 'portable')).toEqual([]);
  return (root.properties as Record<string, JsonSchema>).x ?? {};
}

describe('publish for every client', () => {
  it.each<[string, JsonSchema, JsonSchema]>([
    ['const', { const: 'a' }, { type: 'string', enum: ['a'] }],
    ['a string enum', { enum: ['a', 'b'] }, { type: 'string', enum: ['a', 'b'] }],
    ['an empty member', { type: 'string', enum: ['', 'a'] }, { type: 'string', enum: ['a'] }],
    [
      'an integer enum',
      { type: 'integer', enum: [0, 1, 3] },
      { description: 'Must be one of 0, 1, 3.', type: 'integer' },
    ],
    [
      'an enum of two types',
      { enum: ['a', 5] },
      {
        anyOf: [
          { type: 'string', enum: ['a'] },
          { description: 'Must be 5.', type: 'integer' },
        ],
      },
    ],
    [
      'an enum with null',
      { type: ['string', 'null'], enum: ['a', null] },
      { description: 'May be null.', type: 'string', enum: ['a'] },
    ],
    [
      'type and null',
      { type: ['integer', 'null'] },
      { description: 'May be null.', type: 'integer' },
    ],
    [
      'anyOf with null',
      { description: 'When', anyOf: [{ type: 'string', format: 'date' }, { type: 'null' }] },
      { description: 'When. May be null.', type: 'string', format: 'date' },
    ],
    [
      'a list of types',
      { type: ['string', 'integer'], minLength: 2, minimum: 1 },
      {
        anyOf: [
          { type: 'string', minLength: 2 },
          { type: 'integer', minimum: 1 },
        ],
      },
    ],
    [
      'oneOf',
      { oneOf: [{ type: 'string' }, { type: 'number' }] },
      { anyOf: [{ type: 'string' }, { type: 'number' }] },
    ],
    ['a union of one', { anyOf: [{ type: 'string' }] }, { type: 'string' }],
    [
      'exclusive bounds of integers',
      { type: 'integer', exclusiveMinimum: 0, exclusiveMaximum: 10, minimum: 5 },
      { type: 'integer', minimum: 5, maximum: 9 },
    ],
    [
      'exclusive bounds of numbers',
      { type: 'number', exclusiveMinimum: 0 },
      { description: 'Must be greater than 0.', type: 'number', minimum: 0 },
    ],
    [
      'multipleOf',
      { type: 'integer', multipleOf: 5, description: 'Cents.' },
      { description: 'Cents. Must be a multiple of 5.', type: 'integer' },
    ],
    [
      'uniqueItems',
      { type: 'array', items: { type: 'string' }, uniqueItems: true },
      {
        description: 'Must not hold the same item twice.',
        type: 'array',
        items: { type: 'string' },
      },
    ],
    ['a known format', { type: 'string', format: 'uuid' }, { type: 'string', format: 'uuid' }],
    ['uri', { type: 'string', format: 'uri' }, { description: 'Must be a URL.', type: 'string' }],
    [
      'two patterns',
      { allOf: [{ type: 'string', pattern: '^a' }, { pattern: 'b$' }] },
      { description: 'Must match the pattern b$.', type: 'string', pattern: '^a' },
    ],
    [
      'not',
      { type: 'string', not: { enum: ['root', 'admin'] } },
      { description: 'Must not be one of "root", "admin".', type: 'string' },
    ],
    [
      'examples and deprecated',
      { type: 'string', examples: ['a', 'b'], deprecated: true, readOnly: true, $comment: 'c' },
      { description: 'Examples: "a", "b". Deprecated. Read-only.', type: 'string' },
    ],
    [
      'an array without items',
      { type: 'array', minItems: 1 },
      {
        type: 'array',
        items: {
          description: 'Any JSON value, an object or an array as well.',
          anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }],
        },
        minItems: 1,
      },
    ],
    [
      'a tuple',
      {
        type: 'array',
        prefixItems: [{ type: 'string' }, { type: 'number' }],
        items: false,
        minItems: 2,
      },
      {
        description: 'Its items are, in this order: a string, a number.',
        type: 'array',
        items: { anyOf: [{ type: 'string' }, { type: 'number' }] },
        maxItems: 2,
        minItems: 2,
      },
    ],
    [
      'an enum on an array',
      { type: 'array', items: { type: 'integer', enum: [1, 2] }, enum: [[1], [2]] },
      {
        description: 'Must be one of [1], [2].',
        type: 'array',
        items: { description: 'Must be one of 1, 2.', type: 'integer' },
      },
    ],
    [
      'a free-form object',
      { type: 'object', description: 'Filter' },
      { description: 'Filter. A JSON object, written as JSON text.', type: 'string' },
    ],
    [
      'a map',
      { type: 'object', additionalProperties: { type: 'integer', minimum: 0 } },
      {
        description:
          'A JSON object, written as JSON text; each value must be an integer and be at least 0.',
        type: 'string',
      },
    ],
    [
      'a free-form object beside a string',
      { anyOf: [{ type: 'string' }, { type: 'object' }] },
      { description: 'Or any JSON object.', type: 'string' },
    ],
    [
      'a boolean schema',
      { type: 'array', items: true },
      {
        type: 'array',
        items: {
          description: 'Any JSON value, an object or an array as well.',
          anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }],
        },
      },
    ],
    [
      'allOf of objects',
      {
        allOf: [
          inputOf({ a: { type: 'string' } }, 'a'),
          { properties: { b: { type: 'number' } }, required: ['b'] },
        ],
      },
      {
        type: 'object',
        properties: { a: { type: 'string' }, b: { type: 'number' } },
        required: ['a', 'b'],
        additionalProperties: false,
      },
    ],
    [
      'options that only ask for properties',
      {
        ...inputOf({ a: { type: 'string' }, b: { type: 'string' } }),
        anyOf: [{ required: ['a'] }, { required: ['b'] }],
      },
      {
        description: 'Must have a or b.',
        type: 'object',
        properties: { a: { type: 'string' }, b: { type: 'string' } },
        additionalProperties: false,
      },
    ],
    [
      'a condition',
      JSON.parse('{"type":"string","if":{"minLength":5},"then":{"pattern":"^a"}}') as JsonSchema,
      {
        description: 'Must fit the JSON Schema {"if":{"minLength":5},"then":{"pattern":"^a"}}.',
        type: 'string',
      },
    ],
    [
      'an open object with properties',
      { type: 'object', properties: { a: { type: 'string' } }, additionalProperties: {} },
      { type: 'object', properties: { a: { type: 'string' } }, additionalProperties: true },
    ],
    [
      'an object that says nothing of further keys',
      { type: 'object', properties: { a: { type: 'string' } } },
      { type: 'object', properties: { a: { type: 'string' } }, additionalProperties: false },
    ],
  ])('publishes %s in a form that every client takes', (_name, node, expected) => {
    expect(published(node)).toEqual(expected);
  });
});
