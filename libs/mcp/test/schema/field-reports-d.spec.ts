/**
 * What LLM clients refuse, as people reported it (the ids are those of the reports). Long because
 * each report is one test.
 *
 * O-D24, O-D25 and O-D26 are about a running server's list: the part of them that lies in the
 * schemas is here, the rest is in
 * field-reports-d.application.spec.ts.
 */
import { ValidationPipe } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import ajv2020 from 'ajv/dist/2020.js';
import { Expose, Type } from 'class-transformer';
import {
  ArrayUnique,
  Equals,
  IsArray,
  IsDefined,
  IsDivisibleBy,
  IsEnum,
  IsIn,
  IsInt,
  IsNegative,
  IsNumber,
  IsObject,
  IsOptional,
  IsPositive,
  IsString,
  IsUrl,
  Length,
  ValidateNested,
} from 'class-validator';
import { z } from 'zod';
import { deriveInput } from '../../src/schema/derive-input.js';
import { describeInput, describeOutput } from '../../src/schema/describe.js';
import type { JsonSchema, SchemaProfile } from '../../src/schema/json-schema.js';
import { lintTools } from '../../src/schema/lint.js';
import { walkSchema } from '../../src/schema/schema-walk.js';
import { suggestToolName, TOOL_NAME, toolNameFor } from '../../src/tools/tool-name.js';
import type { DtoClass } from './corpus/shape.js';
import { callTool } from './support/tool-call.js';

enum Colour {
  Red = 'red',
  Blue = 'blue',
}
enum Phases {
  auto = 0,
  one = 1,
  three = 3,
}
enum Blank {
  None = '',
  A = 'a',
}

class Address {
  @IsString() street: string;
}
class Shipment {
  @ValidateNested() @Type(() => Address) billing: Address;
  @ValidateNested() @Type(() => Address) shipping: Address;
}
class Paint {
  @IsEnum(Colour) colour: Colour;
}
class PaintResult {
  @ApiProperty({ enum: Colour, enumName: 'Colour' }) @IsEnum(Colour) colour: Colour;
}

const SHAPES: DtoClass[] = [Shipment, Paint];

function published(type: DtoClass, profile: SchemaProfile = 'portable'): JsonSchema {
  const { published: schema, diagnostics } = describeInput(type, { profile });
  expect(diagnostics.filter((d) => d.severity === 'error')).toEqual([]);
  return schema;
}

function property(type: DtoClass, name: string, profile: SchemaProfile = 'portable'): JsonSchema {
  return (published(type, profile).properties as Record<string, JsonSchema>)[name] ?? {};
}

function nodesOf(schema: JsonSchema): JsonSchema[] {
  const nodes: JsonSchema[] = [];
  walkSchema(schema, (node) => nodes.push(node));
  return nodes;
}

function keywordsOf(schema: JsonSchema): Set<string> {
  return new Set(nodesOf(schema).flatMap((node) => Object.keys(node)));
}

it('O-D01: has a plain object at the root of a union', () => {
  const union = z.union([z.object({ a: z.string() }), z.object({ b: z.number() })]);
  const pipes = [new ValidationPipe()];
  const flattened = deriveInput([{ index: 0, source: 'argument', type: Object, pipes }], {
    where: 'T.t',
    input: union,
  }).published;
  const wrapped = deriveInput([{ index: 0, source: 'body', type: Object, pipes, schema: union }], {
    where: 'T.t',
  }).published;
  for (const root of [flattened, wrapped]) {
    expect(root.type).toBe('object');
    expect(Object.keys(root)).not.toEqual(expect.arrayContaining([expect.stringMatching(/Of$/)]));
  }
  expect(Object.keys(wrapped.properties as object)).toEqual(['body']);
});

it('O-D02: publishes no $ref, $defs or definitions for a class that is used twice', () => {
  const keywords = keywordsOf(published(Shipment));
  for (const keyword of ['$ref', '$defs', 'definitions']) expect(keywords).not.toContain(keyword);
});

it('O-D03: writes the values of a shared enum wherever it is used', () => {
  class Other {
    @IsEnum(Colour) border: Colour;
  }
  const places = [
    property(Paint, 'colour'),
    property(Other, 'border'),
    (describeOutput(PaintResult).published.properties as Record<string, JsonSchema>).colour,
  ];
  for (const place of places) {
    expect(place).toMatchObject({ type: 'string', enum: ['red', 'blue'] });
  }
});

it('O-D04: is valid under the meta-schema of 2020-12, and declares no dialect', () => {
  const ajv = new ajv2020.Ajv2020();
  for (const type of [...SHAPES, Rules, Levels, Dims]) {
    for (const profile of ['portable', 'full', 'gemini'] as const) {
      const schema = published(type, profile);
      expect(ajv.validateSchema(schema)).toBe(true);
      expect(schema).not.toHaveProperty('$schema');
    }
  }
});

class OddKeys {
  @Expose({ name: 'filter[name]' }) @IsString() filterName: string;
  @Expose({ name: 'k'.repeat(65) }) @IsString() long: string;
  @Expose({ name: 'with space' }) @IsString() spaced: string;
}

it('O-D05: offers keys that clients take, and hands them over under their own names', async () => {
  const keys = Object.keys(published(OddKeys).properties as object);
  expect(keys).toHaveLength(3);
  for (const key of keys) expect(key).toMatch(/^[a-zA-Z0-9_.-]{1,64}$/);

  const pipes = [new ValidationPipe({ transform: true })];
  const { plan } = deriveInput([{ index: 0, source: 'query', type: OddKeys, pipes }], {
    where: 'T.t',
  });
  expect(plan.targets.map(({ key }) => key)).toEqual([
    'filter[name]',
    'k'.repeat(65),
    'with space',
  ]);

  class Holder {
    @ValidateNested() @Type(() => OddKeys) inner: OddKeys;
  }
  const inner = Object.fromEntries(keys.map((key) => [key, 'x']));
  expect(await callTool(Holder, { inner })).toMatchObject({
    value: { inner: { filterName: 'x', long: 'x', spaced: 'x' } },
  });
});

it('O-D06: publishes a dot in a key, but not to the strictest clients', () => {
  class Dotted {
    @Expose({ name: 'projects.any' }) @IsString() any: string;
  }
  expect(published(Dotted)).toMatchObject({ required: ['projects.any'] });
  expect(published(Dotted, 'gemini')).toMatchObject({ required: ['projects_any'] });
  const { plan } = deriveInput(
    [{ index: 0, source: 'body', type: Dotted, pipes: [new ValidationPipe()] }],
    { where: 'T.t', profile: 'gemini' },
  );
  expect(plan.targets).toMatchObject([{ name: 'projects_any', key: 'projects.any' }]);
});

it('O-D07: gives a tool without arguments exactly the form that every client takes', () => {
  for (const profile of ['portable', 'full', 'gemini'] as const) {
    expect(deriveInput([], { where: 'T.ping', profile }).published).toEqual({
      type: 'object',
      properties: {},
      additionalProperties: false,
    });
  }
});

it('O-D08: has further keys only as false, true or a typed schema', () => {
  // `@Req()`, `@Headers()` and context decorators are no parameters of the input: see the pipeline.
  class Map {
    @IsObject() values: Record<string, number>;
  }
  for (const schema of [
    published(Map),
    describeOutput(Map).published,
    ...SHAPES.map((t) => published(t)),
  ]) {
    for (const { additionalProperties } of nodesOf(schema)) {
      expect(additionalProperties).not.toEqual({});
    }
  }
});

it('O-D09: closes the root of a DTO, even where the pipe would let further keys pass', () => {
  const open = describeInput(Shipment, { pipes: [new ValidationPipe({ transform: true })] });
  expect(open.enforced).not.toHaveProperty('additionalProperties', false);
  expect(open.published).toHaveProperty('additionalProperties', false);
});

it('O-D10: asks for a free-form object as JSON text, and hands over the object', async () => {
  class Search {
    @IsObject() query: Record<string, unknown>;
  }
  expect(property(Search, 'query')).toEqual({
    type: 'string',
    description: 'A JSON object, written as JSON text.',
  });
  const object = { value: { query: { tag: 'a', deep: { n: 1 } } } };
  expect(await callTool(Search, { query: '{"tag":"a","deep":{"n":1}}' })).toEqual(object);
  expect(await callTool(Search, { query: { tag: 'a', deep: { n: 1 } } })).toEqual(object);
});

it('O-D11: names the values of a numeric enum in words, without those of its reverse mapping', async () => {
  class Phase {
    @IsEnum(Phases) phases: Phases;
  }
  const { type, description, enum: values } = property(Phase, 'phases');
  expect({ type, values }).toEqual({ type: 'integer', values: undefined });
  expect(description).toBe('Must be one of 0, 1, 3.');
  expect(await callTool(Phase, { phases: 3 })).toEqual({ value: { phases: 3 } });
  expect(await callTool(Phase, { phases: 2 })).toHaveProperty('refused');
  expect(await callTool(Phase, { phases: 'three' })).toEqual({
    refused: ['phases: must be one of 0, 1, 3, got a string'],
  });
});

it('O-D12: does not advertise an empty member of an enum, though it is accepted', async () => {
  class Choice {
    @IsEnum(Blank) choice: Blank;
  }
  expect(property(Choice, 'choice').enum).toEqual(['a']);
  expect(await callTool(Choice, { choice: '' })).toEqual({ value: { choice: '' } });
});

class Dims {
  @IsIn([256, 512]) dims: string | number;
  @IsIn(['a', 5, true]) mixed: unknown;
}

it('O-D13: gives each enum the type of its members', () => {
  expect(property(Dims, 'dims')).toEqual({
    type: 'integer',
    description: 'Must be one of 256, 512.',
  });
  for (const profile of ['portable', 'full', 'gemini'] as const) {
    for (const { type, enum: members } of nodesOf(published(Dims, profile))) {
      for (const member of Array.isArray(members) ? (members as unknown[]) : []) {
        const declared = [type].flat().map((one) => (one === 'integer' ? 'number' : one));
        expect(declared).toContain(typeof member);
      }
    }
  }
});

it('O-D14: gives every node with an enum a type', () => {
  class Enums {
    @IsEnum(Colour) a: Colour;
    @IsIn(['x', 'y']) b: string;
    @ApiProperty({ enum: ['p', 'q'] }) @IsDefined() c: unknown;
    @IsOptional() @IsEnum(Colour) d?: Colour | null;
    @ApiProperty({ enum: Colour, nullable: true }) @IsOptional() @IsEnum(Colour) e?: Colour | null;
  }
  const withEnum = nodesOf(published(Enums)).filter((node) => 'enum' in node);
  expect(withEnum).toHaveLength(5);
  for (const node of withEnum) expect(node.type).toBe('string');
});

it('O-D15: gives every array its items, in what goes in and in what comes out', () => {
  class Tags {
    @IsArray() tags: string[];
  }
  for (const schema of [
    published(Tags),
    describeOutput(Tags).published,
    published(Tags, 'gemini'),
  ]) {
    const arrays = nodesOf(schema).filter((node) => node.type === 'array');
    expect(arrays.length).toBeGreaterThan(0);
    for (const node of arrays) expect(node.items).toEqual(expect.any(Object));
  }
});

it('O-D16: gives arrays in arrays, and arrays in objects of arrays, their items', () => {
  class Row {
    @IsArray() @IsString({ each: true }) cells: string[];
  }
  class Table {
    @ApiProperty({ type: 'array', items: { type: 'array', items: { type: 'number' } } })
    @IsArray()
    matrix: number[][];
    @IsArray() @ValidateNested({ each: true }) @Type(() => Row) rows: Row[];
  }
  expect(property(Table, 'matrix').items).toMatchObject({
    type: 'array',
    items: expect.any(Object),
  });
  expect(property(Table, 'rows').items).toMatchObject({
    properties: { cells: { type: 'array', items: { type: 'string' } } },
  });
});

it('O-D17: has no list of types, no const, no oneOf and no null', () => {
  class Null {
    @IsOptional() @IsString() a?: string | null;
    @Equals('x') k: string;
    @ApiPropertyOptional({ nullable: true }) @IsOptional() @IsString() n?: string | null;
  }
  for (const profile of ['portable', 'gemini'] as const) {
    for (const node of nodesOf(published(Null, profile))) {
      expect(typeof node.type).toBe('string');
      expect(node.type).not.toBe('null');
      expect(node).not.toHaveProperty('const');
      expect(node).not.toHaveProperty('oneOf');
    }
  }
  expect(property(Null, 'k')).toEqual({ type: 'string', enum: ['x'] });
  expect(property(Null, 'n')).toEqual({ type: 'string', description: 'May be null.' });
});

class Rules {
  @IsDivisibleBy(5) price: number;
  @IsArray() @ArrayUnique() @IsInt({ each: true }) ids: number[];
  @ApiProperty({ readOnly: true, deprecated: true, example: 'abc' }) @IsString() old: string;
}

it('O-D18: puts rules in words that Gemini has no keyword for, and still holds them', async () => {
  const keywords = keywordsOf(published(Rules));
  for (const keyword of [
    'multipleOf',
    'uniqueItems',
    'readOnly',
    'deprecated',
    'example',
    'examples',
  ]) {
    expect(keywords).not.toContain(keyword);
  }
  expect(property(Rules, 'price').description).toContain('Must be a multiple of 5.');
  expect(property(Rules, 'ids').description).toContain('Must not hold the same item twice.');
  expect(property(Rules, 'old').description).toContain('Deprecated.');
  expect(property(Rules, 'old').description).toContain('"abc"');
  const good = { price: 10, ids: [1, 2], old: 'x' };
  expect(await callTool(Rules, good)).toEqual({ value: good });
  expect(await callTool(Rules, { ...good, price: 7 })).toHaveProperty('refused');
  expect(await callTool(Rules, { ...good, ids: [1, 1] })).toHaveProperty('refused');
});

it('O-D19: writes exclusive bounds as inclusive ones, or in words', async () => {
  class Bounds {
    @IsPositive() n: number;
    @IsInt() @IsPositive() i: number;
    @IsNumber() @IsNegative() m: number;
  }
  expect(property(Bounds, 'n')).toEqual({
    type: 'number',
    minimum: 0,
    description: 'Must be greater than 0.',
  });
  expect(property(Bounds, 'i')).toEqual({ type: 'integer', minimum: 1 });
  expect(property(Bounds, 'm')).toMatchObject({ maximum: 0, description: 'Must be less than 0.' });
  expect(await callTool(Bounds, { n: 0, i: 1, m: -1 })).toHaveProperty('refused');
});

it('O-D20: says URL in words, and refuses what is none', async () => {
  class Link {
    @IsUrl() url: string;
  }
  expect(property(Link, 'url')).not.toHaveProperty('format');
  expect(property(Link, 'url').description).toMatch(/URL/);
  expect(await callTool(Link, { url: 'nope' })).toHaveProperty('refused');
  expect(await callTool(Link, { url: 'https://example.com/a' })).toHaveProperty('value');
});

it('O-D21: derives a name that fits, and the lint tells of one that does not', () => {
  class SubscriptionInvoiceAdministrationController {
    recalculateOutstandingBalances(): void {}
  }
  const name = toolNameFor(
    SubscriptionInvoiceAdministrationController,
    'recalculateOutstandingBalances',
  );
  const findings = lintTools([{ name, inputSchema: { type: 'object', properties: {} } }]);
  // 64 is the limit for the name alone; a longer one is a fault at boot (MCP_TOOL_NAME_INVALID).
  expect(findings.map((f) => f.rule)).toEqual(TOOL_NAME.test(name) ? [] : ['tool-name']);
  const long = lintTools([
    { name: 'x'.repeat(65), inputSchema: { type: 'object', properties: {} } },
  ]);
  expect(long.map((f) => [f.pointer, f.rule])).toEqual([['/name', 'tool-name']]);
});

it('O-D22: derives distinct names without dots', () => {
  class UsersController {
    create(): void {}
  }
  class AdminUsersController {
    create(): void {}
  }
  const names = [
    toolNameFor(UsersController, 'create'),
    toolNameFor(AdminUsersController, 'create'),
  ];
  expect(new Set(names).size).toBe(2);
  for (const name of names) expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
});

it.each([
  ['New Tool', 'New_Tool'],
  ['café', 'cafe'],
  ['', 'my_tool'],
])('O-D23: suggests a legal name for %j', (name, legal) => {
  expect(TOOL_NAME.test(name)).toBe(false);
  expect(suggestToolName(name)).toBe(legal);
  expect(lintTools([{ name, inputSchema: { type: 'object', properties: {} } }])).toHaveLength(1);
});

it('O-D24: finds a list of more tools than a client takes, and names the first beyond', () => {
  const tools = Array.from({ length: 130 }, (_, i) => ({
    name: `tool_${i}`,
    inputSchema: { type: 'object', properties: {} },
  }));
  expect(lintTools(tools).map((f) => [f.rule, f.tool])).toEqual([['tool-count', 'tool_128']]);
  expect(lintTools(tools.slice(0, 128))).toEqual([]);
});

it('O-D26: makes a schema that cannot be derived a fault that names the method', () => {
  const derive = () =>
    deriveInput(
      [{ index: 0, source: 'body', type: Object, pipes: [], schema: withoutJsonSchema() }],
      { where: 'ReportsController.create' },
    );
  expect(derive).toThrow(/ReportsController\.create\(body\).*valibot/s);
});

it('O-D27: reports the tool, the place, the rule and the client', () => {
  const findings = lintTools([
    { name: 'good', inputSchema: { type: 'object', properties: {} } },
    {
      name: 'bad',
      inputSchema: {
        type: 'object',
        properties: { at: { type: ['string', 'null'] }, list: { type: 'array' } },
      },
      outputSchema: { type: 'object', properties: { 'a/b': { $ref: '#/$defs/X' } } },
    },
  ]);
  expect(findings.map(({ tool, pointer, rule }) => [tool, pointer, rule])).toEqual([
    ['bad', '/inputSchema/properties/at', 'one-type'],
    ['bad', '/inputSchema/properties/list', 'array-items'],
    ['bad', '/outputSchema/properties/a~1b', 'reference'],
    ['bad', '/outputSchema/properties/a~1b', 'one-type'],
  ]);
  for (const { client, message } of findings) {
    expect(client).not.toBe('');
    expect(message).not.toBe('');
  }
});

class Levels {
  @IsArray() @IsIn([1, 2, 3], { each: true }) levels: number[];
  @ApiProperty({ type: 'integer', isArray: true, enum: [1, 2, 3], nullable: true })
  @IsOptional()
  @IsArray()
  more?: number[] | null;
  @IsArray() @IsIn(['a', 'b'], { each: true }) @Length(1, 5, { each: true }) names: string[];
}

it('O-D28: puts the values of an enumerated array on its items', () => {
  for (const name of ['levels', 'more']) {
    const node = property(Levels, name);
    expect(node.type).toBe('array');
    expect(node).not.toHaveProperty('enum');
    expect(node.items).toEqual({ type: 'integer', description: 'Must be one of 1, 2, 3.' });
  }
  expect(property(Levels, 'names').items).toMatchObject({ type: 'string', enum: ['a', 'b'] });
});

it('has all shapes of these reports pass the lint of their profile', () => {
  for (const profile of ['portable', 'gemini'] as const) {
    const tools = [Shipment, Paint, OddKeys, Dims, Rules, Levels].map((type) => ({
      name: type.name,
      inputSchema: published(type, profile),
      outputSchema: describeOutput(type, { profile }).published,
    }));
    expect(lintTools(tools, profile)).toEqual([]);
  }
});

function withoutJsonSchema() {
  const validate = (value: unknown) => ({ value });
  return { '~standard': { version: 1 as const, vendor: 'valibot', validate } };
}
