// Long because each facet of a class is one small case of the same function.
import { ValidationPipe, type ValidationPipeOptions } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { Exclude, Expose, Transform, Type } from 'class-transformer';
import {
  Allow,
  IsArray,
  IsBoolean,
  IsDate,
  IsDateString,
  IsDefined,
  IsInt,
  IsOptional,
  IsString,
  MaxLength,
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

function codes(type: Dto): string[] {
  return describeInput(type).diagnostics.map(({ code, where }) => `${code} ${where}`);
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
    let type: Dto = Line;
    for (let depth = 0; depth < 12; depth += 1) {
      const inner = type;
      class Level {
        left: object;
        right: object;
      }
      for (const side of ['left', 'right']) {
        IsDefined()(Level.prototype, side);
        ValidateNested()(Level.prototype, side);
        Type(() => inner as never)(Level.prototype, side);
      }
      type = Level;
    }
    const schema = enforced(type);
    expect(Object.keys(schema['$defs'] as object)).toContain('Level');
    expect(JSON.stringify(schema).length).toBeLessThan(10_000);
  });
});

describe('diagnostics of a class', () => {
  it('faults a date without @Type()', () => {
    class Event {
      @IsDate() at: Date;
    }
    expect(codes(Event)).toEqual(['DATE_WITHOUT_TYPE Event.at']);
    expect(enforced(Event)).toMatchObject({ properties: { at: { not: {} } } });
  });

  it('faults a date string behind @Type(() => Date)', () => {
    class Event {
      @IsDateString() @Type(() => Date) at: Date;
    }
    expect(codes(Event)).toEqual(['NEVER_ACCEPTED Event.at']);
  });

  it('faults @ValidateNested() without @Type()', () => {
    class Order {
      @ValidateNested() line: Line;
    }
    expect(codes(Order)).toEqual(['NESTED_WITHOUT_TYPE Order.line']);
  });

  it('faults a field that no decorator knows, where unknown fields are refused', () => {
    class Order {
      @IsString() name: string;
      extra?: string;
    }
    expect(codes(Order)).toEqual(['FIELD_WITHOUT_VALIDATOR Order.extra']);
  });

  it('faults a field that is left out and asked for', () => {
    class Order {
      @Exclude({ toClassOnly: true }) @IsString() name: string;
    }
    expect(codes(Order)).toEqual(['EXCLUDED_BUT_REQUIRED Order.name']);
  });

  it('faults a class without any validators, where unknown fields are refused', () => {
    class Order {
      @ApiProperty() declare name: string;
    }
    expect(codes(Order)).toEqual(['NOTHING_KNOWN Order']);
  });

  it('warns of an object that is converted and not checked', () => {
    class Order {
      @Allow() @Type(() => Line) line: Line;
    }
    expect(codes(Order)).toEqual(['TYPE_NOT_VALIDATED Order.line']);
  });

  it('warns of an initial value that its own validators refuse', () => {
    class Page {
      @IsInt() @Min(1) limit: number = 0;
    }
    expect(codes(Page)).toEqual(['DEFAULT_REFUSED Page.limit']);
    expect(enforced(Page)).toMatchObject({ required: ['limit'] });
  });

  it('warns where @ApiProperty() contradicts a validator, which holds', () => {
    class Named {
      @ApiProperty({ maxLength: 10 }) @IsString() @MaxLength(5) name: string;
    }
    expect(codes(Named)).toEqual(['SWAGGER_DIFFERS Named.name']);
    expect(enforced(Named)).toMatchObject({ properties: { name: { maxLength: 5 } } });
  });

  it('tells those of the classes inside, once', () => {
    class Event {
      @IsDate() at: Date;
    }
    class Log {
      @IsArray() @ValidateNested({ each: true }) @Type(() => Event) events: Event[];
      @ValidateNested() @Type(() => Event) last: Event;
    }
    expect(codes(Log)).toEqual(['DATE_WITHOUT_TYPE Event.at']);
  });
});
