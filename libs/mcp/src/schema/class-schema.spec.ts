import { ValidationPipe, type ValidationPipeOptions } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { Expose, Transform, Type } from 'class-transformer';
import {
  IsArray,
  IsBoolean,
  IsDate,
  IsDateString,
  IsDefined,
  IsInt,
  IsOptional,
  IsString,
  Min,
  ValidateBy,
  ValidateNested,
} from 'class-validator';
import { describeClass } from './class-schema.js';
import { describeInput } from './describe.js';
import type { JsonSchema } from './json-schema.js';
import { OWN_PIPE, pipeOptionsOf } from './pipe-options.js';
import { toChecked, toTold } from './schema-marks.js';

type Dto = abstract new () => object;

function enforced(type: Dto, options?: ValidationPipeOptions): JsonSchema {
  return describeInput(type, options ? { pipes: [new ValidationPipe(options)] } : {}).enforced;
}

class Line {
  @IsInt() @Min(1) qty: number;
}

describe('describeClass', () => {
  it('derives a class once per options, however the options are written', () => {
    const pipe = pipeOptionsOf([
      new ValidationPipe({ whitelist: true, forbidNonWhitelisted: true }),
    ]);
    const first = describeClass(Line, { direction: 'input', pipe: OWN_PIPE });
    expect(describeClass(Line, { direction: 'input', pipe: { ...OWN_PIPE } })).toBe(first);
    expect(pipe).toBeDefined();
    expect(describeClass(Line, { direction: 'output' })).not.toBe(first);
  });

  it('takes the words from @ApiProperty() and @ApiSchema(), and the default from the initialiser', () => {
    @ApiSchema({ description: 'A page of results' })
    class Page {
      @ApiPropertyOptional({
        description: 'how many',
        example: 20,
        deprecated: true,
        title: 'Limit',
      })
      @IsInt()
      limit: number = 10;
    }
    expect(enforced(Page)).toEqual({
      type: 'object',
      description: 'A page of results',
      properties: {
        limit: {
          type: 'integer',
          title: 'Limit',
          description: 'how many',
          examples: [20],
          deprecated: true,
          default: 10,
        },
      },
      additionalProperties: false,
    });
  });

  it('tells no default that differs for each instance', () => {
    class Stamped {
      @IsOptional() @Type(() => Date) @IsDate() at: Date = new Date(Math.random() * 1e12);
    }
    expect(enforced(Stamped)).not.toHaveProperty('properties.at.default');
  });

  it('keeps a wire name and a class name apart', () => {
    class Renamed {
      @Expose({ name: 'user_id' }) @Type(() => Boolean) @IsBoolean() userId: boolean;
    }
    expect(describeClass(Renamed, { direction: 'input', pipe: OWN_PIPE }).properties).toEqual([
      { name: 'user_id', property: 'userId', keepTyped: true },
    ]);
  });

  it('never runs a constraint that a user wrote, and tells its message', () => {
    let ran = false;
    const own = (): PropertyDecorator =>
      ValidateBy({
        name: 'isEven',
        validator: {
          validate: () => (ran = true),
          defaultMessage: () => '$property is even',
        },
      });
    class Dto {
      @IsInt() @own() n: number;
    }
    expect(enforced(Dto)).toMatchObject({
      properties: { n: { type: 'integer', description: 'n is even' } },
      required: ['n'],
    });
    expect(ran).toBe(false);
  });

  it('leaves what stands behind a @Transform() out of the argument check', () => {
    class Dto {
      @Transform(({ value }) => String(value).split(',')) @IsArray() ids: string[];
    }
    const schema = enforced(Dto);
    expect(schema).toMatchObject({ properties: { ids: { type: 'array' } } });
    expect(toChecked(schema)).toMatchObject({ properties: { ids: {} }, required: ['ids'] });
  });

  it('accepts null for an optional field, and tells it only where it means something', () => {
    class Dto {
      @IsOptional() @IsString() tolerated?: string;
      @ApiProperty({ nullable: true }) @IsOptional() @IsString() meant: string | null;
    }
    expect(enforced(Dto)).toMatchObject({
      properties: { tolerated: { type: ['string', 'null'] }, meant: { type: ['string', 'null'] } },
    });
    expect(toTold(enforced(Dto))).toMatchObject({
      properties: { tolerated: { type: 'string' }, meant: { type: ['string', 'null'] } },
    });
  });

  it('tells in words what a long pattern checks, and keeps the pattern for the check', () => {
    class Dto {
      @IsDateString() on: string;
    }
    expect(enforced(Dto)).toHaveProperty('properties.on.pattern');
    expect(toTold(enforced(Dto))).not.toHaveProperty('properties.on.pattern');
  });

  it('closes objects as the pipe does', () => {
    expect(enforced(Line, { whitelist: true, forbidNonWhitelisted: true })).toHaveProperty(
      'additionalProperties',
      false,
    );
    expect(enforced(Line, { whitelist: true })).not.toHaveProperty('additionalProperties');
    expect(enforced(Line, { forbidNonWhitelisted: true })).not.toHaveProperty(
      'additionalProperties',
    );
  });

  it('follows groups', () => {
    class Dto {
      @IsInt({ groups: ['update'] }) id: number;
      @IsString({ always: true }) name: string;
    }
    expect(enforced(Dto, { groups: ['update'] })).toMatchObject({ required: ['id', 'name'] });
    expect(enforced(Dto, { groups: ['create'] })).toMatchObject({ required: ['name'] });
  });

  it('shares classes by $defs where writing all of them out would be too much', () => {
    let type: new () => object = Line;
    for (let depth = 0; depth < 12; depth += 1) {
      const inner = type;
      class Level {
        left: object;
        right: object;
      }
      for (const side of ['left', 'right']) {
        IsDefined()(Level.prototype, side);
        ValidateNested()(Level.prototype, side);
        Type(() => inner)(Level.prototype, side);
      }
      type = Level;
    }
    const schema = enforced(type);
    expect(Object.keys(schema['$defs'] as object)).toContain('Level');
    expect(JSON.stringify(schema).length).toBeLessThan(10_000);
  });
});
