import {
  IsEnum,
  IsIn,
  IsNotIn,
  Equals,
  NotEquals,
  IsOptional,
  IsString,
  IsArray,
  IsInt,
} from 'class-validator';

export enum Status {
  Active = 'active',
  Blocked = 'blocked',
}

export enum Level {
  Low,
  Mid = 5,
  High = 10,
}

export enum Hetero {
  A = 'a',
  B = 2,
  C = 'c',
}
export const Color = { Red: 'red', Blue: 'blue' } as const;
export type Color = (typeof Color)[keyof typeof Color];
export const SIZES = ['s', 'm', 'l'] as const;

export class StringEnum {
  @IsEnum(Status) status!: Status;
}

export class NumericEnum {
  @IsEnum(Level) level!: Level;
}

export class HeteroEnum {
  @IsEnum(Hetero) h!: Hetero;
}

export class ConstObjectEnum {
  @IsEnum(Color) color!: Color;
}

export class ConstArrayIn {
  @IsIn(SIZES) size!: (typeof SIZES)[number];
}

export class LiteralUnionIn {
  @IsIn(['asc', 'desc']) dir!: 'asc' | 'desc';
}

export class MixedIn {
  @IsIn([1, 'a', true, null]) v!: 1 | 'a' | true | null;
}

export class EqualsDto {
  @Equals('fixed') kind!: 'fixed';
  @Equals(3) version!: 3;
  @Equals(true) yes!: true;
}

export class NotInDto {
  @IsString() @IsNotIn(['root', 'admin']) name!: string;
  @IsInt() @NotEquals(0) n!: number;
}

export class NotInOnly {
  @IsNotIn(['root', 'admin']) name!: string;
}

export class EnumArray {
  @IsArray() @IsEnum(Status, { each: true }) statuses!: Status[];
}

export class InArray {
  @IsIn(['a', 'b'], { each: true }) tags!: ('a' | 'b')[];
}

export class OptionalEnum {
  @IsOptional() @IsEnum(Status) status?: Status;
  @IsOptional() @IsEnum(Status) other!: Status | null;
}

export class NumericEnumArray {
  @IsArray() @IsEnum(Level, { each: true }) levels!: Level[];
}
