import { Controller, Get, Inject, Injectable, Module, Req, Scope } from '@nestjs/common';
import { REQUEST } from '@nestjs/core';
import { ClsModule, ClsService } from 'nestjs-cls';
import { McpCallContext, McpTool } from 'nest-toolport';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { ToolTable } from '../../src/tools/tool-table.js';
import { requestOf, type SeenRequest } from './fixtures/enhancers.js';
import { startBench, type Bench } from './support/bench.js';
import { callTool } from './support/call-tool.js';

@Injectable({ scope: Scope.REQUEST })
class CallerService {
  constructor(@Inject(REQUEST) readonly request: SeenRequest) {}
}

/** Opens when all callers are inside the method: only then may the first one leave. */
let barrier: { enter(): Promise<void> };
function barrierFor(callers: number): typeof barrier {
  let inside = 0;
  let open: () => void;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return {
    enter: () => {
      if ((inside += 1) === callers) open();
      return opened;
    },
  };
}

@Controller('callers')
class CallersController {
  constructor(
    private readonly service: CallerService,
    private readonly cls: ClsService,
  ) {}
  @McpTool({ name: 'who' }) @Get() async who(@Req() request: SeenRequest) {
    await barrier.enter();
    return [
      request.headers.caller,
      this.service.request.headers.caller,
      this.cls.get<string>('caller'),
      McpCallContext.current()?.headers.caller,
      (McpCallContext.current()?.caller as { id: string } | undefined)?.id,
    ];
  }
  @McpTool({ name: 'quick' }) @Get('quick') quick() {
    return this.service.request.headers.caller;
  }
}
@Module({
  imports: [
    ClsModule.forRoot({
      // By `enterWith`, which leaks into whatever runs in the same async scope.
      guard: {
        mount: true,
        setup: (cls, context) => {
          const request = requestOf(context);
          request.user = { id: request.headers.caller };
          cls.set('caller', request.headers.caller);
        },
      },
    }),
  ],
  controllers: [CallersController],
  providers: [CallerService],
})
class CallersModule {}

const CALLERS = 5_000;

describe('calls of different callers at once', () => {
  let bench: Bench;
  let table: ToolTable;
  beforeAll(async () => {
    bench = await startBench('in-process', CallersModule);
    table = bench.app.get(ToolTable);
  });
  afterAll(() => bench.close());

  it('see nobody’s identity but their own, all held inside the method', async () => {
    barrier = barrierFor(CALLERS);
    const results = await Promise.all(
      Array.from({ length: CALLERS }, (_, place) =>
        callTool(table, 'who', {}, { headers: { caller: `c${place}` } }),
      ),
    );
    const crossed = results.filter(({ content: [block] }, place) => {
      const seen = JSON.parse(block.type === 'text' ? block.text : 'null') as string[];
      return seen.length !== 5 || seen.some((caller) => caller !== `c${place}`);
    });
    expect(crossed).toEqual([]);
  }, 300_000);

  it('leave no memory behind', async () => {
    const gc = collector();
    const round = async (calls: number) => {
      for (let done = 0; done < calls; done += 500) {
        await Promise.all(
          Array.from({ length: 500 }, (_, place) =>
            callTool(table, 'quick', {}, { headers: { caller: `c${place}` } }),
          ),
        );
        await new Promise((resolve) => setImmediate(resolve));
      }
      gc();
      return process.memoryUsage().heapUsed;
    };
    const before = await round(5_000);
    const after = await round(50_000);
    expect(after / before).toBeLessThan(1.05);
  }, 900_000);
});

function collector(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
}
