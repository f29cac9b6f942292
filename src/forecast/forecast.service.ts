import { Injectable } from '@nestjs/common';
import { TransactionHost } from '@nestjs-cls/transactional';
import { and, eq, gte, sql } from 'drizzle-orm';
import { McpCall, McpCallContext, McpTool } from 'nest-toolport';
import { Roles } from '../auth/roles.decorator.js';
import type { DatabaseAdapter } from '../database/database.js';
import { orderItems, orders } from '../database/tables.js';
import { ProductsService } from '../products/products.service.js';
import {
  ForecastStockDto,
  StockForecastDto,
  type ProductForecastDto,
} from './dto/stock-forecast.dto.js';

/** No controller, no route: a method of a provider is a tool as well, behind the same guards. */
@Injectable()
export class ForecastService {
  constructor(
    private readonly host: TransactionHost<DatabaseAdapter>,
    private readonly products: ProductsService,
  ) {}

  @McpTool({
    title: 'Forecast stock',
    description: 'How many days the stock of each product lasts if it goes on selling as it did.',
    annotations: { readOnlyHint: true },
    output: StockForecastDto,
  })
  @Roles('reader')
  async stock(input: ForecastStockDto, @McpCall() call: McpCallContext): Promise<StockForecastDto> {
    const all = await this.products.list({});
    const wanted = all.filter(({ sku }) => input.sku === undefined || sku === input.sku);
    const forecasts: ProductForecastDto[] = [];
    for (const { sku, stock } of wanted) {
      call.signal.throwIfAborted();
      const sold = await this.soldSince(sku, input.days);
      const daysLeft = sold > 0 ? Math.floor((stock * input.days) / sold) : undefined;
      forecasts.push({ sku, stock, sold, daysLeft });
      call.progress(forecasts.length, wanted.length, sku);
    }
    return { products: forecasts };
  }

  private async soldSince(sku: string, days: number): Promise<number> {
    const [{ sold }] = await this.host.tx
      .select({ sold: sql<number>`coalesce(sum(${orderItems.quantity}), 0)::int` })
      .from(orderItems)
      .innerJoin(orders, eq(orders.id, orderItems.orderId))
      .where(
        and(
          eq(orderItems.sku, sku),
          eq(orders.status, 'open'),
          gte(orders.createdAt, sql`now() - make_interval(days => ${days})`),
        ),
      );
    return sold;
  }
}
