import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { Controller, Get, Module, StreamableFile, UseInterceptors } from '@nestjs/common';
import { McpTool } from 'nest-toolport';
import { Observable, type Subscriber } from 'rxjs';
import { startBench, TRANSPORTS, type Bench } from './support/bench.js';

/** Ends the wait of a method whose call has been given up. */
let comeBack: () => void = () => {};
let file = new PassThrough();
let subscribed = 0;

const waiting = (): Promise<void> => new Promise((resolve) => (comeBack = resolve));
const passing = {
  intercept: (_context: unknown, next: { handle(): Observable<unknown> }) => next.handle(),
};

@Controller('late')
class LateController {
  @McpTool({ name: 'observable', timeout: 20 }) @Get('a') async observable() {
    await waiting();
    return new Observable((_subscriber: Subscriber<unknown>) => void (subscribed += 1));
  }
  @McpTool({ name: 'file', timeout: 20 }) @Get('b') async file() {
    await waiting();
    return new StreamableFile(file);
  }
  @McpTool({ name: 'stream', timeout: 20 })
  @UseInterceptors(passing)
  @Get('d')
  async stream() {
    await waiting();
    return file;
  }
  @McpTool({ name: 'behind', timeout: 20 }) @UseInterceptors(passing) @Get('c') async behind() {
    await waiting();
    return new StreamableFile(file);
  }
}

@Module({ controllers: [LateController] })
class LateModule {}

describe.each(TRANSPORTS)('what a method returns after its time, over %s', (transport) => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await startBench(transport, LateModule);
  });
  afterAll(() => bench.close());

  it.each(['file', 'behind', 'stream'])('is closed where it is a file (%s)', async (tool) => {
    file = new PassThrough();
    expect((await bench.call(tool)).code).toBe('TIMEOUT');
    const closed = once(file, 'close');
    comeBack();
    await closed;
    expect(file.destroyed).toBe(true);
  });

  it('is not begun where it is an Observable', async () => {
    expect((await bench.call('observable')).code).toBe('TIMEOUT');
    comeBack();
    await new Promise((resolve) => setImmediate(resolve));
    expect(subscribed).toBe(0);
  });
});
