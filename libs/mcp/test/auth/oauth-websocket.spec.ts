import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { INestApplication } from '@nestjs/common';
import { WebSocket } from 'ws';
import type { McpOAuthOptions } from '../../src/index.js';
import { McpWebSocketModule } from '../../src/websocket.js';
import { AUDIENCE, Issuer, newKey, type TokenParts } from './support/issuer.js';
import { PLATFORMS, reached, startOAuthApp } from './support/oauth-app.js';

/** Time alone stands still, so that a test can move it. */
const CLOCK = {
  doNotFake: [
    ...(['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] as const),
    ...(['setImmediate', 'clearImmediate', 'nextTick', 'queueMicrotask'] as const),
    ...(['hrtime', 'performance'] as const),
  ],
};

describe.each(PLATFORMS)('OAuth over WebSocket, on %s', (platform) => {
  let issuer: Issuer;
  let app: INestApplication;
  let origin: string;
  const sockets: WebSocket[] = [];

  beforeEach(async () => {
    reached.length = 0;
    issuer = await Issuer.start();
  });
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.terminate();
    await app.close();
    await issuer.close();
  });

  async function start(more: Partial<McpOAuthOptions> = {}): Promise<void> {
    const oauth = { issuer: issuer.url, audience: AUDIENCE, ...more };
    const imports = [McpWebSocketModule.forRoot({})];
    ({ app, origin } = await startOAuthApp({ platform, mcp: { oauth }, imports }));
  }

  function dial(authorization?: string, path = '/mcp'): WebSocket {
    const headers = authorization === undefined ? {} : { authorization };
    const socket = new WebSocket(origin.replace('http', 'ws') + path, 'mcp', { headers });
    socket.on('error', () => {});
    sockets.push(socket);
    return socket;
  }

  /** The answer to an upgrade that is not accepted. */
  async function refused(socket: WebSocket): Promise<IncomingMessage> {
    const [, answer] = (await once(socket, 'unexpected-response')) as [unknown, IncomingMessage];
    return answer;
  }

  async function open(parts?: TokenParts): Promise<WebSocket> {
    const socket = dial(`Bearer ${await issuer.token(parts)}`);
    await once(socket, 'open');
    return socket;
  }

  async function ask(socket: WebSocket, method: string, params: object = {}): Promise<object> {
    socket.send(JSON.stringify({ jsonrpc: '2.0', id: 7, method, params }));
    const [data] = (await once(socket, 'message')) as [Buffer];
    return JSON.parse(data.toString()) as object;
  }

  const LIST = { name: 'orders_list', arguments: {} };
  const CANCEL = { name: 'orders_cancel', arguments: { id: '1' } };

  it('refuses an upgrade without a token by 401, and says where to get one', async () => {
    await start();
    const { statusCode, headers } = await refused(dial());
    expect(statusCode).toBe(401);
    expect(headers['www-authenticate']).toBe(
      `Bearer resource_metadata="${origin}/.well-known/oauth-protected-resource/mcp"`,
    );
  });

  it.each<[string, () => Promise<TokenParts>]>([
    ['for another audience', async () => ({ claims: { aud: 'https://other.example' } })],
    ['of another issuer', async () => ({ claims: { iss: 'https://other.example' } })],
    ['that has expired', async () => ({ claims: { exp: 1 } })],
    ['of an unknown key', async () => ({ key: await newKey('foreign') })],
    ['that is no access token', async () => ({ header: { typ: 'JWT' } })],
  ])('refuses an upgrade with a token %s', async (_, parts) => {
    await start();
    const token = await issuer.token(await parts());
    const { statusCode, headers } = await refused(dial(`Bearer ${token}`));
    expect(statusCode).toBe(401);
    expect(headers['www-authenticate']).toMatch(/^Bearer error="invalid_token"/);
  });

  it('refuses a token in the query, and one without signature', async () => {
    await start();
    const token = await issuer.token();
    const inQuery = await refused(dial(undefined, `/mcp?access_token=${token}`));
    expect(inQuery.statusCode).toBe(401);
    const head = Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url');
    const unsigned = await refused(dial(`Bearer ${head}.${token.split('.')[1]}.`));
    expect(unsigned.statusCode).toBe(401);
  });

  it('refuses an upgrade that lacks a scope which everything needs, and names it', async () => {
    await start({ requiredScopes: ['orders:admin'] });
    const { statusCode, headers } = await refused(dial(`Bearer ${await issuer.token()}`));
    expect(statusCode).toBe(403);
    expect(headers['www-authenticate']).toMatch(
      /error="insufficient_scope".*scope="orders:read orders:admin"|scope="orders:admin/,
    );
  });

  it('refuses a token that is bound to a key: its messages bring no proofs', async () => {
    await start();
    const key = await newKey('proof');
    const token = await issuer.token({ claims: { cnf: { jkt: key.thumbprint } } });
    expect((await refused(dial(`DPoP ${token}`))).statusCode).toBe(401);
    expect((await refused(dial(`Bearer ${token}`))).statusCode).toBe(401);
  });

  it('tells guards and methods who calls, and lists what the token may call', async () => {
    await start();
    const socket = await open();
    await expect(ask(socket, 'tools/call', LIST)).resolves.toMatchObject({
      result: { structuredContent: { caller: 'alice', scopes: ['orders:read'] } },
    });
    await expect(ask(socket, 'tools/list')).resolves.toMatchObject({
      result: { tools: [{ name: 'orders_list' }] },
    });
  });

  it('refuses a call whose scope is missing, names it, and runs nothing', async () => {
    await start();
    await expect(ask(await open(), 'tools/call', CANCEL)).resolves.toMatchObject({
      id: 7,
      error: { code: 403, data: { code: 'MCP_FORBIDDEN', scopes: ['orders:write'] } },
    });
    expect(reached).toEqual([]);
    const stepped = await open({ claims: { scope: 'orders:read orders:write' } });
    await expect(ask(stepped, 'tools/call', CANCEL)).resolves.toMatchObject({
      result: { structuredContent: { cancelled: '1' } },
    });
  });

  it('refuses every message from the moment on that the token has expired', async () => {
    await start();
    const socket = await open();
    await expect(ask(socket, 'ping')).resolves.toEqual({ jsonrpc: '2.0', id: 7, result: {} });
    jest.useFakeTimers({ ...CLOCK, now: Date.now() + 3_600_000 });
    try {
      for (const [method, params] of [['ping'], ['tools/list'], ['tools/call', LIST]] as const) {
        await expect(ask(socket, method, params)).resolves.toMatchObject({
          id: 7,
          error: { code: 401, message: 'The token has expired' },
        });
      }
    } finally {
      jest.useRealTimers();
    }
    expect(reached).toEqual([]);
  });

  it('answers an upgrade with 503 while tokens cannot be checked', async () => {
    await start();
    issuer.isDown = true;
    expect((await refused(dial(`Bearer ${await issuer.token()}`))).statusCode).toBe(503);
  });
});
