import {
  IsString,
  IsInt,
  IsOptional,
  Min,
  Max,
  IsArray,
  ValidateNested,
  MaxLength,
  MinLength,
  IsBoolean,
} from 'class-validator';
import { Type } from 'class-transformer';
import {
  PartialType as MPartial,
  PickType as MPick,
  OmitType as MOmit,
  IntersectionType as MIntersection,
} from '@nestjs/mapped-types';
import { PartialType, PickType, OmitType, IntersectionType } from '@nestjs/swagger';
import { Address } from './nested.dto.js';

export class BaseEntity {
  @IsInt() id!: number;
  @IsOptional() @IsString() note?: string;
}

export class ChildEntity extends BaseEntity {
  @IsString() name!: string;
}

export class OverrideBase {
  @IsString() @MaxLength(3) s!: string;
  @IsInt() @Min(5) n!: number;
}

/** redeclares s with another custom validator: class-validator drops every inherited custom validator of s */
export class OverrideChild extends OverrideBase {
  @MinLength(2) declare s: string;
}

export class Mid extends OverrideBase {
  @Max(8) declare n: number;
}

export class GrandChild extends Mid {
  @IsBoolean() flag!: boolean;
}

export class OptionalOverride extends BaseEntity {
  @IsOptional() declare id: number;
}

export function Paginated<T extends object>(C: new () => T) {
  class PageMixin {
    @IsArray() @ValidateNested({ each: true }) @Type(() => C) items!: T[];
    @IsInt() total!: number;
  }
  return PageMixin;
}

export class AddressPage extends Paginated(Address) {}

export class EntityPage extends Paginated(BaseEntity) {
  @IsOptional() @IsString() cursor?: string;
}

export class User {
  @IsString() name!: string;
  @IsInt() age!: number;
  @IsOptional() @IsString() bio?: string;
  @ValidateNested() @Type(() => Address) address!: Address;
}

export class PartialUser extends PartialType(User) {}

export class PickUser extends PickType(User, ['name', 'address'] as const) {}

export class OmitUser extends OmitType(User, ['age'] as const) {}

export class InterUser extends IntersectionType(PickType(User, ['name'] as const), BaseEntity) {}

export class UpdateUser extends PartialType(OmitType(User, ['address'] as const)) {
  @IsInt() rev!: number;
}

export class PartialNoNull extends PartialType(User, { skipNullProperties: false }) {}

export class MPartialUser extends MPartial(User) {}

export class MPickOmitInter extends MIntersection(
  MPick(User, ['name'] as const),
  MOmit(BaseEntity, ['note'] as const),
) {}

export class DefaultsBase {
  @IsInt() page: number = 1;
  @IsString() q!: string;
}

export class PartialDefaults extends PartialType(DefaultsBase) {}
