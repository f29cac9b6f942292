import {
  ValidateNested,
  IsString,
  IsInt,
  IsOptional,
  IsDefined,
  IsObject,
  IsNotEmptyObject,
  IsArray,
  IsInstance,
} from 'class-validator';
import { Type } from 'class-transformer';
/** A postal address */
export class Address {
  /** street line */
  @IsString() street!: string;
  @IsOptional() @IsString() zip?: string;
}

export class Geo {
  @IsInt() x!: number;
  @IsInt() y!: number;
}

export class DeepAddress {
  @IsString() city!: string;
  @ValidateNested() @IsDefined() @Type(() => Geo) geo!: Geo;
}

export class NestedOne {
  @IsDefined() @ValidateNested() @Type(() => Address) address!: Address;
}

export class NestedNoDefined {
  @ValidateNested() @Type(() => Address) address!: Address;
}

export class NestedOptional {
  @IsOptional() @ValidateNested() @Type(() => Address) address?: Address;
}

export class NestedNullable {
  @IsOptional() @ValidateNested() @Type(() => Address) address!: Address | null;
}

export class NestedDeep {
  @IsDefined() @ValidateNested() @Type(() => DeepAddress) home!: DeepAddress;
}

export class NestedArray {
  @IsArray() @ValidateNested({ each: true }) @Type(() => Address) list!: Address[];
}

export class NestedNoType {
  @IsDefined() @ValidateNested() address!: Address;
}

export class NestedNoTypeImplicit {
  @IsDefined() @ValidateNested() address!: Address;
}

export class NestedArrayNoType {
  @IsArray() @ValidateNested({ each: true }) list!: Address[];
}

export class TypeNoValidate {
  @IsObject() @Type(() => Address) address!: Address;
}

export class RecordDto {
  @IsObject() map!: Record<string, number>;
}

export class MapDto {
  @ValidateNested({ each: true }) @Type(() => Address) map!: Map<string, Address>;
}

export class NotEmptyObj {
  @IsNotEmptyObject() @ValidateNested() @Type(() => Address) address!: Address;
}

export class NotEmptyObjOnly {
  @IsNotEmptyObject() o!: Record<string, unknown>;
  @IsNotEmptyObject({ nullable: false }) strict!: Record<string, unknown>;
}

export class InstanceDto {
  @IsInstance(Address) @ValidateNested() @Type(() => Address) address!: Address;
}

export class SameTwice {
  @IsDefined() @ValidateNested() @Type(() => Address) billing!: Address;
  @IsDefined() @ValidateNested() @Type(() => Address) shipping!: Address;
}
