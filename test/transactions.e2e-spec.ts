import { TransactionHost } from '@nestjs-cls/transactional';
import { eq } from 'drizzle-orm';
import { McpCallContext } from 'nest-toolport';
import type { DatabaseAdapter } from '../src/database/database.js';
import { orders } from '../src/database/tables.js';
import { OrdersService } from '../src/orders/orders.service.js';
import { describeDatabases } from './support/describe-databases.js';
import { startSample, type Sample } from './support/sample.js';
import { createSignal } from './support/signal.js';

describeDatabases('Transactions of the sample', (database) => {
  let sample: Sample;
  let host: TransactionHost<DatabaseAdapter>;
  beforeAll(async () => {
    sample = await startSample(database.url);
    host = sample.app.get(TransactionHost);
  });
  afterAll(() => sample.close());

  const insert = (customer: string) => host.tx.insert(orders).values({ customer, totalCents: 0 });
  const count = (customer: string) => host.tx.$count(orders, eq(orders.customer, customer));

  /** A transaction that has written, and waits to be told to fail. */
  const beginAndWrite = async (customer: string) => {
    const written = createSignal();
    const told = createSignal();
    const ended = host.withTransaction(async () => {
      await insert(customer);
      written.give();
      await told.given;
      throw new Error('undone');
    });
    await written.given;
    return { fail: () => told.give(), ended };
  };

  it('sees its own writes before anybody else does', async () => {
    await host.withTransaction(async () => {
      await insert('Own');
      expect(await count('Own')).toBe(1);
    });
    expect(await count('Own')).toBe(1);
  });

  it('commits nothing that the caller of a tool was told has failed', async () => {
    const order = { customer: 'Late', items: [{ sku: 'TEA-001', quantity: 1 }] };
    const signal = AbortSignal.abort(new Error('time is over'));
    const call = new McpCallContext({ kind: 'tool', name: 'x', transport: 'stdio', signal });
    const ended = McpCallContext.run(call, () => sample.app.get(OrdersService).create(order));
    await expect(ended).rejects.toThrow('time is over');
    expect(await count('Late')).toBe(0);
  });

  it('hides what a running transaction wrote from queries outside of it', async () => {
    const { fail, ended } = await beginAndWrite('Ghost');
    const seen = count('Ghost');
    fail();
    await expect(ended).rejects.toThrow('undone');
    expect(await seen).toBe(0);
  });

  it('undoes a failed transaction alone, not one that ran at the same time', async () => {
    const { fail, ended } = await beginAndWrite('Undone');
    const other = sample.app.get(OrdersService).create({
      customer: 'Kept',
      items: [{ sku: 'TEA-001', quantity: 1 }],
    });
    fail();
    await expect(ended).rejects.toThrow('undone');
    await other;
    expect(await count('Undone')).toBe(0);
    expect(await count('Kept')).toBe(1);
  });

  it('keeps twenty transactions apart of which every second fails', async () => {
    const runs = Array.from({ length: 20 }, (_, n) =>
      host.withTransaction(async () => {
        await insert(`Many ${n % 2}`);
        await insert(`Many ${n % 2}`);
        if (n % 2 === 1) throw new Error('undone');
      }),
    );
    await Promise.allSettled(runs);
    expect(await count('Many 0')).toBe(20);
    expect(await count('Many 1')).toBe(0);
  });
});
