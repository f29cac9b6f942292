import { ParseArrayPipe, StandardSchemaValidationPipe } from '@nestjs/common';
import { z } from 'zod';
import { parameter, derive, LineDto, TreeDto } from './support/derive.js';

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
