import {
  IsString,
  IsInt,
  IsOptional,
  IsArray,
  IsBoolean,
  IsEmail,
  IsNumber,
} from 'class-validator';
import { Expose, Exclude, Transform, Type } from 'class-transformer';

export class ExposeRename {
  @Expose({ name: 'user_id' }) @IsInt() userId!: number;
  @Expose({ name: 'full_name' }) @IsOptional() @IsString() fullName?: string;
  @IsString() plain!: string;
}

export class TrimDto {
  @Transform(({ value }) => (typeof value === 'string' ? value.trim() : value))
  @IsString()
  s!: string;
}

export class CsvDto {
  @Transform(({ value }) => (typeof value === 'string' ? value.split(',') : value))
  @IsArray()
  @IsString({ each: true })
  ids!: string[];
}

export class BoolQuery {
  @Transform(({ value }) => value === 'true' || value === true) @IsBoolean() flag!: boolean;
}

export class CountOnly {
  @Transform(({ value }) => (typeof value === 'string' ? value.length : value)) @IsInt() n!: number;
}

export class ExcludedInput {
  @IsString() name!: string;
  @Exclude({ toClassOnly: true }) @IsOptional() @IsString() role?: string;
}

export class ExcludedPlainOnly {
  @IsEmail() email!: string;
  @Exclude({ toPlainOnly: true }) @IsString() password!: string;
}

@Exclude()
export class ExcludeAllExpose {
  @Expose() @IsString() name!: string;
  @IsOptional() @IsString() hidden?: string;
}

export class TypeNumberQuery {
  @Type(() => Number) @IsInt() page!: number;
  @IsOptional() @Type(() => Number) @IsNumber() limit?: number;
  @IsOptional() @Type(() => Boolean) @IsBoolean() all?: boolean;
}

export class ImplicitQuery {
  @IsInt() page!: number;
  @IsOptional() @IsBoolean() all?: boolean;
  @IsString() q!: string;
}

export class ExtraneousDto {
  @Expose() @IsString() a!: string;
  @Expose() @IsInt() b!: number;
}
