import { Injectable, Module, type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { McpModule, McpServer, McpTool, ToolRegistry } from '../../src/index.js';
import { AUDIENCE, Issuer } from './support/issuer.js';
import { OrdersController, reached } from './support/oauth-app.js';

/** A tool that calls another one. */
@Injectable()
class Clerk {
  constructor(private readonly tools: ToolRegistry) {}

  @McpTool({ name: 'clerk_cancel', description: 'Has an order cancelled' })
  async cancel() {
    const { success } = await this.tools.execute('orders_cancel', { id: '1' });
    return { success };
  }
}

/** What the start-up option `--authorization` makes of the connection. */
describe('OAuth without HTTP', () => {
  let issuer: Issuer;
  let app: INestApplicationContext;

  beforeEach(async () => {
    reached.length = 0;
    issuer = await Issuer.start();
    const oauth = { issuer: issuer.url, audience: AUDIENCE, requiredScopes: ['orders:read'] };
    @Module({
      imports: [McpModule.forRoot({ name: 'orders', version: '1.0.0', oauth })],
      controllers: [OrdersController],
      providers: [Clerk],
    })
    class AppModule {}
    app = await NestFactory.createApplicationContext(AppModule, { logger: false });
  });
  afterEach(async () => {
    await app.close();
    await issuer.close();
  });

  async function ask(authorization: string | undefined, method: string, params: object) {
    const connection = app.get(McpServer).openConnection({
      transport: 'stdio',
      headers: { authorization },
      signal: new AbortController().signal,
      send: async () => {},
    });
    const { message } = await connection.receive({ jsonrpc: '2.0', id: 1, method, params });
    return message;
  }

  const list = { name: 'orders_list', arguments: {} };
  const cancel = { name: 'orders_cancel', arguments: { id: '1' } };
  const token = async (claims = {}) => `Bearer ${await issuer.token({ claims })}`;

  it('a good token says who calls', async () => {
    await expect(ask(await token(), 'tools/call', list)).resolves.toMatchObject({
      result: { structuredContent: { caller: 'alice' } },
    });
  });

  it.each([
    ['no token', async () => undefined, 'UNAUTHORIZED: An access token is needed'],
    ['an expired one', () => token({ exp: 1 }), 'UNAUTHORIZED: The token has expired'],
    ['a narrow one', () => token(), 'FORBIDDEN: This needs the scope orders:write'],
  ])('with %s, a tool that needs a scope answers a result that says why', async (_, made, text) => {
    const answer = await ask(await made(), 'tools/call', cancel);
    expect(answer).toMatchObject({ result: { isError: true, content: [{ type: 'text', text }] } });
    expect(reached).toEqual([]);
  });

  it('without a token the guards decide about everything else', async () => {
    await expect(ask(undefined, 'tools/call', list)).resolves.toMatchObject({
      result: { structuredContent: { caller: null } },
    });
    await expect(ask(undefined, 'tools/list', {})).resolves.toMatchObject({
      result: { tools: [{ name: 'clerk_cancel' }, { name: 'orders_list' }] },
    });
  });

  it.each([
    ['orders:read', false],
    ['orders:read orders:write', true],
  ])(
    'a tool that calls another does so with the scopes of its caller (%s)',
    async (scope, success) => {
      const answer = await ask(await token({ scope }), 'tools/call', { name: 'clerk_cancel' });
      expect(answer).toMatchObject({ result: { structuredContent: { success } } });
      expect(reached).toEqual(success ? ['cancel'] : []);
    },
  );

  it('a tool that needs a scope is closed to the registry of the application as well', async () => {
    const result = await app.get(ToolRegistry).execute('orders_cancel', { id: '1' });
    expect(result).toMatchObject({ success: false });
    expect(reached).toEqual([]);
  });
});
