import {
  Catch,
  Controller,
  Get,
  Module,
  Next,
  Post,
  Req,
  Res,
  UseFilters,
  UseGuards,
  UseInterceptors,
  type ExceptionFilter,
} from '@nestjs/common';
import { ClsPluginTransactional, Transactional } from '@nestjs-cls/transactional';
import { ClsModule } from 'nestjs-cls';
import { McpCall, McpCallContext, McpTool } from 'nest-toolport';
import { finalize, NEVER, Observable } from 'rxjs';
import { ToolTable } from '../../src/tools/tool-table.js';
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
import { note, takeTrace } from './fixtures/trace.js';
import { startBench, type Bench } from './support/bench.js';

/** Resolves when the method has begun. */
let begun: () => void = () => {};
function start(): Promise<void> {
  return new Promise((resolve) => {
    begun = resolve;
  });
}
/** Ends only when the call does: a method that minds its signal. */
function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
}
const never = () => new Promise<never>(() => {});
const guard = {
  canActivate: async () => {
    begun();
    await late;
    return true;
  },
};
let late: Promise<unknown> = Promise.resolve();

@Catch()
class SlowFilter implements ExceptionFilter {
  catch() {
    begun();
    return never();
  }
}

@Controller('work')
class WorkController {
  @McpTool({ name: 'promise' }) @Post('a') @UseInterceptors(PromiseTransaction) promise(
    @Req() { body }: { body?: { fail?: boolean } },
  ) {
    return this.work(body);
  }
  @McpTool({ name: 'operators' }) @Post('b') @UseInterceptors(OperatorTransaction) operators(
    @Req() { body }: { body?: { fail?: boolean } },
  ) {
    return this.work(body);
  }
  @McpTool({ name: 'transactional' })
  @Post('c')
  @UseInterceptors(TransactionalInterceptor)
  transactional(@Req() { body }: { body?: { fail?: boolean } }) {
    return this.work(body);
  }
  @McpTool({ name: 'own' })
  @Post('d')
  @Transactional()
  async own(@McpCall() call: McpCallContext) {
    begun();
    return untilAborted(call.signal);
  }
  @McpTool({ name: 'stream' }) @Get('e') stream(): Observable<never> {
    begun();
    return NEVER.pipe(finalize(() => note('torn down')));
  }
  @McpTool({ name: 'replies' }) @Get('f') replies(@Res() _response: unknown) {
    begun();
  }
  @McpTool({ name: 'hands_on' }) @Get('k') @UseFilters(SlowFilter) handsOn(
    @Res() _response: unknown,
    @Next() next: (error: Error) => void,
  ) {
    setImmediate(() => next(new Error('no')));
  }
  @McpTool({ name: 'items' }) @Get('g') async *items() {
    try {
      yield 'one';
      begun();
      await never();
    } finally {
      note('stopped');
    }
  }
  @McpTool({ name: 'guarded' }) @Get('h') @UseGuards(guard) guarded() {
    note('ran');
  }
  @McpTool({ name: 'ends' }) @Post('i') @UseInterceptors(PromiseTransaction) ends() {
    return 'done';
  }
  @McpTool({ name: 'fails' }) @Post('j') @UseInterceptors(PromiseTransaction) fails() {
    throw new Error('no');
  }

  private work(_body: unknown): Promise<never> {
    begun();
    return never();
  }
}

@Module({ providers: [{ provide: LEDGER, useClass: Ledger }], exports: [LEDGER] })
class LedgerModule {}
@Module({
  imports: [
    ClsModule.forRoot({
      plugins: [
        new ClsPluginTransactional({
          imports: [LedgerModule],
          adapter: ledgerAdapter as never,
        }),
      ],
    }),
  ],
  controllers: [WorkController],
})
class WorkModule {}

describe('an aborted call', () => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await startBench('in-process', WorkModule);
  });
  afterAll(() => bench.close());
  beforeEach(() => {
    ledger.length = 0;
    takeTrace();
  });

  /** Calls below the server, which answers a cancelled request with nothing. */
  async function abort(tool: string, reason: Error) {
    const controller = new AbortController();
    const started = start();
    const entry = bench.app.get(ToolTable).get(tool);
    const call = new McpCallContext({
      kind: 'tool',
      name: tool,
      transport: 'in-process',
      signal: controller.signal,
    });
    const result = entry?.invoke({}, call);
    await started;
    controller.abort(reason);
    return (await result)?._meta?.['dev.toolport/error'];
  }
  const gone = () => new Error('the client is gone');
  const overdue = () => new DOMException('too late', 'TimeoutError');

  describe.each([
    ['cancelled', gone, { code: 'CANCELLED', status: 499 }],
    ['overdue', overdue, { code: 'TIMEOUT', status: 408 }],
  ])('that is %s', (_title, reason, error) => {
    it.each(['promise', 'operators', 'transactional'])(
      'rolls back the transaction of %s before it is answered',
      async (tool) => {
        expect(await abort(tool, reason())).toEqual(error);
        expect(ledger).toEqual(['begin', 'rollback']);
      },
    );

    it('lets a @Transactional() method that minds its signal roll back', async () => {
      expect(await abort('own', reason())).toEqual(error);
      await settled('rollback');
      expect(ledger).toEqual(['begin', 'rollback']);
    });

    it('tears down the Observable that the method returned', async () => {
      expect(await abort('stream', reason())).toEqual(error);
      expect(takeTrace()).toEqual(['torn down']);
    });

    it('waits no longer for @Res()', async () => {
      expect(await abort('replies', reason())).toEqual(error);
    });

    it('gives no time to roll back to a method with @Res() that is over', async () => {
      expect(await abort('hands_on', reason())).toEqual(error);
    }, 4_000);

    it('reads no further items', async () => {
      expect(await abort('items', reason())).toEqual(error);
    });
  });

  it('runs no method whose guards agree too late', async () => {
    let agree = () => {};
    late = new Promise<void>((resolve) => {
      agree = resolve;
    });
    expect(await abort('guarded', gone())).toEqual({ code: 'CANCELLED', status: 499 });
    agree();
    await new Promise((resolve) => setImmediate(resolve));
    expect(takeTrace()).toEqual([]);
  });

  it('commits what ends in time, and rolls back what fails', async () => {
    expect((await bench.call('ends')).texts).toEqual(['done']);
    expect((await bench.call('fails')).code).toBe('INTERNAL');
    expect(ledger).toEqual(['begin', 'commit', 'begin', 'rollback']);
  });
});

describe('over HTTP', () => {
  it('a client that hangs up rolls back the transaction', async () => {
    const bench = await startBench('http-express', WorkModule);
    ledger.length = 0;
    const controller = new AbortController();
    const started = start();
    const answer = bench.call('promise', {}, { signal: controller.signal }).catch(() => 'gone');
    await started;
    controller.abort();
    expect(await answer).toBe('gone');
    await settled('rollback');
    expect(ledger).toEqual(['begin', 'rollback']);
    await bench.close();
  });

  it('a call that takes longer than its timeout is answered by TIMEOUT', async () => {
    const bench = await startBench('http-express', WorkModule, { mcp: { timeout: 50 } });
    const { code } = await bench.call('promise');
    expect(code).toBe('TIMEOUT');
    await bench.close();
  });
});
