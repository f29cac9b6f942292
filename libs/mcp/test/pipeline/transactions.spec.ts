import { Body, Controller, Module, Post, UseInterceptors, type Type } from '@nestjs/common';
import { ClsPluginTransactional, Transactional } from '@nestjs-cls/transactional';
import { McpCall, McpCallContext, McpTool } from 'nest-toolport';
import { ClsModule } from 'nestjs-cls';
import {
  LEDGER,
  Ledger,
  ledger,
  ledgerAdapter,
  OperatorTransaction,
  PromiseTransaction,
  settled,
  TransactionalInterceptor,
} from './fixtures/ledger.js';
import { startBench, TRANSPORTS, type Bench } from './support/bench.js';

/** Resolves when the method has begun. */
let begun: () => void = () => {};
function start(): Promise<void> {
  return new Promise((resolve) => {
    begun = resolve;
  });
}
/** Ends in time, fails, or lasts until somebody ends it. */
type Course = 'ends' | 'fails' | 'lasts';
function work(course: Course): unknown {
  begun();
  if (course === 'fails') throw new Error('no');
  return course === 'ends' ? 'done' : new Promise(() => {});
}

/** The same methods with a deadline, and without. */
function controllerOf(prefix: string, timeout?: number): Type {
  const named = (name: string) => ({ name: `${prefix}_${name}`, timeout });

  @Controller(prefix)
  class WorkController {
    @McpTool(named('promise'))
    @Post('promise')
    @UseInterceptors(PromiseTransaction)
    promise(@Body('course') course: Course) {
      return work(course);
    }
    @McpTool(named('operators'))
    @Post('operators')
    @UseInterceptors(OperatorTransaction)
    operators(@Body('course') course: Course) {
      return work(course);
    }
    @McpTool(named('transactional'))
    @Post('transactional')
    @UseInterceptors(TransactionalInterceptor)
    transactional(@Body('course') course: Course) {
      return work(course);
    }
    @McpTool(named('own'))
    @Post('own')
    @Transactional()
    async own(@Body('course') course: Course, @McpCall() call: McpCallContext) {
      const result = work(course);
      if (course !== 'lasts') return result;
      return new Promise((_resolve, reject) => {
        call.signal.addEventListener('abort', () => reject(call.signal.reason as Error));
      });
    }
  }
  return WorkController;
}

@Module({ providers: [{ provide: LEDGER, useClass: Ledger }], exports: [LEDGER] })
class LedgerModule {}
@Module({
  imports: [
    ClsModule.forRoot({
      plugins: [
        new ClsPluginTransactional({ imports: [LedgerModule], adapter: ledgerAdapter as never }),
      ],
    }),
  ],
  controllers: [controllerOf('free'), controllerOf('hasty', 30)],
})
class WorkModule {}

describe.each(TRANSPORTS)('a transaction, over %s', (transport) => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await startBench(transport, WorkModule);
  });
  afterAll(() => {
    // `fetch` opens a connection in place of each that it has aborted, and keeps it for a while.
    const server = bench.app.getHttpServer() as { closeAllConnections?(): void };
    server.closeAllConnections?.();
    return bench.close();
  });
  beforeEach(() => void ledger.splice(0));

  describe.each([
    ['an interceptor that awaits', 'promise'],
    ['an interceptor made of operators', 'operators'],
    ['an interceptor that is @Transactional()', 'transactional'],
    ['a method that is @Transactional()', 'own'],
  ])('of %s', (_title, tool) => {
    it('is committed with the call', async () => {
      expect((await bench.call(`free_${tool}`, { course: 'ends' })).texts).toEqual(['done']);
      expect(ledger).toEqual(['begin', 'commit']);
    });

    it('is rolled back by a call that fails', async () => {
      expect((await bench.call(`free_${tool}`, { course: 'fails' })).code).toBe('INTERNAL');
      expect(ledger).toEqual(['begin', 'rollback']);
    });

    it('is rolled back by a call that takes too long', async () => {
      expect((await bench.call(`hasty_${tool}`, { course: 'lasts' })).code).toBe('TIMEOUT');
      await settled('rollback');
      expect(ledger).toEqual(['begin', 'rollback']);
    });

    it('is rolled back by a caller that cancels', async () => {
      const { signal, abort } = cancellation();
      const started = start();
      const call = bench.call(`free_${tool}`, { course: 'lasts' }, { signal });
      const answer = call.then(
        ({ code }) => code,
        () => 'nothing',
      );
      await started;
      abort();
      // Over stdio and in process we stand below the channel, which would say nothing either.
      expect(await answer).toBe(/http|websocket/.test(transport) ? 'nothing' : 'CANCELLED');
      await settled('rollback');
      expect(ledger).toEqual(['begin', 'rollback']);
    });
  });
});

function cancellation(): { signal: AbortSignal; abort: () => void } {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}
