import { ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsIn, IsInt, IsOptional, IsString, Length, Max, Min } from 'class-validator';
import { ORDER_STATUSES, type OrderStatus } from '../order-status.js';

export class ListOrdersDto {
  @ApiPropertyOptional({ description: 'Only orders in this state', enum: ORDER_STATUSES })
  @IsOptional()
  @IsIn(ORDER_STATUSES)
  status?: OrderStatus;

  @ApiPropertyOptional({ description: 'Only orders of this customer, spelt exactly so' })
  @IsOptional()
  @IsString()
  @Length(1, 80)
  customer?: string;

  @ApiPropertyOptional({ description: 'Page to show, from 1', minimum: 1, default: 1 })
  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(100_000)
  page: number = 1;

  @ApiPropertyOptional({ description: 'Orders per page', minimum: 1, maximum: 100, default: 20 })
  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(100)
  pageSize: number = 20;
}
