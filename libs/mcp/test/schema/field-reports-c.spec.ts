/**
 * JSON Schema derived from DTOs, as people reported what went wrong (the ids are those of the
 * reports). Long because each report is one test.
 *
 * O-C16 is about looking through an application's providers: method.explorer.spec.ts.
 */
import { ParseArrayPipe, ParseIntPipe } from '@nestjs/common';
import { IntersectionType, OmitType, PartialType } from '@nestjs/mapped-types';
import { ApiProperty, PartialType as SwaggerPartialType } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  Allow,
  IsArray,
  IsDate,
  IsDefined,
  IsEnum,
  IsIn,
  IsInt,
  IsObject,
  IsOptional,
  IsString,
  Min,
  ValidateNested,
} from 'class-validator';
import { join } from 'node:path';
import { z } from 'zod';
import { describeInput } from '../../src/schema/describe.js';
import type { JsonSchema } from '../../src/schema/json-schema.js';
import type { DtoClass } from './corpus/shape.js';
import { isolatedTsc, loadCompiled, swc } from './support/compiled-corpus.js';
import { compile } from './support/comparison.js';
import { codesOf, derive, parameter } from './support/derive.js';
import { callTool } from './support/tool-call.js';

class Line {
  @IsString() sku: string;
  @IsInt() @Min(1) qty: number;
}
class Order {
  @IsArray() @ValidateNested({ each: true }) @Type(() => Line) lines: Line[];
}
class Noted {
  @IsOptional() @IsString() note?: string;
}
class Comment {
  @IsString() text: string;
  @IsOptional() @ValidateNested({ each: true }) @Type(() => Comment) replies?: Comment[];
}

function publishedProperty(type: DtoClass, name: string): JsonSchema {
  const { properties } = describeInput(type).published as {
    properties: Record<string, JsonSchema>;
  };
  return properties[name];
}

describe('field reports C: schemas derived from DTOs', () => {
  it('O-C01 tells the items of a nested array', () => {
    expect(publishedProperty(Order, 'lines')).toMatchObject({
      type: 'array',
      items: {
        type: 'object',
        properties: { sku: { type: 'string' }, qty: { type: 'integer', minimum: 1 } },
        required: ['sku', 'qty'],
      },
    });
  });

  it('O-C02 tells an optional field without null, and still takes null', async () => {
    const { published } = describeInput(Noted);
    expect(published).not.toHaveProperty('required');
    expect(publishedProperty(Noted, 'note')).toEqual({ type: 'string' });
    expect(await callTool(Noted, { note: null })).toEqual({ value: { note: null } });
  });

  it('O-C03 takes a list of inline objects and an inline object', () => {
    class Dto {
      @IsArray() list: { foo: string }[];
      @IsObject() meta: { a: string };
    }
    expect(publishedProperty(Dto, 'list')).toMatchObject({
      type: 'array',
      items: expect.anything(),
    });
    // The portable profile has no free-form object (O-D10): there it travels as JSON text.
    const { published } = describeInput(Dto, { profile: 'full' });
    expect(published).toMatchObject({ properties: { meta: { type: 'object' } } });
    expect(describeInput(Dto).diagnostics.filter((d) => d.severity === 'error')).toEqual([]);
  });

  it('O-C04 takes a generic class', () => {
    class Page<Item> {
      @IsArray() items: Item[];
      @IsInt() total: number;
    }
    expect(publishedProperty(Page, 'items')).toMatchObject({
      type: 'array',
      items: expect.anything(),
    });
    expect(publishedProperty(Page, 'total')).toEqual({ type: 'integer' });
  });

  it.each(['a', 5, { b: 1 }])(
    'O-C05 takes any value but null for a property of type any: %j',
    async (q) => {
      class Search {
        // oxlint-disable-next-line typescript/no-explicit-any -- the report is about `any`
        @IsDefined() q: any;
      }
      expect(describeInput(Search).published).toMatchObject({
        properties: { q: expect.anything() },
        required: ['q'],
      });
      expect(await callTool(Search, { q })).toEqual({ value: { q } });
      expect(await callTool(Search, { q: null })).toHaveProperty('refused');
    },
  );

  it.each([
    ['@nestjs/mapped-types', PartialType],
    ['@nestjs/swagger', SwaggerPartialType],
  ])('O-C06 makes every property optional under PartialType of %s', async (_, Partial) => {
    class Update extends Partial(Order) {}
    expect(describeInput(Update).published).not.toHaveProperty('required');
    expect(publishedProperty(Update, 'lines')).toEqual(publishedProperty(Order, 'lines'));
    expect(await callTool(Update, {})).toHaveProperty('value');
    expect(await callTool(Update, { lines: [{ sku: 1, qty: 1 }] })).toHaveProperty('refused');
  });

  it('O-C07 tells classes of one name apart by reference', () => {
    class Base {
      @IsString() a: string;
      @IsString() b: string;
    }
    const first = (() => {
      class CreateDto {
        @IsString() one: string;
      }
      return CreateDto;
    })();
    const second = (() => {
      class CreateDto {
        @IsInt() two: number;
      }
      return CreateDto;
    })();
    const types = [OmitType(Base, ['a']), OmitType(Base, ['b']), first, second];
    const keys = types.map((type) =>
      Object.keys(describeInput(type).published['properties'] as object),
    );
    expect(keys).toEqual([['b'], ['a'], ['one'], ['two']]);
    class Both extends IntersectionType(first, second) {}
    expect(describeInput(Both).published['required']).toEqual(['one', 'two']);
  });

  it('O-C08 keeps the description beside the values of a named enum', () => {
    enum Animal {
      Cat = 'cat',
      Dog = 'dog',
    }
    class Pet {
      @ApiProperty({ enum: Animal, enumName: 'Animal', description: 'pet kind' })
      @IsEnum(Animal)
      kind: Animal;
    }
    expect(publishedProperty(Pet, 'kind')).toEqual({
      type: 'string',
      enum: ['cat', 'dog'],
      description: 'pet kind',
    });
  });

  it('O-C09 works without design:paramtypes where the input is given, and else names method and option', () => {
    const undescribed = parameter('body', undefined);
    const given = derive([undescribed], { input: Noted });
    expect(given.published).toMatchObject({ properties: { note: { type: 'string' } } });
    const { diagnostics } = derive([undescribed]);
    expect(diagnostics).toContainEqual(
      expect.objectContaining({
        severity: 'error',
        where: expect.stringContaining('Orders.create'),
        remedy: expect.stringContaining('input'),
      }),
    );
  });

  it.each([
    ['isolated tsc', isolatedTsc],
    ['swc', swc],
  ])('O-C10 tells the members of a literal union under %s', (_, compiler) => {
    const exported = loadCompiled(join(__dirname, 'corpus'), compiler);
    expect(publishedProperty(exported['LiteralUnionIn'] as DtoClass, 'dir')).toEqual({
      type: 'string',
      enum: ['asc', 'desc'],
    });
  });

  it('O-C10 needs no type from the compiler for a literal union', () => {
    class Money {
      @IsIn(['usd', 'eur']) currency: 'usd' | 'eur';
    }
    expect(publishedProperty(Money, 'currency')).toEqual({ type: 'string', enum: ['usd', 'eur'] });
  });

  it('O-C11 tells a union of two types the same way at every boot, and forbids neither', async () => {
    const schemas = Array.from({ length: 20 }, () => {
      class Lookup {
        @ApiProperty({ oneOf: [{ type: 'string' }, { type: 'integer' }] })
        @Allow()
        id: string | number;
      }
      return Lookup;
    });
    expect(new Set(schemas.map((type) => JSON.stringify(describeInput(type)))).size).toBe(1);
    const Lookup = schemas[0] as DtoClass;
    expect(await callTool(Lookup, { id: 'a' })).toEqual({ value: { id: 'a' } });
    expect(await callTool(Lookup, { id: 5 })).toEqual({ value: { id: 5 } });
    const validate = compile(describeInput(Lookup).published);
    expect([validate({ id: 'a' }), validate({ id: 5 })]).toEqual([true, true]);
  });

  it('O-C12 keeps the id of the path and that of the body apart, and offers a list body as one array', () => {
    class Item {
      @IsInt() id: number;
      @IsString() name: string;
    }
    const both = derive([
      parameter('path', String, { key: 'id', pipes: [new ParseIntPipe()] }),
      parameter('body', Item, { index: 1 }),
    ]);
    expect(Object.keys(both.published['properties'] as object)).toEqual(
      expect.arrayContaining(['id', 'body_id', 'name']),
    );
    expect(both.plan.targets).toContainEqual(
      expect.objectContaining({ name: 'body_id', source: 'body', key: 'id' }),
    );
    const bulk = derive([
      parameter('body', Array, { pipes: [new ParseArrayPipe({ items: Item })] }),
    ]);
    expect(bulk.published).toMatchObject({
      properties: {
        body: { type: 'array', items: { properties: { id: { type: 'integer' } } } },
      },
      required: ['body'],
    });
  });

  it('O-C13 describes a class that contains itself, and checks it at every depth', async () => {
    const started = performance.now();
    const { published } = describeInput(Comment);
    expect(performance.now() - started).toBeLessThan(1000);
    expect(JSON.stringify(published)).not.toMatch(/\$ref|\$defs/);
    const deep = (text: unknown): object => ({
      text: 'a',
      replies: [{ text: 'b', replies: [{ text: 'c', replies: [{ text }] }] }],
    });
    expect(await callTool(Comment, deep('d') as never)).toHaveProperty('value');
    expect(await callTool(Comment, deep(5) as never)).toHaveProperty('refused');
  });

  it('O-C14 takes a date as an ISO string and hands over a Date', async () => {
    class Event {
      @IsDate() @Type(() => Date) at: Date;
    }
    expect(publishedProperty(Event, 'at')).toEqual({ type: 'string', format: 'date-time' });
    const result = await callTool(Event, { at: '2026-11-30T08:00:00Z' });
    expect(result).toEqual({ value: { at: new Date('2026-11-30T08:00:00Z') } });
  });

  it('O-C17 tells the Standard Schema of a route, and warns where no pipe checks it', () => {
    const schema = z.object({ a: z.number() });
    const derived = derive([parameter('body', Object, { schema })]);
    expect(derived.published).toMatchObject({
      properties: { a: { type: 'number' } },
      required: ['a'],
    });
    expect(codesOf(derived, 'warning')).toContain('SCHEMA_WITHOUT_PIPE');
    const silent = {
      '~standard': { version: 1, vendor: 'own', validate: () => ({ value: 1 }) },
    } as const;
    expect(() => derive([parameter('body', Object, { schema: silent })])).toThrow(/JSON Schema/);
  });
});
