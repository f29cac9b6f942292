import { Controller, Get, Module } from '@nestjs/common';
import compression from 'compression';
import { McpTool } from 'nest-toolport';
import { startBench, type Bench } from '../pipeline/support/bench.js';

@Controller('menu')
class MenuController {
  // Beyond ASCII: its length in bytes is not its length.
  @McpTool({ name: 'menu', description: 'Zeigt die Speisekarte – 菜单 🍜' }) @Get() menu() {
    return [];
  }
}

@Module({ controllers: [MenuController] })
class MenuModule {}

describe.each([
  ['http-express', 'bare', () => {}],
  ['http-express', 'behind compression', compress],
  ['http-fastify', 'bare', () => {}],
] as const)('a list over %s, %s', (transport, _, middleware) => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await startBench(transport, MenuModule, { configure: middleware });
  });
  afterAll(() => bench.close());

  const list = async (id: number): Promise<{ length: string | null; text: string }> => {
    const answer = await fetch(`${await bench.app.getUrl()}/mcp`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2025-11-25',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/list' }),
    });
    expect(answer.status).toBe(200);
    return { length: answer.headers.get('content-length'), text: await answer.text() };
  };

  it('is whole, and as long as it says, each time that it is sent', async () => {
    for (const id of [1, 2, 3]) {
      const { length, text } = await list(id);
      // Who compresses says no length beforehand.
      const answer = JSON.parse(text) as { id: number; result: { tools: object[] } };
      expect(answer).toMatchObject({ id, result: { tools: [{ name: 'menu' }] } });
      expect(text).toContain('菜单 🍜');
      expect([null, String(Buffer.byteLength(text))]).toContain(length);
    }
  });
});

function compress(app: { use(middleware: unknown): unknown }): void {
  app.use(compression({ threshold: 0 }));
}
