import {
  IsString,
  IsNumber,
  IsBoolean,
  IsInt,
  IsOptional,
  ValidateIf,
  IsDefined,
  Min,
  Max,
  IsPositive,
  IsNegative,
  IsDivisibleBy,
  IsNotEmpty,
  Length,
  MinLength,
  MaxLength,
  IsBooleanString,
  IsNumberString,
  Allow,
  IsEmpty,
  IsDecimal,
  IsLatitude,
  IsLongitude,
  IsByteLength,
} from 'class-validator';
import { Transform, Expose } from 'class-transformer';

export class Primitives {
  /** a name */
  @IsString() s!: string;
  @IsNumber() n!: number;
  @IsBoolean() b!: boolean;
  @IsInt() i!: number;
}

export class OptionalProps {
  @IsOptional() @IsString() s?: string;
  @IsOptional() @IsInt() i?: number;
  @IsString() must!: string;
}

export class NullableOptional {
  @IsOptional() @IsString() s!: string | null;
  @IsOptional() @IsNumber() n!: number | null;
}

export class NullableRequired {
  @ValidateIf((_, v) => v !== null) @IsString() s!: string | null;
}

export class OptionalNotNull {
  @ValidateIf((_, v) => v !== undefined) @IsString() s?: string;
}

export class DefinedAny {
  @IsDefined() any!: {};
}

export class DefaultOptional {
  @IsOptional() @IsInt() @Min(1) @Max(100) limit: number = 10;
  @IsOptional() @IsString() sort: string = 'asc';
}

export class DefaultNoOptional {
  @IsInt() @Min(1) page: number = 1;
  @IsBoolean() desc: boolean = false;
}

export class DefaultButExposed {
  @Expose() @IsInt() page: number = 1;
}

export class NotEmptyOnly {
  @IsNotEmpty() s!: string;
  @IsNotEmpty() n!: number;
}

export class StringLengths {
  @IsString() @MinLength(2) @MaxLength(5) a!: string;
  @IsString() @Length(3, 5) b!: string;
  @IsString() @Length(2) c!: string;
  @IsString() @IsNotEmpty() d!: string;
}

export class LengthOnly {
  @Length(1, 5) s!: string;
  @IsByteLength(1, 4) t!: string;
}

export class NumberBounds {
  @IsNumber() @Min(1.5) @Max(10) a!: number;
  @IsNumber() @IsPositive() b!: number;
  @IsNumber() @IsNegative() c!: number;
  @IsInt() @IsDivisibleBy(5) d!: number;
}

export class MinOnly {
  @Min(1) a!: number;
  @Max(10) b!: number;
  @IsPositive() c!: number;
}

export class DecimalPlaces {
  @IsNumber({ maxDecimalPlaces: 2 }) price!: number;
}

export class NanAllowed {
  @IsNumber({ allowNaN: true, allowInfinity: true }) x!: number;
}

export class StringyPrims {
  @IsBooleanString() b!: string;
  @IsNumberString() n!: string;
  @IsNumberString({ no_symbols: true }) digits!: string;
  @IsDecimal() dec!: string;
}

export class LatLon {
  @IsLatitude() lat!: number;
  @IsLongitude() lon!: number;
}

export class BigIntDto {
  @Allow() @Transform(({ value }) => (value == null ? value : BigInt(value))) id!: bigint;
}

export class EmptyOk {
  @IsEmpty() trap!: '' | null | undefined;
  @IsString() name!: string;
}

export class OptionalNotEmpty {
  @IsOptional() @IsNotEmpty() @IsString() s?: string;
}

export class AllowAny {
  @Allow() x!: any;
  @Allow() y?: string;
}

export class OptionalOnly {
  @IsOptional() q?: string;
  @IsOptional() n?: number;
}
