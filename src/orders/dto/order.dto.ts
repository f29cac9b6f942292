import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ORDER_STATUSES, type OrderStatus } from '../order-status.js';

export class OrderItemDto {
  @ApiProperty({ description: 'Article number of the product', example: 'TEA-001' })
  sku: string;

  @ApiProperty({ description: 'Number of pieces', type: 'integer', example: 2 })
  quantity: number;

  @ApiProperty({ description: 'Price of one piece, in euro cents', type: 'integer', example: 1250 })
  unitPriceCents: number;
}

export class OrderDto {
  @ApiProperty({ description: 'Order number', type: 'integer', example: 1 })
  id: number;

  @ApiProperty({ example: 'Ada' })
  customer: string;

  @ApiPropertyOptional({ description: 'For the people who pack the order' })
  note?: string;

  @ApiProperty({ enum: ORDER_STATUSES })
  status: OrderStatus;

  @ApiProperty({ type: [OrderItemDto] })
  items: OrderItemDto[];

  @ApiProperty({
    description: 'What all lines cost, in euro cents',
    type: 'integer',
    example: 2500,
  })
  totalCents: number;

  @ApiProperty({ description: 'When the order was placed' })
  createdAt: Date;
}

export class OrderPageDto {
  @ApiProperty({ description: 'The orders of this page, newest first', type: [OrderDto] })
  orders: OrderDto[];

  @ApiProperty({ description: 'Orders on all pages', type: 'integer' })
  total: number;

  @ApiProperty({ type: 'integer' })
  page: number;

  @ApiProperty({ type: 'integer' })
  pageSize: number;
}
