import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsInt, IsOptional, IsString, Length, Max, Min } from 'class-validator';

export class ForecastStockDto {
  @ApiPropertyOptional({ description: 'Only this article; all of them unless given' })
  @IsOptional()
  @IsString()
  @Length(1, 20)
  sku?: string;

  @ApiPropertyOptional({ description: 'How many days of sales to look back on', default: 30 })
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(365)
  days: number = 30;
}

export class ProductForecastDto {
  @ApiProperty({ description: 'Article number of the product' })
  sku: string;

  @ApiProperty({ description: 'Pieces that can be ordered now', type: 'integer' })
  stock: number;

  @ApiProperty({ description: 'Pieces sold in the days looked back on', type: 'integer' })
  sold: number;

  @ApiPropertyOptional({
    description: 'Days that the stock lasts; left out where nothing was sold',
  })
  daysLeft?: number;
}

export class StockForecastDto {
  @ApiProperty({ type: [ProductForecastDto] })
  products: ProductForecastDto[];
}
