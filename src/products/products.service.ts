import { Injectable } from '@nestjs/common';
import { TransactionHost } from '@nestjs-cls/transactional';
import { asc, ilike } from 'drizzle-orm';
import type { DatabaseAdapter } from '../database/database.js';
import { products } from '../database/tables.js';
import type { ListProductsDto } from './dto/list-products.dto.js';
import type { ProductDto } from './dto/product.dto.js';

@Injectable()
export class ProductsService {
  constructor(private readonly host: TransactionHost<DatabaseAdapter>) {}

  list({ name }: ListProductsDto): Promise<ProductDto[]> {
    return this.host.tx
      .select()
      .from(products)
      .where(name === undefined ? undefined : ilike(products.name, `%${escapeLike(name)}%`))
      .orderBy(asc(products.sku));
  }
}

function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
