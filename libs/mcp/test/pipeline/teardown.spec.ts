import { Controller, Get, Module, UseInterceptors, type CallHandler } from '@nestjs/common';
import { McpTool } from 'nest-toolport';
import { finalize, NEVER, type Observable } from 'rxjs';
import { startBench, TRANSPORTS } from './support/bench.js';

const bursting = (): Observable<never> =>
  NEVER.pipe(
    finalize(() => {
      throw new Error('no way to tear this down');
    }),
  );

@Controller('bursts')
class BurstingController {
  @McpTool({ name: 'method' }) @Get('a') method(): Observable<never> {
    return bursting();
  }
  @McpTool({ name: 'method_behind_an_interceptor' })
  @Get('b')
  @UseInterceptors({ intercept: (_context: unknown, next: CallHandler) => next.handle() })
  behind(): Observable<never> {
    return bursting();
  }
  @McpTool({ name: 'interceptor' }) @Get('c') @UseInterceptors({ intercept: bursting }) around() {}
}

@Module({ controllers: [BurstingController] })
class BurstingModule {}

describe.each(TRANSPORTS)('an aborted call whose teardown throws, over %s', (transport) => {
  it('is answered all the same, and the process lives on', async () => {
    const bench = await startBench(transport, BurstingModule, { mcp: { timeout: 20 } });
    try {
      for (const tool of ['method', 'method_behind_an_interceptor', 'interceptor']) {
        expect(await bench.call(tool)).toMatchObject({ code: 'TIMEOUT' });
      }
    } finally {
      await bench.close();
    }
  });
});
