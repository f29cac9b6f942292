import type { ArgumentTarget, InputPlan } from '../schema/parameter-description.js';
import { compileRouting, pathIssues, undeclaredIssues } from './route-arguments.js';

function target(
  name: string,
  source: ArgumentTarget['source'],
  more: Partial<ArgumentTarget> = {},
): ArgumentTarget {
  return { name, source, key: name, structured: false, ...more };
}
const route = { isRoute: true } as const;

describe('compileRouting', () => {
  const plan: InputPlan = {
    targets: [
      target('id', 'path'),
      target('page', 'query'),
      target('flag', 'query', { keepTyped: true }),
      target('name', 'body'),
      target('body_id', 'body', { key: 'id' }),
    ],
  };

  it('takes the flat arguments apart', () => {
    const parts = compileRouting(plan, route)({ id: 7, page: 2, name: 'x', body_id: 8 });
    expect({ ...parts.params }).toEqual({ id: '7' });
    expect({ ...parts.query }).toEqual({ page: '2' });
    expect(parts.body).toEqual({ name: 'x', id: 8 });
  });

  it('keeps JSON types in the body, and strings in the URL', () => {
    const parts = compileRouting(plan, route)({ page: true, name: true });
    expect(parts.query.page).toBe('true');
    expect(parts.body).toEqual({ name: true });
  });

  it('keeps a boolean that conversion would falsify, and all types where it is asked to', () => {
    expect(compileRouting(plan, route)({ flag: false }).query.flag).toBe(false);
    const typed = compileRouting(plan, { ...route, queryValues: 'typed' })({ id: 7, page: 2 });
    expect([typed.params.id, typed.query.page]).toEqual([7, 2]);
  });

  it('omits null in the URL and keeps it in the body', () => {
    const parts = compileRouting(plan, route)({ page: null, flag: null, name: null });
    expect(Object.keys(parts.query)).toEqual([]);
    expect(parts.body).toEqual({ name: null });
  });

  it('makes params and query without a prototype', () => {
    const parts = compileRouting(plan, route)({});
    expect(Object.getPrototypeOf(parts.params)).toBeNull();
    expect(Object.getPrototypeOf(parts.query)).toBeNull();
  });

  it('has no body where the method takes none, and an empty one where nothing was given', () => {
    expect(compileRouting({ targets: [target('id', 'path')] }, route)({ id: 1 }).body).toBe(
      undefined,
    );
    expect(compileRouting(plan, route)({}).body).toEqual({});
  });

  it('puts a stranger where the route would meet it, and has it refused', () => {
    const parts = compileRouting(plan, route)({ other: 1 });
    expect(parts.body).toEqual({ other: 1 });
    expect(parts.undeclared).toEqual(['other']);
    const get = compileRouting({ targets: [target('id', 'path')] }, route)({ other: 1 });
    expect([get.body, get.query.other, get.undeclared]).toEqual([undefined, '1', ['other']]);
    expect(undeclaredIssues(get.undeclared)).toHaveLength(1);
  });

  it('lets a whole object take what is not declared', () => {
    const open = compileRouting({ ...plan, rest: 'body' }, route);
    const parts = open({ other: 1 });
    expect(parts.body).toEqual({ other: 1 });
    expect(parts.undeclared).toBeUndefined();
  });

  it('never routes what is refused, nor the keys of a prototype', () => {
    const open = compileRouting({ ...plan, rest: 'body', refused: ['price'] }, route);
    const args = JSON.parse('{"price":1,"__proto__":{"admin":true},"constructor":1}') as object;
    const { body } = open({ ...args, ['__proto__']: 1 } as Record<string, unknown>);
    expect(Object.keys(body as object)).toEqual([]);
    expect(Object.getPrototypeOf(body)).toBe(Object.prototype);
  });

  it('lets a constant beat whatever was sent', () => {
    const constants = [{ ...target('currency', 'body'), value: 'EUR' }];
    const open = compileRouting({ ...plan, rest: 'body', constants }, route);
    expect(open({ currency: 'USD' }).body).toEqual({ currency: 'EUR' });
  });

  it('gives a provider its arguments as body and as arguments', () => {
    const provider = { targets: [target('city', 'argument')] };
    const parts = compileRouting(provider, { isRoute: false })({ city: 'Paris' });
    expect(parts.args).toEqual({ city: 'Paris' });
    expect(parts.body).toBe(parts.args);
  });

  it('takes a whole source as one argument', () => {
    const list = { targets: [target('items', 'body', { key: undefined })] };
    expect(compileRouting(list, route)({ items: [1, 2] }).body).toEqual([1, 2]);
  });
});

function parameter(name: string, optional = false) {
  return [{ name, wildcard: false, optional }];
}

describe('pathIssues', () => {
  const names = new Map([['id', 'order_id']]);

  it.each(['', '.', '..'])('refuses the segment %j under the name that the caller knows', (id) => {
    expect(pathIssues(parameter('id'), names, { id })).toEqual([
      { path: 'order_id', message: 'must be a path segment: not empty, "." or ".."' },
    ]);
  });

  it('says what is missing, and nothing where nothing is', () => {
    expect(pathIssues(parameter('id'), names, {})).toEqual([
      { path: 'order_id', message: 'is required' },
    ]);
    expect(pathIssues(parameter('id'), names, { id: '7' })).toBeUndefined();
  });
});

describe('pathIssues of an optional part', () => {
  it('lets it be left out, and out of its place by nobody', () => {
    expect(pathIssues(parameter('id', true), new Map(), {})).toBeUndefined();
    expect(pathIssues(parameter('id', true), new Map(), { id: '..' })).toHaveLength(1);
  });
});

describe('pathIssues of a wildcard', () => {
  it.each([
    '../x',
    './..',
    'a/../b',
    '/',
    'a\\..\\b',
    '..',
    ['..', 'x'],
    ['a/..'],
    ['x', ['..']],
    ['', ''],
    [],
  ])('refuses %p', (path) => {
    const issues = pathIssues(parameter('path'), new Map(), { path });
    expect(issues).toMatchObject([{ path: 'path', message: expect.stringContaining('segment') }]);
  });

  it('lets dots within a name pass', () => {
    expect(
      pathIssues(parameter('path'), new Map(), { path: 'a..b/.hidden/c.txt' }),
    ).toBeUndefined();
  });
});
