import type { JsonSchema, SchemaProfile } from './json-schema.js';
import { lintSchema, lintTools } from './lint.js';

function rulesOf(node: JsonSchema, profile: SchemaProfile = 'portable'): string[] {
  const inputSchema = { type: 'object', properties: { x: node } };
  return lintSchema({ name: 'tool', inputSchema }, profile).map((finding) => finding.rule);
}

function rulesOfRoot(inputSchema: JsonSchema, profile: SchemaProfile = 'portable'): string[] {
  return lintSchema({ name: 'tool', inputSchema }, profile).map((finding) => finding.rule);
}

describe('lintSchema', () => {
  it.each<[string, JsonSchema, string[]]>([
    ['no object', { type: 'array', items: { type: 'string' } }, ['root-object', 'root-properties']],
    [
      'a union',
      { type: 'object', properties: {}, anyOf: [{ type: 'object', properties: {} }] },
      ['root-combiner', 'empty-object'],
    ],
    ['no properties', { type: 'object', additionalProperties: false }, ['root-properties']],
    [
      'a list of requirements that is empty',
      { type: 'object', properties: {}, required: [] },
      ['required-properties'],
    ],
    [
      'a requirement without property',
      { type: 'object', properties: {}, required: ['x'] },
      ['required-properties'],
    ],
    [
      'an older dialect',
      { $schema: 'http://json-schema.org/draft-07/schema#', type: 'object', properties: {} },
      ['unknown-keyword', 'dialect'],
    ],
    ['arguments of unknown type', { type: 'object' }, []],
    ['no arguments', { type: 'object', properties: {}, additionalProperties: false }, []],
  ])('says of a root with %s: %j', (_name, root, rules) => {
    expect(rulesOfRoot(root)).toEqual(rules);
  });

  it.each<[JsonSchema, string[]]>([
    [{ type: ['string', 'null'] }, ['one-type']],
    [{}, ['one-type']],
    [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, ['any-of-null']],
    [{ type: 'array' }, ['array-items']],
    [{ type: 'array', items: true }, ['array-items', 'boolean-schema']],
    [{ type: 'integer', enum: [1] }, ['enum-type']],
    [{ type: 'string', enum: ['', 'a'] }, ['enum-type']],
    [{ type: 'array', items: { type: 'string' }, enum: [['a']] }, ['enum-type']],
    [{ type: 'object', additionalProperties: true }, ['empty-object']],
    [{ type: 'object', properties: { 'a b': { type: 'string' } } }, ['property-key']],
    [{ type: 'string', format: 'uri' }, ['format']],
    [{ type: 'number', multipleOf: 2, exclusiveMinimum: 0 }, ['unknown-keyword']],
    [{ $ref: '#/$defs/X' }, ['reference', 'one-type']],
    [{ type: 'string', 'x-mcp-header': 'no token' }, ['x-mcp-header']],
    [{ type: 'string', format: 'date-time', pattern: '^a', minLength: 1, description: 'd' }, []],
  ])('says of the property %j: %j', (node, rules) => {
    expect(rulesOf(node)).toEqual(rules);
  });

  it('asks more of the gemini profile', () => {
    expect(rulesOf({ type: 'string', format: 'uuid' }, 'gemini')).toEqual(['format']);
    expect(rulesOf({ description: 'd', anyOf: [{ type: 'string' }] }, 'gemini')).toEqual([
      'lone-any-of',
    ]);
    const closed = {
      type: 'object',
      properties: { a: { type: 'string' } },
      additionalProperties: false,
    };
    expect(rulesOf(closed, 'gemini')).toEqual(['additional-properties']);
    expect(
      rulesOf({ type: 'object', properties: { 'a.b': { type: 'string' } } }, 'gemini'),
    ).toEqual(['property-key']);
  });

  it('asks of the full profile only for what no client does without', () => {
    expect(
      rulesOf({ oneOf: [{ const: 1 }, { type: ['string', 'null'] }], multipleOf: 2 }, 'full'),
    ).toEqual([]);
    expect(rulesOfRoot({ anyOf: [] }, 'full')).toEqual(['root-object', 'root-combiner']);
  });

  it('lets a result say null and any value, which no provider sees', () => {
    const outputSchema = {
      type: 'object',
      properties: {
        a: { anyOf: [{ type: 'string' }, { type: 'null' }] },
        b: {},
        c: { type: 'object' },
      },
    };
    const inputSchema = { type: 'object', properties: {} };
    expect(lintSchema({ name: 'tool', inputSchema, outputSchema }, 'portable')).toEqual([]);
  });

  it('does not take data for schemas', () => {
    expect(rulesOf({ type: 'string', default: { type: ['a'] } })).toEqual([]);
  });
});

describe('lintTools', () => {
  it('finds nothing in tools that every client takes', () => {
    const inputSchema = { type: 'object', properties: { a: { type: 'string' } } };
    expect(
      lintTools([
        { name: 'a', inputSchema },
        { name: 'b', inputSchema },
      ]),
    ).toEqual([]);
  });

  it.each(['1st', 'a.b', 'a b', '', 'x'.repeat(65)])('refuses the name %j', (name) => {
    const findings = lintTools([{ name, inputSchema: { type: 'object', properties: {} } }]);
    expect(findings).toMatchObject([{ tool: name, pointer: '/name', rule: 'tool-name' }]);
  });
});
