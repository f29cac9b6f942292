import { compileTemplate, pathParameters } from './route-template.js';

describe('compileTemplate', () => {
  it.each([
    ['/orders', {}, '/orders'],
    ['/orders/:id', { id: 7 }, '/orders/7'],
    ['/orders/:id/items/:sku', { id: '1', sku: 'a b' }, '/orders/1/items/a%20b'],
    ['/files/*path', { path: 'a/b c' }, '/files/a/b%20c'],
    ['/files/*path', { path: ['a', 'b'] }, '/files/a/b'],
    ['/a{/:b}', {}, '/a'],
    ['/a{/:b}', { b: 'x' }, '/a/x'],
    ['/a{/*rest}', { rest: ['x', 'y'] }, '/a/x/y'],
    ['/:file.json', { file: 'x' }, '/x.json'],
  ])('fills %s with %j', (template, params, path) => {
    expect(compileTemplate(template)(params)).toBe(path);
  });

  it('lets no value add a segment, a query or a fragment', () => {
    expect(compileTemplate('/orders/:id')({ id: '1/../2?admin=1#x' })).toBe(
      '/orders/1%2F..%2F2%3Fadmin%3D1%23x',
    );
  });

  it.each(['.', '..'])('writes the lone segment %j so that no reader resolves it away', (id) => {
    expect(compileTemplate('/orders/:id')({ id })).toBe(`/orders/${id.replaceAll('.', '%2E')}`);
    expect(compileTemplate('/files/*path')({ path: `a/${id}/b` })).not.toContain(`/${id}/`);
  });

  it('leaves a missing value empty', () => {
    expect(compileTemplate('/orders/:id')({})).toBe('/orders/');
  });
});

describe('pathParameters', () => {
  it('tells which are in an optional part, and which take several segments', () => {
    expect(pathParameters('/a/:b{/:c}/:d?/*rest')).toEqual([
      { name: 'b', wildcard: false, optional: false },
      { name: 'c', wildcard: false, optional: true },
      { name: 'd', wildcard: false, optional: true },
      { name: 'rest', wildcard: true, optional: false },
    ]);
  });

  it.each([
    ['/n/:id(^\\d+$)', '7', '7 OR 1=1'],
    ['/n/:id(a(?:b|\\))c)/x', 'a)c', 'abcd'],
    ['/n/:id(\\d+)?', '12', 'x12'],
  ])('keeps what the router of Fastify asks of %s', (template, good, bad) => {
    const [{ pattern }] = pathParameters(template);
    expect(pattern?.test(good)).toBe(true);
    expect(pattern?.test(bad)).toBe(false);
    expect(compileTemplate(template)({ id: '1' })).toMatch(/^\/n\/1(\/x)?$/);
  });
});
