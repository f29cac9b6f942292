import {
  Controller,
  Get,
  Module,
  UseGuards,
  type CanActivate,
  type ExecutionContext,
} from '@nestjs/common';
import { McpServer, McpTool } from 'nest-toolport';
import type { RpcMessage } from '../../src/protocol/json-rpc.js';
import { linkInProcess } from '../../src/transports/in-process.transport.js';
import { requestOf } from './fixtures/enhancers.js';
import { startBench, type Bench } from './support/bench.js';

/** What each call's guard found in the header that the guard of the call before it has written. */
let found: unknown[] = [];

/** Many guards leave what they have verified in a header for those behind them. */
class VerifyingGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const headers = requestOf(context).headers as Record<string, unknown>;
    found.push(headers['x-verified']);
    headers['x-verified'] = 'somebody';
    return true;
  }
}

@Controller('notes')
@UseGuards(VerifyingGuard)
class NotesController {
  @Get()
  @McpTool({ name: 'read', description: 'Reads' })
  read() {
    return { ok: true };
  }
}

@Module({ controllers: [NotesController] })
class NotesModule {}

const calls: RpcMessage[] = [1, 2].map((id) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name: 'read', arguments: {} },
}));

describe('what a guard writes to the headers stays with its call', () => {
  let bench: Bench;
  beforeEach(() => {
    found = [];
  });
  afterEach(() => bench.close());

  it.each(['http-express', 'http-fastify'] as const)('in a batch, over %s', async (transport) => {
    bench = await startBench(transport, NotesModule);
    const response = await fetch(`${await bench.app.getUrl()}/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(calls),
    });
    expect(await response.json()).toHaveLength(2);
    expect(found).toEqual([undefined, undefined]);
  });

  it('on a channel that lasts', async () => {
    bench = await startBench('stdio', NotesModule);
    const { client } = await linkInProcess(bench.app.get(McpServer, { strict: false }), {
      headers: { 'x-key': 'k' },
    });
    for (const call of calls) {
      const answered = new Promise((resolve) => Object.assign(client, { onmessage: resolve }));
      await client.start();
      await client.send(call);
      await answered;
    }
    await client.close();
    expect(found).toEqual([undefined, undefined]);
  });
});
