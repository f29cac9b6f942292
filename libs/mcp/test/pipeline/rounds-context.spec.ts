import { AsyncLocalStorage } from 'node:async_hooks';
import { Injectable, Module, UseGuards, type CanActivate } from '@nestjs/common';
import { McpCall, McpTool, type McpCallContext } from 'nest-toolport';
import { HandshakeClient } from '../redis/support/handshake-client.js';
import { startBench } from './support/bench.js';

const entered = new AsyncLocalStorage<number>();

/** Enters its round into the async context, and notes what it finds there. */
@Injectable()
class RoundGuard implements CanActivate {
  readonly found: (number | undefined)[] = [];

  canActivate(): boolean {
    const round = this.found.push(entered.getStore());
    entered.enterWith(round);
    return true;
  }
}

const FORM = { type: 'object', properties: { ok: { type: 'boolean' } } } as const;

@Injectable()
@UseGuards(RoundGuard)
class Asker {
  @McpTool({ name: 'ask' })
  async ask(@McpCall() call: McpCallContext) {
    await call.elicit({ message: 'Sure?', requestedSchema: FORM });
    await call.elicit({ message: 'Really?', requestedSchema: FORM });
    return `round ${entered.getStore()}`;
  }
}

@Module({ providers: [Asker, RoundGuard] })
class AskingModule {}

describe.each(['http-express', 'http-fastify'] as const)(
  'a call of several rounds over %s',
  (transport) => {
    it('begins each without what a guard entered into the async context of the one before', async () => {
      const bench = await startBench(transport, AskingModule, { mcp: { sessions: {} } });
      try {
        const origin = await bench.app.getUrl();
        const client = await HandshakeClient.open(origin, 'Ada');
        // Twice: the very first call waits for its argument check.
        for (let call = 1; call <= 2; call += 1) {
          const answer = await finalAnswer(client, origin);
          expect(answer).toContain(`round ${3 * call}`);
        }
        expect(bench.app.get(RoundGuard).found).toEqual(Array(6).fill(undefined));
      } finally {
        await bench.close();
      }
    });
  },
);

/** Says yes to whatever is asked. */
async function finalAnswer(client: HandshakeClient, origin: string): Promise<string> {
  const { messages } = await client.request(origin, 'tools/call', { name: 'ask', arguments: {} });
  for await (const message of messages) {
    if (!('method' in message)) return JSON.stringify(message);
    await (await client.answer(origin, message.id)).text();
  }
  throw new Error('no answer came');
}
