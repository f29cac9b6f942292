import {
  ConflictException,
  Injectable,
  NotFoundException,
  UnprocessableEntityException,
} from '@nestjs/common';
import { Transactional, TransactionHost } from '@nestjs-cls/transactional';
import { and, desc, eq, gte, sql } from 'drizzle-orm';
import { McpCallContext } from 'nest-toolport';
import type { DatabaseAdapter } from '../database/database.js';
import { orderItems, orders, products } from '../database/tables.js';
import type { CreateOrderDto, CreateOrderItemDto } from './dto/create-order.dto.js';
import type { ListOrdersDto } from './dto/list-orders.dto.js';
import type { OrderDto, OrderItemDto, OrderPageDto } from './dto/order.dto.js';

@Injectable()
export class OrdersService {
  constructor(private readonly host: TransactionHost<DatabaseAdapter>) {}

  /**
   * Places an order, all of it or nothing.
   *
   * @throws UnprocessableEntityException for an unknown article (`UNKNOWN_SKU`)
   * @throws ConflictException where the stock does not suffice (`OUT_OF_STOCK`)
   */
  @Transactional()
  async create({ customer, note, items }: CreateOrderDto): Promise<OrderDto> {
    const [order] = await this.host.tx
      .insert(orders)
      .values({ customer, note, totalCents: 0 })
      .returning();
    let totalCents = 0;
    // Always in the same sequence, so that two orders never wait for each other's products.
    for (const item of items.toSorted((a, b) => compare(a.sku, b.sku))) {
      totalCents += await this.addItem(order.id, item);
    }
    await this.host.tx.update(orders).set({ totalCents }).where(eq(orders.id, order.id));
    throwIfAborted();
    return this.get(order.id);
  }

  /** @throws NotFoundException */
  async get(id: number): Promise<OrderDto> {
    const order = await this.host.tx.query.orders.findFirst({
      where: hasId(id),
      with: { items: true },
    });
    if (!order) throw new NotFoundException(`There is no order ${id}.`);
    return toOrderDto(order);
  }

  async list({ status, customer, page, pageSize }: ListOrdersDto): Promise<OrderPageDto> {
    const where = and(
      status && eq(orders.status, status),
      customer === undefined ? undefined : eq(orders.customer, customer),
    );
    const found = await this.host.tx.query.orders.findMany({
      where,
      with: { items: true },
      orderBy: desc(orders.id),
      limit: pageSize,
      offset: (page - 1) * pageSize,
    });
    const total = await this.host.tx.$count(orders, where);
    return { orders: found.map(toOrderDto), total, page, pageSize };
  }

  /**
   * Cancels an open order and puts its pieces back into stock.
   *
   * @throws NotFoundException
   * @throws ConflictException when it is cancelled already
   */
  @Transactional()
  async cancel(id: number): Promise<OrderDto> {
    // Asked and changed in one statement: of two cancels at once, one restores the stock.
    const [cancelled] = await this.host.tx
      .update(orders)
      .set({ status: 'cancelled' })
      .where(and(hasId(id), eq(orders.status, 'open')))
      .returning();
    const order = await this.get(id);
    if (!cancelled) throw new ConflictException(`Order ${id} is cancelled already.`);
    for (const { sku, quantity } of order.items) {
      await this.host.tx
        .update(products)
        .set({ stock: sql`${products.stock} + ${quantity}` })
        .where(eq(products.sku, sku));
    }
    throwIfAborted();
    return order;
  }

  /** @returns what the line costs, in cents */
  private async addItem(orderId: number, item: CreateOrderItemDto): Promise<number> {
    const { sku, quantity } = item;
    const [product] = await this.host.tx
      .update(products)
      .set({ stock: sql`${products.stock} - ${quantity}` })
      .where(and(eq(products.sku, sku), gte(products.stock, quantity)))
      .returning();
    if (!product) throw await this.whyNotServed(sku, quantity);
    const unitPriceCents = product.priceCents;
    await this.host.tx.insert(orderItems).values({ orderId, sku, quantity, unitPriceCents });
    return quantity * unitPriceCents;
  }

  private async whyNotServed(sku: string, quantity: number): Promise<Error> {
    const product = await this.host.tx.query.products.findFirst({ where: eq(products.sku, sku) });
    if (!product) {
      return new UnprocessableEntityException(`There is no product ${sku}.`, {
        errorCode: 'UNKNOWN_SKU',
      });
    }
    return new ConflictException(
      `${sku}: ${quantity} pieces are wanted, ${product.stock} are in stock.`,
      { errorCode: 'OUT_OF_STOCK' },
    );
  }
}

/** Beyond PostgreSQL's `integer` there is no order, and asking for one would be an error. */
function hasId(id: number) {
  return id > 0 && id <= 2_147_483_647 ? eq(orders.id, id) : sql`false`;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function toOrderDto(
  row: typeof orders.$inferSelect & { items: (typeof orderItems.$inferSelect)[] },
): OrderDto {
  const { id, customer, note, status, totalCents, createdAt } = row;
  const items = row.items.map(toOrderItemDto);
  return { id, customer, note: note ?? undefined, status, items, totalCents, createdAt };
}

function toOrderItemDto(row: typeof orderItems.$inferSelect): OrderItemDto {
  return { sku: row.sku, quantity: row.quantity, unitPriceCents: row.unitPriceCents };
}

/**
 * Within the transaction, as its last word: what the caller of a tool was told has failed (its time
 * is over, it has cancelled) must not be committed. A call by REST is never aborted here.
 */
function throwIfAborted(): void {
  McpCallContext.current()?.signal.throwIfAborted();
}
