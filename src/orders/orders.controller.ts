import { Body, Controller, Get, HttpCode, Param, ParseIntPipe, Post, Query } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiSecurity } from '@nestjs/swagger';
import { McpTool } from 'nest-toolport';
import { scopesFor } from '../auth/oauth.js';
import { Roles } from '../auth/roles.decorator.js';
import { CreateOrderDto } from './dto/create-order.dto.js';
import { ListOrdersDto } from './dto/list-orders.dto.js';
import { OrderDto, OrderPageDto } from './dto/order.dto.js';
import { OrdersService } from './orders.service.js';

@Controller('orders')
@ApiSecurity('api-key')
export class OrdersController {
  constructor(private readonly orders: OrdersService) {}

  @Post()
  @Roles('writer')
  @ApiOperation({
    summary: 'Place an order',
    description: 'Takes the pieces from stock; when one line cannot be served, nothing is ordered.',
  })
  @ApiCreatedResponse({ type: OrderDto })
  @McpTool({ scopes: scopesFor('writer') })
  create(@Body() order: CreateOrderDto): Promise<OrderDto> {
    return this.orders.create(order);
  }

  @Get(':id')
  @ApiOperation({ summary: 'Show an order' })
  @ApiOkResponse({ type: OrderDto })
  @McpTool()
  get(@Param('id', ParseIntPipe) id: number): Promise<OrderDto> {
    return this.orders.get(id);
  }

  @Get()
  @ApiOperation({ summary: 'List orders', description: 'Newest first, page by page.' })
  @ApiOkResponse({ type: OrderPageDto })
  @McpTool()
  list(@Query() query: ListOrdersDto): Promise<OrderPageDto> {
    return this.orders.list(query);
  }

  @Post(':id/cancel')
  @HttpCode(200)
  @Roles('writer')
  @ApiOperation({ summary: 'Cancel an order', description: 'Puts the pieces back into stock.' })
  @ApiOkResponse({ type: OrderDto })
  @McpTool({ annotations: { destructiveHint: true }, scopes: scopesFor('writer') })
  cancel(@Param('id', ParseIntPipe) id: number): Promise<OrderDto> {
    return this.orders.cancel(id);
  }
}
