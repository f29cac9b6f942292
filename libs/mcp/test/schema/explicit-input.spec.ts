import { z } from 'zod';
import { parameter, derive, codesOf, LineDto, OrderDto } from './support/derive.js';

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

  it('takes words and headers for its arguments, in the forms of a union as well', () => {
    const notes = { args: { tenant: 'Whose' }, headers: { tenant: 'Tenant' } };
    const tenant = { type: 'string', description: 'Whose', 'x-mcp-header': 'Tenant' };
    const form = { type: 'object', properties: { tenant: { type: 'string' } } };
    const union = z.union([
      z.object({ tenant: z.string(), a: z.number() }),
      z.object({ tenant: z.string(), b: z.number() }),
    ]);
    for (const input of [form, union]) {
      const derived = derive([parameter('argument', Object)], { input, ...notes });
      expect(derived.published).toMatchObject({ properties: { tenant } });
      expect(codesOf(derived, 'error')).toEqual([]);
    }
    const written = { type: 'object', anyOf: [form, { type: 'object' }] };
    const refused = derive([parameter('argument', Object)], { input: written, ...notes });
    expect(codesOf(refused, 'error')).toEqual(['HEADER_INVALID']);
    const unknown = { input: form, args: { nobody: 'x' } };
    expect(codesOf(derive([parameter('argument', Object)], unknown), 'error')).toEqual([
      'ARGUMENT_UNKNOWN',
    ]);
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
    [{ type: 'object', properties: { a: { $ref: 'https://x.test/a.json' } } }, 'SCHEMA_REFERENCE'],
    [{ $schema: 'http://json-schema.org/draft-07/schema#', type: 'object' }, 'SCHEMA_DIALECT'],
  ])('refuses %j at boot', (input, code) => {
    expect(codesOf(derive([parameter('argument', Object)], { input }), 'error')).toEqual([code]);
  });
});
