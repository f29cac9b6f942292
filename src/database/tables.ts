import { relations } from 'drizzle-orm';
import { bigint, integer, pgEnum, pgTable, serial, text, timestamp } from 'drizzle-orm/pg-core';
import { ORDER_STATUSES } from '../orders/order-status.js';

export const orderStatus = pgEnum('order_status', ORDER_STATUSES);

export const products = pgTable('products', {
  sku: text().primaryKey(),
  name: text().notNull(),
  priceCents: integer('price_cents').notNull(),
  stock: integer().notNull(),
});

export const orders = pgTable('orders', {
  id: serial().primaryKey(),
  customer: text().notNull(),
  note: text(),
  status: orderStatus().notNull().default('open'),
  /** 50 lines of 1,000 pieces are more cents than an `integer` holds. */
  totalCents: bigint('total_cents', { mode: 'number' }).notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
});

export const orderItems = pgTable('order_items', {
  id: serial().primaryKey(),
  orderId: integer('order_id')
    .notNull()
    .references(() => orders.id, { onDelete: 'cascade' }),
  sku: text()
    .notNull()
    .references(() => products.sku),
  quantity: integer().notNull(),
  unitPriceCents: integer('unit_price_cents').notNull(),
});

export const ordersRelations = relations(orders, ({ many }) => ({ items: many(orderItems) }));
export const orderItemsRelations = relations(orderItems, ({ one }) => ({
  order: one(orders, { fields: [orderItems.orderId], references: [orders.id] }),
}));
