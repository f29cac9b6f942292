import {
  DefaultValuePipe,
  ParseArrayPipe,
  ParseBoolPipe,
  ParseIntPipe,
  StandardSchemaValidationPipe,
  ValidationPipe,
} from '@nestjs/common';
import { Expose, Type } from 'class-transformer';
import {
  IsArray,
  IsBoolean,
  IsInt,
  IsOptional,
  IsString,
  MaxLength,
  Min,
  ValidateNested,
} from 'class-validator';
import { z } from 'zod';
import { deriveInput, type DeriveInputOptions } from './derive-input.js';
import { NO_ARGUMENTS } from './json-schema.js';
import type { ArgumentSource, ParameterDescription } from './parameter-description.js';

const STRICT = new ValidationPipe({ transform: true, whitelist: true, forbidNonWhitelisted: true });

function parameter(
  source: ArgumentSource,
  type: unknown,
  more: Partial<ParameterDescription> = {},
): ParameterDescription {
  return { index: 0, source, type, pipes: [STRICT], ...more };
}

function derive(parameters: ParameterDescription[], options: Partial<DeriveInputOptions> = {}) {
  return deriveInput(parameters, { where: 'Orders.create', ...options });
}

function codesOf({ diagnostics }: ReturnType<typeof derive>, severity?: string): string[] {
  return diagnostics.filter((d) => !severity || d.severity === severity).map((d) => d.code);
}

class LineDto {
  @IsString() sku: string;
  @IsInt() @Min(1) qty: number;
}
class OrderDto {
  @IsInt() id: number;
  @IsString() @MaxLength(10) status: string;
  @IsArray() @ValidateNested({ each: true }) @Type(() => LineDto) lines: LineDto[];
  @IsOptional() @IsString() note?: string;
}
class PageDto {
  @IsOptional() @IsInt() @Type(() => Number) page?: number;
  @IsOptional() @IsString() id?: string;
}
class RenamedDto {
  @Expose({ name: 'tenant_id' }) @IsString() tenantId: string;
  @IsString() name: string;
}
class FlagDto {
  @IsOptional() @IsBoolean() @Type(() => Boolean) all?: boolean;
}
class TreeDto {
  @IsString() text: string;
  @IsOptional() @ValidateNested({ each: true }) @Type(() => TreeDto) kids?: TreeDto[];
}

describe('deriveInput', () => {
  describe('of no parameters', () => {
    it('gives exactly the form that every client takes', () => {
      const { enforced, published, plan, diagnostics } = derive([]);
      expect(enforced).toBe(NO_ARGUMENTS);
      expect(JSON.stringify(published)).toBe(
        '{"type":"object","properties":{},"additionalProperties":false}',
      );
      expect(plan).toEqual({ targets: [] });
      expect(diagnostics).toEqual([]);
    });

    it('asks for the parts of the path that nothing binds', () => {
      const { enforced, plan } = derive([], { pathKeys: ['tenantId'] });
      expect(enforced).toEqual({
        type: 'object',
        properties: { tenantId: { type: 'string' } },
        required: ['tenantId'],
        additionalProperties: false,
      });
      expect(plan.targets).toEqual([
        { name: 'tenantId', source: 'path', key: 'tenantId', structured: false },
      ]);
    });
  });

  describe('of path, query and body', () => {
    const parameters = [
      parameter('body', OrderDto),
      parameter('query', PageDto),
      parameter('path', Number, { key: 'id', pipes: [STRICT, new ParseIntPipe()] }),
    ];

    it('gives one flat object in which the path keeps the bare name, then the query', () => {
      const { enforced, plan } = derive(parameters);
      expect(Object.keys(enforced.properties as object)).toEqual([
        'id',
        'page',
        'query_id',
        'body_id',
        'status',
        'lines',
        'note',
      ]);
      expect(enforced.required).toEqual(['id', 'body_id', 'status', 'lines']);
      expect(enforced.additionalProperties).toBe(false);
      expect(plan.targets).toContainEqual({
        name: 'query_id',
        source: 'query',
        key: 'id',
        structured: false,
      });
      expect(plan.targets).toContainEqual({
        name: 'body_id',
        source: 'body',
        key: 'id',
        structured: false,
      });
      expect(plan.targets).toContainEqual({
        name: 'lines',
        source: 'body',
        key: 'lines',
        structured: true,
      });
      expect(plan.rest).toBeUndefined();
    });

    it('tells which arguments it had to rename', () => {
      const notes = derive(parameters).diagnostics.filter((d) => d.code === 'ARGUMENT_RENAMED');
      expect(notes.map((d) => [d.severity, d.where, d.message])).toEqual([
        ['info', 'Orders.create', 'the query value "id" is offered as "query_id"'],
        ['info', 'Orders.create', 'the body value "id" is offered as "body_id"'],
      ]);
    });

    it("takes the author's names, by derived name or by place", () => {
      const { plan } = derive(parameters, {
        rename: { body_id: 'orderId', 'query.id': 'filterId' },
      });
      expect(plan.targets.map((t) => t.name)).toEqual([
        'id',
        'page',
        'filterId',
        'orderId',
        'status',
        'lines',
        'note',
      ]);
      expect(plan.targets.find((t) => t.name === 'orderId')).toMatchObject({
        source: 'body',
        key: 'id',
      });
    });

    it.each([
      [{ nobody: 'x' }, 'ARGUMENT_UNKNOWN'],
      [{ body_id: 'status' }, 'ARGUMENT_COLLISION'],
      [{ body_id: 'order id' }, 'ARGUMENT_NAME_INVALID'],
    ])('refuses the rename %j', (rename, code) => {
      expect(codesOf(derive(parameters, { rename }), 'error')).toEqual([code]);
    });
  });

  it('is closed only if every whole object is', () => {
    const loose = new ValidationPipe({ transform: true });
    const open = derive([
      parameter('body', OrderDto, { pipes: [loose] }),
      parameter('query', PageDto),
    ]);
    expect(open.enforced).not.toHaveProperty('additionalProperties');
    expect(open.plan.rest).toBe('body');
    const query = derive([
      parameter('body', OrderDto),
      parameter('query', PageDto, { pipes: [loose] }),
    ]);
    expect(query.plan.rest).toBe('query');
  });

  it('checks a class with its own pipe where the application has none', () => {
    const { enforced } = derive([parameter('body', LineDto, { pipes: [] })]);
    expect(enforced).toMatchObject({ additionalProperties: false, required: ['sku', 'qty'] });
  });

  describe('of single values', () => {
    it('reads the pipes of a query value', () => {
      const { enforced } = derive([
        parameter('query', Number, {
          key: 'limit',
          pipes: [STRICT, new DefaultValuePipe(20), new ParseIntPipe()],
        }),
        parameter('query', Boolean, { key: 'all', pipes: [STRICT, new ParseBoolPipe()] }),
        parameter('query', Array, {
          key: 'ids',
          pipes: [STRICT, new ParseArrayPipe({ items: Number, optional: true })],
        }),
      ]);
      expect(enforced).toMatchObject({
        properties: {
          limit: { type: 'integer', default: 20 },
          all: { type: 'boolean' },
          ids: { type: 'array' },
        },
        required: ['all'],
        additionalProperties: false,
      });
    });

    it('publishes a body value as required although no pipe asks for it', () => {
      const { enforced, published } = derive([parameter('body', String, { key: 'name' })]);
      expect(enforced).not.toHaveProperty('required');
      expect(published).toMatchObject({ required: ['name'], additionalProperties: false });
    });

    it('always asks for a path value, as text where nothing else is known', () => {
      const { enforced } = derive([parameter('path', Object, { key: 'slug' })]);
      expect(enforced).toMatchObject({
        properties: { slug: { type: 'string' } },
        required: ['slug'],
      });
    });

    it('takes the arguments of a provider by key', () => {
      const { published, plan } = derive([
        parameter('argument', String, { key: 'city' }),
        parameter('argument', Number, { key: 'days', pipes: [new DefaultValuePipe(3)] }),
      ]);
      expect(published).toMatchObject({ required: ['city'] });
      expect(plan.targets.map(({ name, source }) => [name, source])).toEqual([
        ['city', 'argument'],
        ['days', 'argument'],
      ]);
    });

    it('holds both rules where the whole and one of its keys are taken', () => {
      const { enforced, plan } = derive([
        parameter('body', LineDto),
        parameter('body', Number, { key: 'qty', pipes: [new ParseIntPipe()] }),
      ]);
      expect(plan.targets).toHaveLength(2);
      expect((enforced.properties as Record<string, unknown>).qty).toEqual({
        allOf: [{ type: 'integer', minimum: 1 }, { type: 'integer' }],
      });
    });
  });

  it('takes the whole argument object of a provider apart', () => {
    const { plan, published } = derive([parameter('argument', LineDto)]);
    expect(plan.targets).toEqual([
      { name: 'sku', source: 'argument', key: 'sku', structured: false },
      { name: 'qty', source: 'argument', key: 'qty', structured: false },
    ]);
    expect(published).toMatchObject({ required: ['sku', 'qty'], additionalProperties: false });
  });

  describe('of what is no flat object', () => {
    it('keeps an array whole as body', () => {
      const { enforced, plan } = derive([
        parameter('body', Array, { pipes: [new ParseArrayPipe({ items: LineDto })] }),
      ]);
      expect(plan.targets).toEqual([{ name: 'body', source: 'body', structured: true }]);
      expect(enforced).toMatchObject({
        properties: {
          body: { type: 'array', items: { type: 'object', required: ['sku', 'qty'] } },
        },
        required: ['body'],
      });
    });

    it('keeps a union, a map and a primitive whole', () => {
      const union = z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('a'), n: z.number() }),
        z.object({ kind: z.literal('b') }),
      ]);
      for (const schema of [union, z.record(z.string(), z.number()), z.string()]) {
        const { plan } = derive([parameter('body', Object, { schema })]);
        expect(plan.targets.map((t) => t.name)).toEqual(['body']);
      }
    });

    it('gives an open object for a type that says nothing', () => {
      const { enforced, published, plan, diagnostics } = derive([parameter('body', Object)]);
      expect(enforced).toEqual({ type: 'object' });
      expect(published).toEqual({ type: 'object' });
      expect(plan).toEqual({ targets: [], rest: 'body' });
      expect(diagnostics.map((d) => [d.severity, d.code])).toEqual([['warning', 'TYPE_OPEN']]);
    });

    it('is a fault where the compiler emitted no type at all', () => {
      const { diagnostics } = derive([parameter('body', undefined)]);
      const fault = diagnostics.find((d) => d.severity === 'error');
      expect(fault).toMatchObject({ code: 'TYPE_UNKNOWN', where: 'Orders.create(body)' });
      expect(fault?.remedy).toContain('@McpTool({ input');
    });

    it('keeps the definitions of two recursive types apart', () => {
      const Node = z.object({
        name: z.string(),
        get kids() {
          return z.array(Node).optional();
        },
      });
      const Other = z.object({
        title: z.number(),
        get kids() {
          return z.array(Other).optional();
        },
      });
      const { enforced } = derive([
        parameter('body', Object, { schema: Node }),
        parameter('query', Object, { schema: Other }),
      ]);
      const text = JSON.stringify(enforced);
      expect(text).not.toContain('"$ref":"#"');
      expect(Object.keys(enforced.$defs as object)).toHaveLength(2);
    });

    it('puts a recursive class into definitions', () => {
      const { enforced, published } = derive([parameter('body', TreeDto)]);
      expect(enforced.$defs).toHaveProperty('TreeDto');
      expect(JSON.stringify(published)).not.toContain('$ref');
    });
  });

  describe('with a selection', () => {
    const parameters = [parameter('path', String, { key: 'id' }), parameter('body', RenamedDto)];

    it('leaves excluded and constant arguments out, and refuses them under every name', () => {
      const { enforced, plan } = derive(parameters, {
        constants: { tenant_id: 'acme' },
        exclude: ['name'],
      });
      expect(Object.keys(enforced.properties as object)).toEqual(['id']);
      expect(plan.constants).toEqual([
        { name: 'tenant_id', source: 'body', key: 'tenant_id', structured: false, value: 'acme' },
      ]);
      expect(plan.refused).toEqual([
        'name',
        'body_name',
        'tenant_id',
        'body_tenant_id',
        'tenantId',
        'body_tenantId',
      ]);
    });

    it('does not refuse the name that another argument bears', () => {
      const { plan } = derive(
        [parameter('path', String, { key: 'id' }), parameter('body', OrderDto)],
        { exclude: ['body_id'] },
      );
      expect(plan.refused).toEqual(['body_id', 'body_body_id']);
    });

    it('offers only what is included', () => {
      const { plan } = derive(parameters, { include: ['id'] });
      expect(plan.targets.map((t) => t.name)).toEqual(['id']);
      expect(plan.refused).toContain('tenantId');
    });

    it('keeps hidden parameters out', () => {
      const { plan } = derive([
        parameter('query', String, { key: 'secret', hidden: true }),
        parameter('query', String, { key: 'q' }),
      ]);
      expect(plan.targets.map((t) => t.name)).toEqual(['q']);
      expect(plan.refused).toEqual(['secret', 'query_secret']);
    });

    it('warns of a required argument that nobody can give, and fails for one of the path', () => {
      expect(codesOf(derive(parameters, { exclude: ['name'] }), 'warning')).toEqual([
        'ARGUMENT_UNREACHABLE',
      ]);
      expect(codesOf(derive(parameters, { exclude: ['id'] }), 'error')).toEqual([
        'ARGUMENT_UNREACHABLE',
      ]);
    });

    it.each(['include', 'exclude'] as const)('refuses an unknown name in %s', (option) => {
      expect(codesOf(derive(parameters, { [option]: ['nobody'] }), 'error')).toContain(
        'ARGUMENT_UNKNOWN',
      );
    });
  });

  it("takes the author's words for an argument", () => {
    const { published } = derive([parameter('body', LineDto)], { args: { sku: 'Article number' } });
    expect(published).toMatchObject({ properties: { sku: { description: 'Article number' } } });
    expect(codesOf(derive([], { args: { nobody: 'x' } }), 'error')).toEqual(['ARGUMENT_UNKNOWN']);
  });

  it('keeps a boolean typed that conversion would falsify, and warns', () => {
    const { plan, diagnostics } = derive([parameter('query', FlagDto)]);
    expect(plan.targets).toEqual([
      { name: 'all', source: 'query', key: 'all', structured: false, keepTyped: true },
    ]);
    expect(diagnostics.map((d) => d.code)).toEqual(['BOOLEAN_CONVERSION']);
    const coerced = derive([
      parameter('query', Object, { schema: z.object({ all: z.coerce.boolean() }) }),
    ]);
    expect(coerced.plan.targets).toMatchObject([{ name: 'all', keepTyped: true }]);
  });

  it('offers a key that clients refuse under another name', () => {
    class FilterDto {
      @Expose({ name: 'filter[name]' }) @IsString() filterName: string;
    }
    const { enforced, plan } = derive([parameter('query', FilterDto)]);
    expect(Object.keys(enforced.properties as object)).toEqual(['filter_name']);
    expect(plan.targets).toEqual([
      { name: 'filter_name', source: 'query', key: 'filter[name]', structured: false },
    ]);
  });

  describe('with a Standard Schema on the parameter', () => {
    const schema = z.object({ a: z.number(), b: z.string().optional() });

    it('describes it, and warns where the route itself does not check it', () => {
      const { published, diagnostics } = derive([parameter('body', Object, { schema })]);
      expect(published).toEqual({
        type: 'object',
        properties: { a: { type: 'number' }, b: { type: 'string' } },
        required: ['a'],
        additionalProperties: false,
      });
      expect(diagnostics.map((d) => d.code)).toEqual(['SCHEMA_WITHOUT_PIPE']);
    });

    it('has nothing to warn of where a pipe checks it', () => {
      const pipes = [new StandardSchemaValidationPipe()];
      expect(derive([parameter('body', Object, { schema, pipes })]).diagnostics).toEqual([]);
    });
  });

  describe('with an explicit input', () => {
    const parameters = [parameter('path', String, { key: 'id' }), parameter('body', OrderDto)];

    it('publishes a JSON Schema as it is written, and sends each argument where it belongs', () => {
      const input = {
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        type: 'object',
        $defs: { line: { $anchor: 'line', type: 'object' } },
        properties: {
          id: { type: 'string' },
          status: { const: 'open' },
          extra: { $ref: '#/$defs/line' },
        },
        required: ['id'],
        additionalProperties: false,
      };
      const { published, enforced, plan, diagnostics } = derive(parameters, { input });
      expect(published).toBe(input);
      expect(enforced).toBe(input);
      expect(plan.targets).toEqual([
        { name: 'id', source: 'path', key: 'id', structured: false },
        { name: 'status', source: 'body', key: 'status', structured: false },
        { name: 'extra', source: 'body', key: 'extra', structured: true },
      ]);
      expect(plan.rest).toBeUndefined();
      expect(new Set(diagnostics.map((d) => `${d.severity} ${d.code}`))).toEqual(
        new Set(['warning SCHEMA_NOT_PORTABLE', 'warning ARGUMENT_UNREACHABLE']),
      );
    });

    it('needs no type from the compiler', () => {
      const { diagnostics, published } = derive([parameter('body', undefined)], { input: LineDto });
      expect(diagnostics).toEqual([]);
      expect(published).toMatchObject({ required: ['sku', 'qty'] });
    });

    it('lets an open schema carry what the parameters take', () => {
      const { plan } = derive(parameters, { input: { type: 'object' } });
      expect(plan.rest).toBe('body');
      expect(plan.targets.map((t) => t.name)).toEqual(['id', 'body_id', 'status', 'lines', 'note']);
    });

    it('flattens the root of a union in what it publishes, not in what it enforces', () => {
      const input = z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('a'), n: z.number() }),
        z.object({ kind: z.literal('b'), s: z.string() }),
      ]);
      const { published, enforced, plan } = derive([parameter('argument', Object)], { input });
      expect(enforced).toHaveProperty('oneOf');
      expect(published).toMatchObject({
        type: 'object',
        properties: {
          kind: { type: 'string', enum: ['a', 'b'] },
          n: { type: 'number' },
          s: { type: 'string' },
        },
        required: ['kind'],
      });
      expect(plan.targets.map((t) => t.name)).toEqual(['kind', 'n', 's']);
    });

    it('takes constants and excluded arguments out of every branch', () => {
      const input = z.union([
        z.object({ tenant: z.string(), a: z.number() }),
        z.object({ tenant: z.string(), b: z.number() }),
      ]);
      const { enforced, plan } = derive([parameter('argument', Object)], {
        input,
        constants: { tenant: 'acme' },
      });
      expect(JSON.stringify(enforced)).not.toContain('tenant');
      expect(plan.constants).toMatchObject([{ name: 'tenant', value: 'acme' }]);
      expect(plan.refused).toContain('tenant');
    });

    it.each([
      [{ type: 'string' }, 'INPUT_NOT_OBJECT'],
      [{ type: 'object', properties: { a: { type: 'strnig' } } }, 'SCHEMA_MALFORMED'],
      [{ type: 'object', properties: { a: { pattern: '[' } } }, 'SCHEMA_MALFORMED'],
      [{ type: 'object', properties: { a: { $ref: '#/$defs/none' } } }, 'SCHEMA_REFERENCE'],
      [
        { type: 'object', properties: { a: { $ref: 'https://x.test/a.json' } } },
        'SCHEMA_REFERENCE',
      ],
      [{ $schema: 'http://json-schema.org/draft-07/schema#', type: 'object' }, 'SCHEMA_DIALECT'],
    ])('refuses %j at boot', (input, code) => {
      expect(codesOf(derive([parameter('argument', Object)], { input }), 'error')).toEqual([code]);
    });
  });

  describe('with headers', () => {
    const parameters = [parameter('body', OrderDto), parameter('query', FlagDto)];

    it('publishes the header of an argument', () => {
      const { published, diagnostics } = derive([parameter('body', LineDto)], {
        headers: { sku: 'Sku' },
      });
      expect(published).toMatchObject({ properties: { sku: { 'x-mcp-header': 'Sku' } } });
      expect(diagnostics).toEqual([]);
    });

    it.each<[string, Partial<DeriveInputOptions>]>([
      ['a name that is no token', { headers: { status: 'Sta tus' } }],
      ['one name for two arguments', { headers: { status: 'X', note: 'x' } }],
      ['an array', { headers: { lines: 'Lines' } }],
      ['a constant', { headers: { status: 'S' }, constants: { status: 'open' } }],
    ])('refuses %s', (_name, options) => {
      expect(codesOf(derive(parameters, options), 'error')).toEqual(['HEADER_INVALID']);
    });

    it('refuses a value that may be null', () => {
      const schema = z.object({ region: z.string().nullable().meta({ 'x-mcp-header': 'Region' }) });
      const pipes = [new StandardSchemaValidationPipe()];
      expect(codesOf(derive([parameter('body', Object, { schema, pipes })]))).toEqual([
        'HEADER_INVALID',
      ]);
    });

    it('warns that the gemini profile cannot publish one', () => {
      const derived = derive([parameter('body', LineDto)], {
        headers: { sku: 'Sku' },
        profile: 'gemini',
      });
      expect(codesOf(derived)).toEqual(['HEADER_DROPPED']);
    });
  });
});
