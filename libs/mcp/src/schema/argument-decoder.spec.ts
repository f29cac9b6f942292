import { compileDecoder } from './argument-decoder.js';
import type { JsonSchema } from './json-schema.js';
import { publish } from './profiles/publish.js';

function object(properties: Record<string, JsonSchema>, ...required: string[]): JsonSchema {
  return { type: 'object', properties, required, additionalProperties: false };
}

describe('compileDecoder', () => {
  function decode(schema: JsonSchema, args: Record<string, unknown>): unknown {
    return compileDecoder(schema)(args);
  }
  const list: JsonSchema = { type: 'array', items: { type: 'string' } };

  it('reads JSON text where only an array or an object will do', () => {
    const schema = object({
      tags: list,
      at: object({ x: { type: 'number' } }),
      maybe: { type: ['array', 'null'] },
    });
    expect(decode(schema, { tags: '["a"]', at: ' {"x":1}', maybe: '[1]' })).toEqual({
      tags: ['a'],
      at: { x: 1 },
      maybe: [1],
    });
  });

  it.each<[string, JsonSchema]>([
    ['a string', { type: 'string' }],
    ['a string or an object', { type: ['string', 'object'] }],
    ['a union with a string', { anyOf: [{ type: 'string' }, list] }],
    ['anything', {}],
  ])('keeps text as it is where the schema accepts %s', (_name, node) => {
    for (const text of ['{"a":1}', '["a"]', 'true', '12', 'null']) {
      expect(decode(object({ x: node }), { x: text })).toEqual({ x: text });
    }
  });

  it.each(['{"a":1}', '"a"', '[broken', 'true', ''])(
    'keeps %j where an array is wanted',
    (text) => {
      expect(decode(object({ tags: list }), { tags: text })).toEqual({ tags: text });
    },
  );

  it('leaves text that is nested deeper than a message may be', () => {
    const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
    const schema = object({ tags: { type: 'array' } });
    expect(decode(schema, { tags: nested(64) })).toEqual({ tags: JSON.parse(nested(64)) });
    expect(decode(schema, { tags: nested(65) })).toEqual({ tags: nested(65) });
  });

  it('decodes below arrays, maps, unions and definitions', () => {
    const schema: JsonSchema = {
      ...object({
        rows: { type: 'array', items: object({ tags: list }) },
        map: { type: 'object', additionalProperties: list },
        either: { anyOf: [object({ tags: list }), { type: 'null' }] },
        node: { $ref: '#/$defs/Node' },
      }),
      $defs: {
        Node: object({ kids: { type: 'array', items: { $ref: '#/$defs/Node' } }, tags: list }),
      },
    };
    expect(
      decode(schema, {
        rows: ['{"tags":"[\\"a\\"]"}'],
        map: { k: '["b"]' },
        either: { tags: '["c"]' },
        node: { kids: [{ kids: '[]', tags: '["d"]' }] },
      }),
    ).toEqual({
      rows: [{ tags: ['a'] }],
      map: { k: ['b'] },
      either: { tags: ['c'] },
      node: { kids: [{ kids: [], tags: ['d'] }] },
    });
  });

  it('does not decode where one branch of a union takes the text', () => {
    const schema = object({
      one: { anyOf: [object({ v: list }), object({ v: { type: 'string' } })] },
    });
    expect(decode(schema, { one: { v: '["a"]' } })).toEqual({ one: { v: '["a"]' } });
  });

  it('does not decode items where one branch leaves them open', () => {
    const schema = object({ one: { anyOf: [{ type: 'array', items: list }, { type: 'array' }] } });
    expect(decode(schema, { one: ['["a"]'] })).toEqual({ one: ['["a"]'] });
  });

  it('gives the very same object back when there is nothing to decode', () => {
    const args = { tags: ['a'], rows: [] };
    expect(decode(object({ tags: list, rows: { type: 'array', items: list } }), args)).toBe(args);
  });

  it('never changes what it was given', () => {
    const args = Object.freeze({ rows: Object.freeze(['["a"]']) });
    expect(decode(object({ rows: { type: 'array', items: list } }), args)).toEqual({
      rows: [['a']],
    });
    expect(args).toEqual({ rows: ['["a"]'] });
  });

  it('keeps two properties apart whose published names would be one', () => {
    const schema = object({ 'a b': { type: 'string' }, a_b: { type: 'string' } });
    const form = publish(object({ outer: schema }), 'portable').schema;
    const outer = (form.properties as { outer: { properties: object } }).outer;
    const [odd = '', plain] = Object.keys(outer.properties);
    expect(plain).toBe('a_b');
    expect(decode(object({ outer: schema }), { outer: { [odd]: 'x', a_b: 'y' } })).toEqual({
      outer: { 'a b': 'x', a_b: 'y' },
    });
  });

  it('turns the published name of an odd property back', () => {
    const schema = object({ filter: object({ 'by name': list }) });
    expect(decode(schema, { filter: { by_name: '["a"]' } })).toEqual({
      filter: { 'by name': ['a'] },
    });
  });
});
