import {
  IsArray,
  IsString,
  IsInt,
  IsNumber,
  Min,
  ArrayMinSize,
  ArrayMaxSize,
  ArrayUnique,
  ArrayNotEmpty,
  ArrayContains,
  ArrayNotContains,
  IsOptional,
  ValidateNested,
  MaxLength,
} from 'class-validator';
import { Type } from 'class-transformer';

export class StringArray {
  @IsArray() @IsString({ each: true }) tags!: string[];
}

export class EachWithoutIsArray {
  @IsString({ each: true }) tags!: string[];
}

export class ArrayBounds {
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(3)
  @ArrayUnique()
  @IsString({ each: true })
  tags!: string[];
}

export class ArraySizeOnly {
  @ArrayNotEmpty() @ArrayMaxSize(2) ids!: number[];
}

export class ArrayContainsDto {
  @ArrayContains(['a']) @ArrayNotContains(['x']) tags!: string[];
}

export class PlainArray {
  @IsArray() things!: string[];
}

export class NumberMatrix {
  @IsArray() @IsArray({ each: true }) m!: number[][];
}

export class IntArrayMin {
  @IsArray() @IsInt({ each: true }) @Min(1, { each: true }) ids!: number[];
}

export class OptionalArray {
  @IsOptional() @IsArray() @IsString({ each: true }) @MaxLength(3, { each: true }) tags?: string[];
}

export class TypedNumberArray {
  @IsArray() @IsNumber({}, { each: true }) @Type(() => Number) ns!: number[];
}

export class SetDto {
  @IsString({ each: true }) @Type(() => String) tags!: Set<string>;
}

export class UItem {
  @IsInt() id!: number;
  @IsString() n!: string;
}

export class UniqueBySelector {
  @IsArray()
  @ArrayUnique((o: UItem) => o.id)
  @ValidateNested({ each: true })
  @Type(() => UItem)
  items!: UItem[];
}

export class UniqueObjects {
  @IsArray() @ArrayUnique() @ValidateNested({ each: true }) @Type(() => UItem) items!: UItem[];
}

export class NestedMatrix {
  @IsArray() @ValidateNested({ each: true }) @Type(() => UItem) grid!: UItem[][];
}
