import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { McpTool } from 'nest-toolport';
import { ListProductsDto } from './dto/list-products.dto.js';
import { ProductDto } from './dto/product.dto.js';
import { ProductsService } from './products.service.js';

@Controller('products')
export class ProductsController {
  constructor(private readonly products: ProductsService) {}

  @Get()
  @ApiOperation({
    summary: 'List products',
    description: 'What can be ordered, with prices and stock.',
  })
  @ApiOkResponse({ type: [ProductDto] })
  @McpTool()
  list(@Query() query: ListProductsDto): Promise<ProductDto[]> {
    return this.products.list(query);
  }
}
