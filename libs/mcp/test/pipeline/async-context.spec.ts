import { AsyncLocalStorage } from 'node:async_hooks';
import { Agent, request as httpRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import {
  Controller,
  Get,
  Injectable,
  Module,
  UseGuards,
  type CanActivate,
  type ExecutionContext,
} from '@nestjs/common';
import { McpTool } from 'nest-toolport';
import { requestOf } from './fixtures/enhancers.js';
import { startBench, TRANSPORTS, type Bench } from './support/bench.js';

const entered = new AsyncLocalStorage<string>();

/** As `cls.enter()` does: whatever runs in the same async context sees it from now on. */
@Injectable()
class EnteringGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { caller } = requestOf(context).headers;
    if (caller !== undefined) entered.enterWith(String(caller));
    return true;
  }
}

@Controller('who')
@UseGuards(EnteringGuard)
class WhoController {
  @McpTool({ name: 'enter' }) @Get('enter') enter() {
    return entered.getStore() ?? 'nobody';
  }
}

/** Looks without entering, behind no guard. */
@Controller('look')
class LookController {
  @McpTool({ name: 'look' }) @Get() look() {
    return entered.getStore() ?? 'nobody';
  }
}

@Module({ controllers: [WhoController, LookController] })
class WhoModule {}

const callOf = (name: string, id: number) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: {} },
});

describe.each(TRANSPORTS)('what a guard enters into the async context, over %s', (transport) => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await startBench(transport, WhoModule);
  });
  afterAll(() => bench.close());

  it('is seen by the method, and by no later call', async () => {
    const seen = await bench.call('enter', {}, { headers: { caller: 'Ada' } });
    expect(seen.texts).toEqual(['Ada']);
    expect((await bench.call('look')).texts).toEqual(['nobody']);
  });
});

describe.each(['http-express', 'http-fastify'] as const)('on one connection of %s', (transport) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let bench: Bench;
  let url: string;
  beforeAll(async () => {
    bench = await startBench(transport, WhoModule);
    url = `${await bench.app.getUrl()}/mcp`;
  });
  afterAll(async () => {
    agent.destroy();
    await bench.close();
  });

  const post = (message: unknown, headers: Record<string, string> = {}): Promise<string> =>
    new Promise((resolve, reject) => {
      const sent = httpRequest(url, {
        agent,
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          ...headers,
        },
      });
      sent.on('error', reject);
      sent.on('response', (response) => void text(response).then(resolve, reject));
      sent.end(JSON.stringify(message));
    });

  it('the next message does not see it', async () => {
    for (const caller of ['Ada', 'Bea', 'Cyd']) {
      expect(await post(callOf('enter', 1), { caller })).toContain(caller);
      expect(await post(callOf('look', 2))).toContain('nobody');
    }
  });

  it('the messages of one batch do not see it of each other', async () => {
    const batch = [callOf('look', 1), callOf('enter', 2), callOf('look', 3)];
    const headers = { caller: 'Ada', 'mcp-protocol-version': '2025-03-26' };
    const answers = JSON.parse(await post(batch, headers)) as {
      readonly id: number;
      readonly result: { readonly content: readonly { readonly text: string }[] };
    }[];
    const texts = answers.map(({ id, result }) => [id, result.content[0].text]);
    expect(texts).toEqual([
      [1, 'nobody'],
      [2, 'Ada'],
      [3, 'nobody'],
    ]);
  });
});
