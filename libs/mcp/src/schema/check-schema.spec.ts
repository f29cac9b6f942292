import { checkSchema } from './check-schema.js';
import type { JsonSchema } from './json-schema.js';

function faultsOf(node: JsonSchema, definitions: Record<string, JsonSchema> = {}): string[] {
  const schema = { type: 'object', properties: { 'a/b': node }, $defs: definitions };
  return checkSchema(schema, 'T.t').map(({ where, message }) => `${where} ${message}`);
}

describe('checkSchema', () => {
  it.each<[JsonSchema]>([
    [{ $ref: '#/$defs/X' }],
    [{ $ref: '#' }],
    [{ $ref: '#here' }],
    [{ type: ['string', 'null'], enum: ['a', null] }],
    [{ pattern: '^\\p{L}+$' }],
    [{ default: { type: 'no schema' }, enum: [{ $ref: 'no reference' }] }],
  ])('finds nothing wrong with %j', (node) => {
    expect(faultsOf(node, { X: { $anchor: 'here', type: 'string' } })).toEqual([]);
  });

  it.each<[JsonSchema, string]>([
    [{ $ref: '#/$defs/Y' }, '$ref "#/$defs/Y" leads nowhere'],
    [{ $ref: '#there' }, '$ref "#there" leads nowhere'],
    [
      { $ref: 'https://example.com/a.json' },
      '$ref "https://example.com/a.json" leads out of the schema, and is never fetched',
    ],
    [{ pattern: '\\-' }, '"pattern" must be a regular expression under the "u" flag'],
    [{ type: 'int' }, '"type" must be a type, or a list of different types'],
    [{ minLength: -1 }, '"minLength" must be a whole number from 0 on'],
    [{ required: ['a', 'a'] }, '"required" must be a list of different names'],
    [{ properties: [] }, '"properties" must be a map of schemas'],
    [{ items: [{ type: 'string' }] }, '"items" must be a schema'],
  ])('names the place and the fault of %j', (node, fault) => {
    expect(faultsOf(node)).toEqual([`T.t#/properties/a~1b ${fault}`]);
  });

  it.each([
    ['https://json-schema.org/draft/2020-12/schema', 0],
    ['http://json-schema.org/draft-07/schema#', 1],
  ])('takes the dialect 2020-12 and no other: %s', ($schema, count) => {
    expect(checkSchema({ $schema, type: 'object' }, 'T.t')).toHaveLength(count);
  });
});
