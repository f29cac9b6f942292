import { Controller, Get, Module, UseInterceptors, type CallHandler } from '@nestjs/common';
import { McpTool } from 'nest-toolport';
import { map, of } from 'rxjs';
import { startBench, TRANSPORTS } from './support/bench.js';

/** As some query builders are: its `then` yields a promise, and returns nothing. */
const query = (): PromiseLike<string> => {
  const then = (resolve: (value: unknown) => void) => resolve(Promise.resolve('found'));
  // oxlint-disable-next-line unicorn/no-thenable -- what this is about
  return { then } as unknown as PromiseLike<string>;
};
const passing = { intercept: (_context: unknown, next: CallHandler) => next.handle() };
const mapping = {
  intercept: (_context: unknown, next: CallHandler) => next.handle().pipe(map(query)),
};

@Controller('find')
class FindController {
  @McpTool({ name: 'direct' }) @Get('a') direct() {
    return query();
  }
  @McpTool({ name: 'passed' }) @Get('b') @UseInterceptors(passing, passing) passed() {
    return query();
  }
  @McpTool({ name: 'mapped' }) @Get('c') @UseInterceptors(mapping) mapped() {}
  @McpTool({ name: 'intercepted' })
  @Get('d')
  @UseInterceptors({ intercept: query as never })
  own() {}
  @McpTool({ name: 'emitted' }) @Get('e') emitted() {
    return of(query());
  }
}

@Module({ controllers: [FindController] })
class FindModule {}

describe.each(TRANSPORTS)('a thenable that is no promise, over %s', (transport) => {
  it('is awaited wherever it comes from', async () => {
    const bench = await startBench(transport, FindModule);
    try {
      for (const tool of ['direct', 'passed', 'mapped', 'intercepted', 'emitted']) {
        expect([tool, ...(await bench.call(tool)).texts]).toEqual([tool, 'found']);
      }
    } finally {
      await bench.close();
    }
  });
});
