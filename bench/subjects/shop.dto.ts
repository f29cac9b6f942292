import { Type } from 'class-transformer';
import {
  Allow,
  IsBoolean,
  IsEmail,
  IsIn,
  IsInt,
  IsISO8601,
  IsOptional,
  IsString,
  IsUUID,
  Length,
  Matches,
  Max,
  Min,
  ValidateNested,
} from 'class-validator';

/** The usual tool: two validated fields. */
export class CreateOrderDto {
  @IsString()
  @Length(1, 80)
  customer: string;

  @IsInt()
  @Min(1)
  @Max(1000)
  quantity: number;
}

/** A class of its own with the fields of `CreateOrderDto`. */
export function likeCreateOrder(name: string): typeof CreateOrderDto {
  class OtherDto {
    customer: string;
    quantity: number;
  }
  const { prototype } = OtherDto;
  for (const decorate of [Reflect.metadata('design:type', String), IsString(), Length(1, 80)]) {
    decorate(prototype, 'customer');
  }
  for (const decorate of [Reflect.metadata('design:type', Number), IsInt(), Min(1), Max(1000)]) {
    decorate(prototype, 'quantity');
  }
  return Object.defineProperty(OtherDto, 'name', { value: name });
}

/** Ten of the fifty fields. */
export class PartDto {
  @IsUUID()
  id: string;

  @IsString()
  @Length(1, 80)
  name: string;

  @IsEmail()
  mail: string;

  @Matches(/^[A-Z]{3}-[0-9]{3}$/)
  code: string;

  @IsInt()
  @Min(0)
  @Max(1000)
  count: number;

  @IsInt()
  @Min(0)
  cents: number;

  @IsBoolean()
  urgent: boolean;

  @IsIn(['new', 'open', 'done'])
  state: string;

  @IsISO8601()
  since: string;

  @IsOptional()
  @IsString()
  note?: string;
}

/** Fifty fields in five parts. */
export class ImportOrderDto {
  @ValidateNested()
  @Type(() => PartDto)
  billing: PartDto;

  @ValidateNested()
  @Type(() => PartDto)
  shipping: PartDto;

  @ValidateNested()
  @Type(() => PartDto)
  contact: PartDto;

  @ValidateNested()
  @Type(() => PartDto)
  payment: PartDto;

  @ValidateNested()
  @Type(() => PartDto)
  packaging: PartDto;
}

/** Anything, of any size and depth. */
export class NoteDto {
  @Allow()
  note: unknown;
}
