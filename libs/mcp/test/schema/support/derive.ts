import { ValidationPipe } from '@nestjs/common';
import { Expose, Type } from 'class-transformer';
import {
  IsArray,
  IsBoolean,
  IsInt,
  IsOptional,
  IsString,
  MaxLength,
  Min,
  ValidateNested,
} from 'class-validator';
import {
  deriveInput,
  type DeriveInputOptions,
  type InputDerivation,
} from '../../../src/schema/derive-input.js';
import type {
  ArgumentSource,
  ParameterDescription,
} from '../../../src/schema/parameter-description.js';

const STRICT = new ValidationPipe({ transform: true, whitelist: true, forbidNonWhitelisted: true });

/** A parameter behind the strict global pipe. */
export function parameter(
  source: ArgumentSource,
  type: unknown,
  more: Partial<ParameterDescription> = {},
): ParameterDescription {
  return { index: 0, source, type, pipes: [STRICT], ...more };
}

export function derive(
  parameters: ParameterDescription[],
  options: Partial<DeriveInputOptions> = {},
): InputDerivation {
  return deriveInput(parameters, { where: 'Orders.create', ...options });
}

export function codesOf({ diagnostics }: InputDerivation, severity?: string): string[] {
  return diagnostics.filter((d) => !severity || d.severity === severity).map((d) => d.code);
}

export class LineDto {
  @IsString() sku: string;
  @IsInt() @Min(1) qty: number;
}
export class OrderDto {
  @IsInt() id: number;
  @IsString() @MaxLength(10) status: string;
  @IsArray() @ValidateNested({ each: true }) @Type(() => LineDto) lines: LineDto[];
  @IsOptional() @IsString() note?: string;
}
export class PageDto {
  @IsOptional() @IsInt() @Type(() => Number) page?: number;
  @IsOptional() @IsString() id?: string;
}
export class RenamedDto {
  @Expose({ name: 'tenant_id' }) @IsString() tenantId: string;
  @IsString() name: string;
}
export class FlagDto {
  @IsOptional() @IsBoolean() @Type(() => Boolean) all?: boolean;
}
export class TreeDto {
  @IsString() text: string;
  @IsOptional() @ValidateNested({ each: true }) @Type(() => TreeDto) kids?: TreeDto[];
}
