import { ApiProperty } from '@nestjs/swagger';

export class ProductDto {
  @ApiProperty({ description: 'Article number, as used in orders', example: 'TEA-001' })
  sku: string;

  @ApiProperty({ example: 'Darjeeling, 100 g' })
  name: string;

  @ApiProperty({ description: 'Price of one piece in euro cents', type: 'integer', example: 1250 })
  priceCents: number;

  @ApiProperty({ description: 'Pieces that can be ordered now', type: 'integer', example: 60 })
  stock: number;
}
