import { createArgumentCheck, type ArgumentIssue } from './argument-check.js';
import type { JsonSchema } from './json-schema.js';
import type { InputPlan } from './parameter-description.js';

const NO_PLAN: InputPlan = { targets: [] };

async function issuesOf(
  schema: JsonSchema,
  args: Record<string, unknown>,
  plan: InputPlan = NO_PLAN,
): Promise<readonly ArgumentIssue[] | undefined> {
  const check = createArgumentCheck(schema, plan);
  await check.ready();
  return check.check(check.decode(args));
}

async function wordsOf(schema: JsonSchema, args: Record<string, unknown>): Promise<string[]> {
  const issues = (await issuesOf(schema, args)) ?? [];
  return issues.map(({ path, message }) => `${path}: ${message}`);
}

function object(properties: Record<string, JsonSchema>, ...required: string[]): JsonSchema {
  return { type: 'object', properties, required, additionalProperties: false };
}

describe('createArgumentCheck', () => {
  it('finds nothing wrong with arguments that fit', async () => {
    const schema = object({ age: { type: 'integer', minimum: 18 } }, 'age');
    expect(await issuesOf(schema, { age: 18 })).toBeUndefined();
  });

  it('refuses to give a verdict before it is ready', async () => {
    await jest.isolateModulesAsync(async () => {
      const fresh = await import('./argument-check.js');
      const check = fresh.createArgumentCheck(object({}), NO_PLAN);
      expect(() => check.check({})).toThrow('before its ready() was awaited');
    });
  });

  it('loads the validator on the first call of a tool, not before', async () => {
    await jest.isolateModulesAsync(async () => {
      let loaded = false;
      jest.doMock('ajv/dist/2020.js', () => {
        loaded = true;
        return jest.requireActual<object>('ajv/dist/2020.js');
      });
      const fresh = await import('./argument-check.js');
      const check = fresh.createArgumentCheck(object({ a: { type: 'string' } }), NO_PLAN);
      expect(check.decode({ a: 'x' })).toEqual({ a: 'x' });
      expect(loaded).toBe(false);
      await check.ready();
      expect(loaded).toBe(true);
    });
  });

  it('has nothing to wait for once the validator is loaded', async () => {
    const check = createArgumentCheck(object({}), NO_PLAN);
    await check.ready();
    expect(check.ready()).toBeUndefined();
  });

  it('names every field that is wrong, and what was expected of it', async () => {
    const schema = object(
      {
        age: { type: 'integer' },
        name: { type: 'string', minLength: 2 },
        tags: { type: 'array', items: { type: 'string' } },
      },
      'age',
      'name',
    );
    expect(await wordsOf(schema, { age: '3', tags: ['a', 1], zip: 'x' })).toEqual([
      'name: is required and must be a string and have at least 2 characters',
      'age: must be an integer, got a string',
      'tags[1]: must be a string, got a number',
      'zip: is not expected here, known: age, name, tags',
    ]);
  });

  it.each<[string, JsonSchema, unknown, string]>([
    ['minimum', { minimum: 1 }, 0, 'must be at least 1'],
    ['exclusiveMaximum', { exclusiveMaximum: 5 }, 5, 'must be less than 5'],
    ['multipleOf', { multipleOf: 5 }, 7, 'must be a multiple of 5'],
    ['maxLength', { maxLength: 1 }, '😀😀', 'must have at most 1 character'],
    ['pattern', { pattern: '^a' }, 'b', 'must match the pattern ^a'],
    ['enum', { type: 'string', enum: ['a', 'b'] }, 'c', 'must be one of "a", "b"'],
    ['enum and type', { type: 'string', enum: ['a'] }, 1, 'must be "a", got a number'],
    ['const', { const: 3 }, 4, 'must be 3'],
    [
      'uniqueItems',
      { uniqueItems: true },
      [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ],
      'must not hold the same item twice',
    ],
    ['minItems', { minItems: 1 }, [], 'must have at least 1 item'],
    ['contains', { contains: { const: 'x' } }, ['y'], 'must hold an item that must be "x"'],
    ['minProperties', { minProperties: 1 }, {}, 'must have at least 1 property'],
    ['not', { not: { enum: ['a', 'b'] } }, 'a', 'must not be one of "a", "b"'],
    ['type list', { type: ['string', 'null'] }, 1, 'must be a string or null, got a number'],
  ])('says in words what %s asks for', async (_keyword, node, value, message) => {
    expect(await wordsOf(object({ x: node }), { x: value })).toEqual([`x: ${message}`]);
  });

  it('says in words what the branch of a condition asks for', async () => {
    const text = '{"if":{"type":"string"},"then":{"minLength":2},"else":{"minimum":5}}';
    const schema = object({ x: JSON.parse(text) as JsonSchema });
    expect(await wordsOf(schema, { x: 'a' })).toEqual(['x: must have at least 2 characters']);
    expect(await wordsOf(schema, { x: 1 })).toEqual(['x: must be at least 5']);
  });

  it('speaks of the branch of a union that the caller meant', async () => {
    const schema = object({
      pay: {
        anyOf: [
          object({ kind: { const: 'card' }, number: { type: 'string' } }, 'kind', 'number'),
          object({ kind: { const: 'cash' }, amount: { type: 'number' } }, 'kind', 'amount'),
        ],
      },
    });
    expect(await wordsOf(schema, { pay: { kind: 'cash', amount: '5' } })).toEqual([
      'pay.amount: must be a number, got a string',
    ]);
    expect(await wordsOf(schema, { pay: { kind: 'cheque' } })).toEqual([
      'pay.kind: must be one of "card", "cash"',
    ]);
    expect(await wordsOf(schema, { pay: 5 })).toEqual(['pay: must be an object, got a number']);
  });

  it('follows definitions through a recursive type', async () => {
    const schema: JsonSchema = {
      ...object({ root: { $ref: '#/$defs/Node' } }),
      $defs: {
        Node: object({
          text: { type: 'string' },
          kids: { type: 'array', items: { $ref: '#/$defs/Node' } },
        }),
      },
    };
    const args = { root: { kids: [{ kids: [{ text: 3 }] }] } };
    expect(await wordsOf(schema, args)).toEqual([
      'root.kids[0].kids[0].text: must be a string, got a number',
    ]);
  });

  it('answers what nests too deeply, instead of overflowing', async () => {
    const schema: JsonSchema = {
      ...object({ root: { $ref: '#/$defs/Node' } }),
      $defs: { Node: object({ kid: { $ref: '#/$defs/Node' } }) },
    };
    let node: object = { wrong: 1 };
    for (let depth = 0; depth < 50_000; depth += 1) node = { kid: node };
    expect(await wordsOf(schema, { root: node })).toEqual([': is nested too deeply']);
  });

  it('falls back on Ajv for a keyword that it has no words for', async () => {
    const schema: JsonSchema = {
      type: 'object',
      properties: { a: {} },
      unevaluatedProperties: false,
    };
    expect(await wordsOf(schema, { b: 1 })).toEqual([': must NOT have unevaluated properties']);
  });

  it('lists at most fifty issues of one value', async () => {
    const schema = object({ list: { type: 'array', items: { type: 'string' } } });
    const issues = await issuesOf(schema, { list: Array.from({ length: 5000 }, (_, i) => i) });
    expect(issues).toHaveLength(50);
  });

  it('compares twenty thousand objects for uniqueness in linear time', async () => {
    const schema = object({ list: { type: 'array', uniqueItems: true } });
    const list = Array.from({ length: 20_000 }, (_, i) => ({ i }));
    const started = performance.now();
    expect(await issuesOf(schema, { list })).toBeUndefined();
    expect(performance.now() - started).toBeLessThan(5000);
  });

  it('leaves formats to the pipes', async () => {
    const schema = object({ mail: { type: 'string', format: 'email' } });
    expect(await issuesOf(schema, { mail: 'not a mail' })).toBeUndefined();
  });

  it('refuses the keys of prototypes at any depth, by name', async () => {
    const args = JSON.parse(
      '{"a":{"b":[{"__proto__":{"admin":true}}]},"constructor":{"prototype":{"p":1}}}',
    ) as Record<string, unknown>;
    expect((await wordsOf({ type: 'object' }, args)).toSorted()).toEqual([
      'a.b[0].__proto__: is a name that is never accepted',
      'constructor: is a name that is never accepted',
    ]);
  });

  it('refuses withheld arguments even where undeclared ones are tolerated', async () => {
    const plan: InputPlan = { targets: [], rest: 'body', refused: ['tenantId'] };
    expect(await issuesOf({ type: 'object' }, { tenantId: 1, other: 2 }, plan)).toEqual([
      { path: 'tenantId', message: 'may not be given' },
    ]);
  });
});
