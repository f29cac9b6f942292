import { headerParamsOf } from './header-params.js';

const header = (name: unknown, type: unknown = 'string') => ({ type, 'x-mcp-header': name });
const schema = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });

describe('x-mcp-header', () => {
  it('is found along properties, at any depth', () => {
    const nested = schema({ tenant: header('Tenant', 'integer') });
    const { params, faults } = headerParamsOf(
      schema({ region: header('Region'), deep: nested, properties: header('P', 'boolean') }),
    );
    expect(params).toEqual([
      { name: 'Region', path: ['region'] },
      { name: 'Tenant', path: ['deep', 'tenant'] },
      { name: 'P', path: ['properties'] },
    ]);
    expect(faults).toEqual([]);
  });

  it.each(['', 'a b', 'a:b', 'é', 'a\r\nb', 1, null, {}, [], true])(
    'cannot be named %j',
    (name) => {
      const { params, faults } = headerParamsOf(schema({ a: header(name) }));
      expect(params).toEqual([]);
      expect(faults).toEqual([{ where: 'a', message: expect.stringMatching(/HTTP field name/) }]);
    },
  );

  it.each(['number', 'object', 'array', 'null', ['string', 'null'], null])(
    'is not for type %j',
    (type) => {
      const { faults } = headerParamsOf(schema({ a: header('A', type) }));
      expect(faults).toEqual([{ where: 'a', message: expect.stringMatching(/type string/) }]);
    },
  );

  it('is not for a value of any type', () => {
    expect(headerParamsOf(schema({ a: { 'x-mcp-header': 'A' } })).faults).toHaveLength(1);
  });

  it('is unique, whatever the case', () => {
    const { params, faults } = headerParamsOf(schema({ a: header('Key'), b: header('KEY') }));
    expect(params).toHaveLength(1);
    expect(faults).toEqual([{ where: 'b', message: expect.stringMatching(/header of a already/) }]);
  });

  it.each([
    ['items', { type: 'array', items: header('A') }],
    ['prefixItems', { type: 'array', prefixItems: [header('A')] }],
    ['anyOf', { anyOf: [header('A'), { type: 'null' }] }],
    ['a branch', { oneOf: [schema({ x: header('A') })] }],
    ['not', { not: header('A') }],
    ['if', { if: schema({ x: header('A') }) }],
    ['additionalProperties', { type: 'object', additionalProperties: header('A') }],
    ['$defs', { $defs: { x: header('A') } }],
    ['a keyword nobody knows', { someKeyword: { x: header('A') } }],
  ])('is not allowed under %s', (_where, child) => {
    const { params, faults } = headerParamsOf(schema({ child }));
    expect(params).toEqual([]);
    expect(faults).toEqual([
      expect.objectContaining({ message: expect.stringMatching(/"properties" alone/) }),
    ]);
  });

  it('is not allowed on the root', () => {
    expect(headerParamsOf({ type: 'string', 'x-mcp-header': 'A' }).faults).toHaveLength(1);
  });

  it('is data where it stands in data', () => {
    const lookalike = schema({
      a: { default: header('A'), enum: [header('A')], examples: [header('A')] },
    });
    expect(headerParamsOf(lookalike)).toMatchObject({ params: [], faults: [] });
  });
});
