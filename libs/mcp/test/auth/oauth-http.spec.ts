import type { INestApplication } from '@nestjs/common';
import { AUDIENCE, Issuer, newKey } from './support/issuer.js';
import {
  PLATFORMS,
  reached,
  send,
  startOAuthApp,
  type OAuthAppOptions,
} from './support/oauth-app.js';

describe.each(PLATFORMS)('the OAuth resource server on %s', (platform) => {
  let issuer: Issuer;
  let app: INestApplication;
  let mcp: string;
  let origin: string;

  beforeAll(async () => {
    issuer = await Issuer.start();
  });
  afterAll(() => issuer.close());
  afterEach(() => app.close());

  async function start(options: Partial<OAuthAppOptions> = {}, path = '/mcp'): Promise<void> {
    reached.length = 0;
    const oauth = { issuer: issuer.url, audience: AUDIENCE };
    const started = await startOAuthApp({ platform, mcp: { oauth }, ...options });
    ({ app, origin } = started);
    mcp = origin + path;
  }

  const withToken = async (parts?: Parameters<Issuer['token']>[0]) => ({
    authorization: `Bearer ${await issuer.token(parts)}`,
  });

  it('tells guards and methods who calls', async () => {
    await start();
    const call = { name: 'orders_list', arguments: {} };
    const answer = await send(mcp, 'tools/call', call, await withToken());
    expect(answer.status).toBe(200);
    await expect(answer.json()).resolves.toMatchObject({
      result: { structuredContent: { caller: 'alice', scopes: ['orders:read'] } },
    });
  });

  it.each(['initialize', 'ping', 'tools/list', 'tools/call', 'no/such/method', 'server/discover'])(
    'answers 401 to %s without a token',
    async (method) => {
      await start();
      const answer = await send(mcp, method, { name: 'orders_list' });
      expect(answer.status).toBe(401);
      expect(answer.headers.get('www-authenticate')).toBe(
        `Bearer resource_metadata="${origin}/.well-known/oauth-protected-resource/mcp"`,
      );
      await expect(answer.json()).resolves.toMatchObject({
        jsonrpc: '2.0',
        id: 7,
        error: { code: 401, data: { code: 'MCP_UNAUTHORIZED' } },
      });
      expect(reached).toEqual([]);
    },
  );

  it('answers 401 to notifications and batches, too', async () => {
    await start();
    const post = (body: object) =>
      fetch(mcp, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json' },
        body: JSON.stringify(body),
      });
    const notification = { jsonrpc: '2.0', method: 'notifications/initialized' };
    expect((await post(notification)).status).toBe(401);
    const batch = await post([{ jsonrpc: '2.0', id: 1, method: 'ping' }]);
    expect(batch.status).toBe(401);
    await expect(batch.json()).resolves.toMatchObject({ id: null });
  });

  it.each([
    ['for another audience', { claims: { aud: 'https://other.example' } }],
    ['of another issuer', { claims: { iss: 'https://other.example' } }],
    ['that has expired', { claims: { exp: 1 } }],
    ['of another type', { header: { typ: 'JWT' } }],
  ])('answers 401 to a token %s', async (_, parts) => {
    await start();
    const answer = await send(mcp, 'tools/list', {}, await withToken(parts));
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer error="invalid_token"/);
  });

  it('answers 401 to a token of an unknown key, and to one without signature', async () => {
    await start();
    const foreign = await withToken({ key: await newKey('foreign') });
    expect((await send(mcp, 'tools/list', {}, foreign)).status).toBe(401);
    const [, payload] = (await issuer.token()).split('.');
    const head = Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url');
    const unsigned = { authorization: `Bearer ${head}.${payload}.` };
    expect((await send(mcp, 'tools/list', {}, unsigned)).status).toBe(401);
  });

  it('answers 401 to a token in the query', async () => {
    await start();
    const answer = await send(`${mcp}?access_token=${await issuer.token()}`, 'tools/list');
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toContain('resource_metadata="');
  });

  it('lists what the token may call, for nobody else', async () => {
    await start();
    const names = async (scope: string) => {
      const answer = await send(mcp, 'tools/list', {}, await withToken({ claims: { scope } }));
      const { result } = (await answer.json()) as { result: { tools: { name: string }[] } };
      return result.tools.map(({ name }) => name);
    };
    await expect(names('orders:read')).resolves.toEqual(['orders_list']);
    await expect(names('orders:write')).resolves.toEqual(['orders_cancel', 'orders_list']);
    await expect(names('')).resolves.toEqual(['orders_list']);
  });

  it('answers 403 with the scopes to ask for, and runs nothing', async () => {
    await start();
    const call = { name: 'orders_cancel', arguments: { id: '1' } };
    const answer = await send(mcp, 'tools/call', call, await withToken());
    expect(answer.status).toBe(403);
    expect(answer.headers.get('www-authenticate')).toMatch(
      /^Bearer error="insufficient_scope", .*scope="orders:write"/,
    );
    await expect(answer.json()).resolves.toMatchObject({
      id: 7,
      error: { code: 403, data: { code: 'MCP_FORBIDDEN', scopes: ['orders:write'] } },
    });
    const stepped = await withToken({ claims: { scope: 'orders:read orders:write' } });
    expect((await send(mcp, 'tools/call', call, stepped)).status).toBe(200);
    expect(reached).toEqual(['cancel']);
  });

  it('lets every web page read the metadata, and the challenge of allowed ones', async () => {
    await start();
    const url = `${origin}/.well-known/oauth-protected-resource/mcp`;
    const preflight = await fetch(url, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://page.example',
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'mcp-protocol-version',
      },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-headers')).toBe('*');
    const document = await fetch(url, { headers: { origin: 'https://page.example' } });
    expect(document.headers.get('access-control-allow-origin')).toBe('*');
    expect((await fetch(url, { method: 'DELETE' })).status).toBe(404);
  });

  it('answers 503 while tokens cannot be checked', async () => {
    const dead = await Issuer.start();
    await start({ mcp: { oauth: { issuer: dead.url, audience: AUDIENCE } } });
    const authorization = `Bearer ${await dead.token()}`;
    await dead.close();
    const answer = await send(mcp, 'tools/list', {}, { authorization });
    expect(answer.status).toBe(503);
    expect(answer.headers.get('www-authenticate')).toBeNull();
    await expect(answer.json()).resolves.toMatchObject({
      error: { data: { code: 'MCP_AUTH_UNAVAILABLE' } },
    });
  });
});
