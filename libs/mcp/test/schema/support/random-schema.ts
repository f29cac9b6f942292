import type { JsonSchema } from '../../../src/schema/json-schema.js';
import type { Random } from './random.js';

const KEYS = ['a', 'b', 'c', 'dotted.key', 'odd key', 'filter[x]'];

/** A root schema of random shape, without rules that a published form can only tell in words. */
export function randomSchema(random: Random): JsonSchema {
  const root = randomObject(random, 3, true);
  return { ...root, $defs: { Node: recursive(random), Leaf: randomObject(random, 1, false) } };
}

function randomObject(random: Random, depth: number, hasRefs: boolean): JsonSchema {
  const keys = random.some(KEYS, 0.5);
  const properties = Object.fromEntries(
    (keys.length > 0 ? keys : ['a']).map((key) => [key, randomNode(random, depth, hasRefs)]),
  );
  const required = random.some(Object.keys(properties), 0.5);
  return {
    type: 'object',
    properties,
    ...(required.length > 0 ? { required } : {}),
    ...(random.chance(0.7) ? { additionalProperties: false } : {}),
  };
}

function recursive(random: Random): JsonSchema {
  return {
    type: 'object',
    properties: {
      text: randomScalar(random),
      next: { $ref: '#/$defs/Node' },
      kids: { type: 'array', items: { $ref: '#/$defs/Node' } },
    },
    additionalProperties: false,
  };
}

function randomNode(random: Random, depth: number, hasRefs: boolean): JsonSchema {
  if (depth === 0) return randomScalar(random);
  const below = (): JsonSchema => randomNode(random, depth - 1, hasRefs);
  const makers: (() => JsonSchema)[] = [
    () => randomScalar(random),
    () => randomScalar(random),
    () => randomObject(random, depth - 1, hasRefs),
    () => ({ type: 'array', items: below(), ...(random.chance(0.3) ? { minItems: 1 } : {}) }),
    () => ({ anyOf: [below(), below()] }),
    () => ({ anyOf: [below(), { type: 'null' }] }),
    () => ({ oneOf: [{ type: 'string' }, { type: 'boolean' }] }),
    () => ({ allOf: [randomObject(random, 0, false), { type: 'object' }] }),
    () => ({ type: 'object' }),
    () => ({ type: 'array' }),
    () => ({}),
    () => ({ $ref: hasRefs ? random.pick(['#/$defs/Node', '#/$defs/Leaf']) : '#/$defs/Node' }),
  ];
  return random.pick(makers)();
}

function randomScalar(random: Random): JsonSchema {
  return random.pick<JsonSchema>([
    { type: 'string' },
    { type: 'string', minLength: 1, maxLength: 3 },
    { type: 'string', enum: ['x', 'y'] },
    { const: 'only' },
    { type: 'integer', minimum: 1, maximum: 5 },
    { type: 'integer', exclusiveMinimum: 0 },
    { type: 'number', minimum: -1.5 },
    { type: 'boolean' },
    { type: ['string', 'null'] },
    { type: ['string', 'integer'] },
  ]);
}
