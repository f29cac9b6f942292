import { sql } from 'drizzle-orm';
import type { Database } from './database.js';
import { products } from './tables.js';

/**
 * Creates what is missing and fills an empty catalogue. An application with a history would keep
 * its steps with drizzle-kit; one step needs no tool.
 */
export async function migrate(database: Database): Promise<void> {
  await database.transaction(async (tx) => {
    // Two instances that start at once must not create the same type twice.
    await tx.execute(sql`select pg_advisory_xact_lock(727274)`);
    for (const statement of STATEMENTS) await tx.execute(statement);
    if ((await tx.$count(products)) === 0) await tx.insert(products).values(CATALOGUE);
  });
}

const STATEMENTS = [
  sql`do $$ begin
        create type order_status as enum ('open', 'cancelled');
      exception when duplicate_object then null;
      end $$`,
  sql`create table if not exists products (
        sku text primary key,
        name text not null,
        price_cents integer not null check (price_cents >= 0),
        stock integer not null check (stock >= 0)
      )`,
  sql`create table if not exists orders (
        id serial primary key,
        customer text not null,
        note text,
        status order_status not null default 'open',
        total_cents bigint not null,
        created_at timestamptz not null default now()
      )`,
  sql`create table if not exists order_items (
        id serial primary key,
        order_id integer not null references orders (id) on delete cascade,
        sku text not null references products (sku),
        quantity integer not null check (quantity > 0),
        unit_price_cents integer not null
      )`,
  sql`create index if not exists order_items_order_id on order_items (order_id)`,
];

const CATALOGUE = [
  { sku: 'CUP-001', name: 'Porcelain cup', priceCents: 890, stock: 120 },
  { sku: 'POT-001', name: 'Cast-iron teapot', priceCents: 4900, stock: 8 },
  { sku: 'TEA-001', name: 'Darjeeling, 100 g', priceCents: 1250, stock: 60 },
  { sku: 'TEA-002', name: 'Sencha, 100 g', priceCents: 1490, stock: 3 },
];
