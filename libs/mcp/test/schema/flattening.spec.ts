import {
  DefaultValuePipe,
  ParseArrayPipe,
  ParseBoolPipe,
  ParseIntPipe,
  ValidationPipe,
} from '@nestjs/common';
import { Expose } from 'class-transformer';
import { IsString } from 'class-validator';
import { z } from 'zod';
import { NO_ARGUMENTS } from '../../src/schema/json-schema.js';
import {
  parameter,
  derive,
  codesOf,
  LineDto,
  OrderDto,
  PageDto,
  FlagDto,
} from './support/derive.js';

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
    const { enforced, plan } = derive([], { pathKeys: [{ name: 'tenantId' }] });
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
    parameter('path', Number, { key: 'id', pipes: [new ParseIntPipe()] }),
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
        pipes: [new DefaultValuePipe(20), new ParseIntPipe()],
      }),
      parameter('query', Boolean, { key: 'all', pipes: [new ParseBoolPipe()] }),
      parameter('query', Array, {
        key: 'ids',
        pipes: [new ParseArrayPipe({ items: Number, optional: true })],
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
