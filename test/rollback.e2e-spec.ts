import {
  Body,
  Controller,
  Injectable,
  Module,
  Post,
  UseInterceptors,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { Transactional, TransactionHost } from '@nestjs-cls/transactional';
import { IsIn, IsString } from 'class-validator';
import { eq, sql } from 'drizzle-orm';
import { McpTool } from 'nest-toolport';
import { createMcpTestClient, type McpTestClient } from 'nest-toolport/testing';
import { defer, from, lastValueFrom, type Observable } from 'rxjs';
import { AppModule } from '../src/app.module.js';
import type { DatabaseAdapter } from '../src/database/database.js';
import { orders } from '../src/database/tables.js';
import { describeDatabases } from './support/describe-databases.js';
import { startSample, type Sample } from './support/sample.js';
import { createSignal, type Signal } from './support/signal.js';

/** Opens a transaction round the rest of the chain, by hand. */
@Injectable()
class OpeningInterceptor implements NestInterceptor {
  constructor(private readonly host: TransactionHost<DatabaseAdapter>) {}
  intercept(_context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return defer(() => this.host.withTransaction(() => lastValueFrom(from(next.handle()))));
  }
}
/** The same by decorator. */
@Injectable()
class TransactionalInterceptor implements NestInterceptor {
  @Transactional()
  async intercept(_context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    return from([(await lastValueFrom(from(next.handle()))) as unknown]);
  }
}

class EntryDto {
  @IsString() customer: string;
  @IsIn(['well', 'badly', 'never']) ends: string;
}

let written: Signal;
@Controller('ledger')
class LedgerController {
  constructor(private readonly host: TransactionHost<DatabaseAdapter>) {}

  @McpTool({ name: 'opening', timeout: 300 })
  @Post('opening')
  @UseInterceptors(OpeningInterceptor)
  opening(@Body() entry: EntryDto) {
    return this.#write(entry);
  }
  @McpTool({ name: 'transactional', timeout: 300 })
  @Post('transactional')
  @UseInterceptors(TransactionalInterceptor)
  transactional(@Body() entry: EntryDto) {
    return this.#write(entry);
  }

  async #write({ customer, ends }: EntryDto): Promise<string> {
    await this.host.tx.insert(orders).values({ customer, totalCents: 0 });
    written.give();
    if (ends === 'badly') throw new Error('undone');
    if (ends === 'never') await new Promise(() => {});
    return 'done';
  }
}
@Module({ imports: [AppModule], controllers: [LedgerController] })
class LedgerModule {}

describeDatabases('What a call wrote in the transaction of an interceptor', (database) => {
  let sample: Sample;
  let client: McpTestClient;
  let host: TransactionHost<DatabaseAdapter>;
  beforeAll(async () => {
    sample = await startSample(database.url, LedgerModule);
    client = createMcpTestClient(sample.app);
    host = sample.app.get(TransactionHost);
  });
  afterAll(() => sample.close());
  beforeEach(() => {
    written = createSignal();
  });

  /** Entries of a customer, when no transaction that wrote any is under way. */
  const kept = (customer: string) =>
    host.withTransaction(async () => {
      await host.tx.execute(sql`lock table orders in exclusive mode`);
      return host.tx.$count(orders, eq(orders.customer, customer));
    });
  const codeOf = async (call: ReturnType<McpTestClient['callTool']>) =>
    ((await call)._meta?.['dev.toolport/error'] as { code: string } | undefined)?.code;

  describe.each(['opening', 'transactional'])('(%s)', (tool) => {
    it('stays where the call succeeds', async () => {
      expect(await codeOf(client.callTool(tool, { customer: tool, ends: 'well' }))).toBeUndefined();
      expect(await kept(tool)).toBe(1);
    });

    it.each([
      ['badly', 'INTERNAL'],
      ['never', 'TIMEOUT'],
    ])('is gone where the call ends %s', async (ends, code) => {
      const customer = `${tool} ${ends}`;
      expect(await codeOf(client.callTool(tool, { customer, ends }))).toBe(code);
      await written.given;
      expect(await kept(customer)).toBe(0);
    });

    it('is gone where the caller goes', async () => {
      const customer = `${tool} gone`;
      const leaving = new AbortController();
      const call = client.callTool(tool, { customer, ends: 'never' }, { signal: leaving.signal });
      await written.given;
      leaving.abort();
      expect(await codeOf(call)).toBe('CANCELLED');
      expect(await kept(customer)).toBe(0);
    });
  });
});
