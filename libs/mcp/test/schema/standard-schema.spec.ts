/** Long because each kind of schema of each library is one row of a table. */
import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { type } from 'arktype';
import * as v from 'valibot';
import { z } from 'zod';
import * as mini from 'zod/mini';
import { SetupError } from '../../src/errors/setup.error.js';
import { createArgumentCheck } from '../../src/schema/argument-check.js';
import { deriveInput } from '../../src/schema/derive-input.js';
import { describeInput, describeOutput } from '../../src/schema/describe.js';
import type { JsonSchema } from '../../src/schema/json-schema.js';
import { lintTools } from '../../src/schema/lint.js';
import { standardSchemaToJson, type StandardSchemaLike } from '../../src/schema/standard-schema.js';

/** What is put into the field `x` of every schema. */
const POOL: readonly unknown[] = [
  null, '', ' ', 'a', 'b', 'abc', 'ABC', ' abc ', 'a1', 'a\nc', 'axc', '1', '12', '1.5', 'true',
  'false', 'id-3', 'a@b.co', 'a.@b.co', '3d6f0a8e-5b0f-4f53-9c1c-2b7a6f1f8f11', 'http://a.test',
  'example.com', '2024-01-01', '2024-02-30', '2024-01-01T10:00:00Z', '2024-01-01T10:00:00+02:00',
  '1.2.3.4', '999.1.1.1', 'aGVsbG8=', 0, 1, 2, -1, 5, 7, 10, 11, 1.5, 1e21, true, false, [], ['a'],
  ['a', 'a'], ['a', 1], ['a', 'b', 'c'], [1], [[1]], {}, { a: 1 }, { a: 'x' }, { a: 1, b: 2 },
  { street: 'x' }, { street: 'x', zz: 1 }, { k: 'a', p: 'x' }, { k: 'b', p: 'x' },
  { k: 'b', q: 1 }, { k: 'c' }, [{ name: 'q', kids: [] }], [{ name: 1 }],
]; // prettier-ignore

const Address = z.object({ street: z.string(), zip: z.string().optional() });
const Node = z.object({
  name: z.string(),
  get kids() {
    return z.array(Node);
  },
});

const ZOD: Record<string, z.ZodType> = {
  string: z.string(),
  integer: z.int().gt(0).lte(10).multipleOf(5),
  boolean: z.boolean(),
  optional: z.string().optional(),
  nullable: z.string().nullable(),
  default: z.number().default(3),
  enum: z.enum(['a', 'b']),
  numericEnum: z.enum({ Lo: 0, Hi: 1 }),
  literals: z.literal(['a', 2, true, null]),
  lengths: z.string().min(2).max(5),
  flagI: z.string().regex(/^[a-z]+$/i),
  flagS: z.string().regex(/^a.c$/s),
  twoExpressions: z.string().regex(/[a-z]/i).regex(/[0-9]/),
  startsEnds: z.string().startsWith('a').endsWith('c'),
  trimmed: z.string().trim().min(3),
  lowered: z
    .string()
    .toLowerCase()
    .regex(/^[a-z]+$/),
  email: z.email(),
  uuid: z.uuid(),
  isoDate: z.iso.date(),
  isoDateTime: z.iso.datetime(),
  array: z.array(z.string()).min(1).max(2),
  tuple: z.tuple([z.string(), z.number()]),
  record: z.record(z.string(), z.number()),
  nested: Address,
  strict: z.strictObject({ street: z.string() }),
  loose: z.looseObject({ street: z.string() }),
  intersection: z.intersection(Address, z.object({ zz: z.number().optional() })),
  union: z.union([z.string(), z.number()]),
  discriminated: z.discriminatedUnion('k', [
    z.object({ k: z.literal('a'), p: z.string() }),
    z.object({ k: z.literal('b'), q: z.number() }),
  ]),
  recursive: z.array(Node),
  template: z.templateLiteral(['id-', z.number()]),
  any: z.any(),
  transform: z.string().transform((text) => text.length),
  meta: z
    .string()
    .describe('d')
    .meta({ title: 'T', examples: ['q'] }),
};

const VALIBOT: Record<string, v.GenericSchema> = {
  string: v.string(),
  flagI: v.pipe(v.string(), v.regex(/^[a-z]+$/i)),
  picklist: v.picklist(['a', 'b']),
  integer: v.pipe(v.number(), v.integer(), v.minValue(1)),
  array: v.pipe(v.array(v.string()), v.maxLength(2)),
  strict: v.strictObject({ street: v.string() }),
  variant: v.variant('k', [
    v.object({ k: v.literal('a'), p: v.string() }),
    v.object({ k: v.literal('b'), q: v.number() }),
  ]),
  nullable: v.nullable(v.string()),
  record: v.record(v.string(), v.number()),
};

const ARKTYPE: Record<string, StandardSchemaLike> = {
  string: type({ x: 'string' }),
  flagI: type({ x: /^[a-z]+$/i }),
  enum: type({ x: "'a'|'b'" }),
  integer: type({ x: 'number.integer >= 1' }),
  array: type({ x: 'string[] <= 2' }),
  union: type({ x: [{ k: "'a'", p: 'string' }, '|', { k: "'b'", q: 'number' }] }),
  nullable: type({ x: 'string|null' }),
  record: type({ x: 'Record<string, number>' }),
};

/** Each library's schema under the key `x` of an object. */
const ALL: [string, StandardSchemaLike][] = [
  ...Object.entries(ZOD).map(([name, x]): [string, StandardSchemaLike] => [
    `zod ${name}`,
    z.object({ x }),
  ]),
  ...Object.entries(VALIBOT).map(([name, x]): [string, StandardSchemaLike] => [
    `valibot ${name}`,
    toStandardJsonSchema(v.object({ x })) as StandardSchemaLike,
  ]),
  ...Object.entries(ARKTYPE).map(([name, schema]): [string, StandardSchemaLike] => [
    `arktype ${name}`,
    schema,
  ]),
];

/** Accepted by the schema, refused by the library: a rule that JSON Schema does not have. */
const LOOSE: Readonly<Record<string, string>> = {
  'zod trimmed': 'the length is that of the trimmed text',
  'zod lowered': 'the pattern is that of the lowered text',
};

/** Accepted by the library, refused by the schema: a hole that nobody means. */
const TIGHT: Readonly<Record<string, string>> = {
  'valibot record': 'an array is an object too',
  'arktype record': 'an array is an object too',
};

async function verdictsOf(schema: StandardSchemaLike) {
  const { enforced } = describeInput(schema);
  const check = createArgumentCheck(enforced, { targets: [] });
  await check.ready();
  const loose: unknown[] = [];
  const tight: unknown[] = [];
  for (const args of [...POOL.map((x) => ({ x })), {}]) {
    const result = (await schema['~standard'].validate(structuredClone(args))) as {
      issues?: unknown;
    };
    const isAccepted = check.check(args) === undefined;
    if (isAccepted && result.issues) loose.push(args);
    if (!isAccepted && !result.issues) tight.push(args);
  }
  return { loose, tight };
}

describe.each(ALL)('%s', (name, schema) => {
  it('is accepted where the library accepts it, and refused where it refuses it', async () => {
    const { loose, tight } = await verdictsOf(schema);
    expect(tight.length > 0).toBe(name in TIGHT);
    expect(loose.length > 0).toBe(name in LOOSE);
  });

  it('is published in a form that every client takes', () => {
    for (const profile of ['portable', 'gemini'] as const) {
      const inputSchema = describeInput(schema, { profile }).published;
      const outputSchema = describeOutput(schema, { profile }).published;
      expect(lintTools([{ name: 'tool', inputSchema, outputSchema }], profile)).toEqual([]);
    }
  });
});

describe('standardSchemaToJson', () => {
  const properties = (schema: StandardSchemaLike, direction: 'input' | 'output' = 'input') =>
    standardSchemaToJson(schema, direction).properties as Record<string, JsonSchema>;

  it('says date-time for a Date, of each library', () => {
    const dates: StandardSchemaLike[] = [
      z.object({ at: z.date() }),
      z.object({ at: z.coerce.date() }),
      toStandardJsonSchema(v.object({ at: v.date() })) as StandardSchemaLike,
      type({ at: 'Date' }),
    ];
    for (const schema of dates) {
      expect(properties(schema).at).toEqual({ type: 'string', format: 'date-time' });
      expect(properties(schema, 'output').at).toEqual({ type: 'string', format: 'date-time' });
    }
  });

  it('leaves open what JSON does not have, instead of failing the tool', () => {
    const schema = z.object({
      map: z.map(z.string(), z.number()),
      set: z.set(z.string()),
      big: z.bigint(),
      custom: z.custom(() => true),
    });
    expect(properties(schema)).toEqual({ map: {}, set: {}, big: {}, custom: {} });
  });

  it('does not repeat the long pattern of a known format in what it publishes', () => {
    const { enforced, published } = describeInput(z.object({ mail: z.email() }));
    expect(JSON.stringify(enforced)).toContain('"pattern"');
    expect(published.properties).toEqual({ mail: { type: 'string', format: 'email' } });
  });

  it('does not change the schema that the library keeps', () => {
    const schema = z.object({ at: z.date() });
    const before = JSON.stringify(standardSchemaToJson(schema, 'input'));
    describeInput(schema);
    expect(JSON.stringify(standardSchemaToJson(schema, 'input'))).toBe(before);
  });

  it('gives the definitions of a recursive root a name before it is put into another', () => {
    const { enforced } = deriveInput(
      [{ index: 0, source: 'body', type: Object, pipes: [], schema: Node }],
      { where: 'Trees.create' },
    );
    expect(enforced).toMatchObject({
      properties: { kids: { items: { $ref: '#/$defs/body' } } },
      $defs: { body: { type: 'object', required: ['name', 'kids'] } },
    });
  });

  it.each<[string, StandardSchemaLike, RegExp]>([
    ['zod/mini', mini.object({ a: mini.string() }), /zod 4\.2 or later \(zod\/mini/],
    ['valibot without its adapter', v.object({ a: v.string() }), /@valibot\/to-json-schema/],
    ['an unknown library', standard('acme'), /@McpTool\(\{ input/],
  ])('asks for a remedy where %s cannot describe itself', (_name, schema, remedy) => {
    const attempt = () => standardSchemaToJson(schema, 'input', 'Orders.create');
    expect(attempt).toThrow(SetupError);
    expect(attempt).toThrow(/Orders\.create/);
    expect(attempt).toThrow(remedy);
  });

  it('names the method where the library fails', () => {
    const schema = standard('acme', () => {
      throw new Error('no such thing');
    });
    expect(() => standardSchemaToJson(schema, 'input', 'Orders.create')).toThrow(
      /Orders\.create: acme cannot write this schema as JSON Schema: no such thing/,
    );
  });
});

describe('a DTO class of nestjs-zod', () => {
  // As createZodDto() of nestjs-zod 5 makes it; that package does not install beside Nest 12.
  class CreateOrderDto {
    static readonly isZodDto = true;
    static readonly schema = z.object({ title: z.string(), at: z.iso.datetime().optional() });
  }

  it('is described by the schema that it holds', () => {
    expect(describeInput(CreateOrderDto).published).toEqual({
      type: 'object',
      properties: { title: { type: 'string' }, at: { type: 'string', format: 'date-time' } },
      required: ['title'],
      additionalProperties: false,
    });
  });

  it('is flattened like any other class', () => {
    const { plan } = deriveInput([{ index: 0, source: 'body', type: CreateOrderDto, pipes: [] }], {
      where: 'Orders.create',
    });
    expect(plan.targets.map(({ name, source }) => [name, source])).toEqual([
      ['title', 'body'],
      ['at', 'body'],
    ]);
  });
});

function standard(vendor: string, input?: () => Record<string, unknown>): StandardSchemaLike {
  const jsonSchema = input ? { jsonSchema: { input, output: input } } : {};
  return { '~standard': { version: 1, vendor, validate: (value) => ({ value }), ...jsonSchema } };
}
