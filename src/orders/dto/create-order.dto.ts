import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsInt,
  IsOptional,
  IsString,
  Length,
  Matches,
  Max,
  Min,
  ValidateNested,
} from 'class-validator';

export class CreateOrderItemDto {
  @ApiProperty({ description: 'Article number of the product', example: 'TEA-001' })
  @Matches(/^[A-Z]{3}-[0-9]{3}$/, { message: '$property must look like TEA-001' })
  sku: string;

  @ApiProperty({ description: 'Number of pieces', minimum: 1, maximum: 1000, example: 2 })
  @IsInt()
  @Min(1)
  @Max(1000)
  quantity: number;
}

export class CreateOrderDto {
  @ApiProperty({ description: 'Who orders, as it shall stand on the invoice', example: 'Ada' })
  @IsString()
  @Length(1, 80)
  customer: string;

  @ApiPropertyOptional({ description: 'For the people who pack the order' })
  @IsOptional()
  @IsString()
  @Length(1, 500)
  note?: string;

  @ApiProperty({ description: 'What is ordered, 1 to 50 lines', type: [CreateOrderItemDto] })
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(50)
  @ValidateNested({ each: true })
  @Type(() => CreateOrderItemDto)
  items: CreateOrderItemDto[];
}
