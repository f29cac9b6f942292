import { IsDate, IsDateString, IsOptional, MinDate, MaxDate } from 'class-validator';
import { Type } from 'class-transformer';

export class DateAsDate {
  @Type(() => Date) @IsDate() at!: Date;
}

export class DateBounds {
  @Type(() => Date)
  @MinDate(new Date('2020-01-01T00:00:00Z'))
  @MaxDate(new Date('2030-01-01T00:00:00Z'))
  at!: Date;
}

export class DateOptional {
  @IsOptional() @Type(() => Date) @IsDate() at?: Date;
}

export class DateStringOptional {
  @IsOptional() @IsDateString() from?: string;
  @IsOptional() @IsDateString({ strict: true }) to?: string;
}

export class DateArray {
  @Type(() => Date) @IsDate({ each: true }) dates!: Date[];
}

export class DateNoType {
  @IsDate() at!: Date;
}
