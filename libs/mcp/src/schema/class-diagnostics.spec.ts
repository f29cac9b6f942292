import { ValidationPipe } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Exclude, Type } from 'class-transformer';
import {
  Allow,
  IsArray,
  IsDate,
  IsDateString,
  IsInt,
  IsString,
  MaxLength,
  Min,
  ValidateNested,
} from 'class-validator';
import { describeInput } from './describe.js';

type Dto = abstract new () => object;

function codes(type: Dto): string[] {
  return describeInput(type).diagnostics.map(({ code, where }) => `${code} ${where}`);
}

class Line {
  @IsInt() @Min(1) qty: number;
}

describe('diagnostics of a class', () => {
  it('faults a date without @Type()', () => {
    class Event {
      @IsDate() at: Date;
    }
    expect(codes(Event)).toEqual(['DATE_WITHOUT_TYPE Event.at']);
    expect(describeInput(Event).enforced).toMatchObject({ properties: { at: { not: {} } } });
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

  it('warns of a class that nothing checks, at the root and below', () => {
    class Empty {}
    class Order {
      @ValidateNested() @Type(() => Empty) extra: Empty;
    }
    expect(codes(Empty)).toEqual(['NOTHING_CHECKED Empty']);
    expect(codes(Order)).toEqual(['NOTHING_CHECKED Empty']);
    const pipes = [new ValidationPipe({ forbidUnknownValues: true })];
    expect(describeInput(Empty, { pipes }).diagnostics.map(({ code }) => code)).toEqual([
      'UNKNOWN_VALUE',
    ]);
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
    expect(describeInput(Page).enforced).toMatchObject({ required: ['limit'] });
  });

  it('warns where @ApiProperty() contradicts a validator, which holds', () => {
    class Named {
      @ApiProperty({ maxLength: 10 }) @IsString() @MaxLength(5) name: string;
    }
    expect(codes(Named)).toEqual(['SWAGGER_DIFFERS Named.name']);
    expect(describeInput(Named).enforced).toMatchObject({ properties: { name: { maxLength: 5 } } });
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
