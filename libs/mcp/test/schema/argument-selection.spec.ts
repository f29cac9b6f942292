import { StandardSchemaValidationPipe } from '@nestjs/common';
import { z } from 'zod';
import type { DeriveInputOptions } from '../../src/schema/derive-input.js';
import {
  parameter,
  derive,
  codesOf,
  LineDto,
  OrderDto,
  RenamedDto,
  FlagDto,
} from './support/derive.js';

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
    ['an excluded argument', { headers: { note: 'N' }, exclude: ['note'] }],
  ])('refuses %s', (_name, options) => {
    expect(codesOf(derive(parameters, options), 'error')).toEqual(['HEADER_INVALID']);
  });

  it('refuses a name that no argument bears', () => {
    expect(codesOf(derive(parameters, { headers: { nobody: 'X' } }), 'error')).toEqual([
      'ARGUMENT_UNKNOWN',
    ]);
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
