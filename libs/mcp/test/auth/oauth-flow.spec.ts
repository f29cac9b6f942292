import type { INestApplication } from '@nestjs/common';
import { DpopSession } from '@modelcontextprotocol/client';
import type { McpOAuthOptions } from '../../src/auth/oauth.options.js';
import {
  startAuthorizationServer,
  type AuthorizationServer,
} from './support/authorization-server.js';
import { Desk, type DeskOptions } from './support/desk-client.js';
import { FrontProxy } from './support/front-proxy.js';
import { PLATFORMS, reached, send, startOAuthApp } from './support/oauth-app.js';

/** The official client against oidc-provider: both are real, and neither knows of us. */
describe.each(PLATFORMS)('the whole OAuth flow on %s', (platform) => {
  let issuer: AuthorizationServer;
  let app: INestApplication;
  let proxy: FrontProxy;
  let mcp: string;
  const desks: Desk[] = [];

  beforeAll(async () => {
    issuer = await startAuthorizationServer();
  });
  afterAll(() => issuer.close());
  afterEach(async () => {
    await Promise.all(desks.splice(0).map((one) => one.close()));
    await app.close();
    await proxy.close();
  });

  async function start(oauth: Partial<McpOAuthOptions> = {}): Promise<void> {
    reached.length = 0;
    proxy = await FrontProxy.start();
    mcp = `${proxy.origin}/mcp`;
    const all = { issuer: issuer.issuer, requiredScopes: ['orders:read'], ...oauth };
    const started = await startOAuthApp({ platform, mcp: { publicUrl: mcp, oauth: all } });
    app = started.app;
    proxy.target = Number(new URL(started.origin).port);
  }

  function desk(options?: DeskOptions): Desk {
    const made = new Desk(mcp, { knownTo: issuer.issuer, ...options });
    desks.push(made);
    return made;
  }

  it('registers, logs in for this resource with PKCE, and calls', async () => {
    await start();
    const user = desk({ knownTo: undefined });
    const client = await user.connect();
    const [asked] = user.provider.asked;
    expect(Object.fromEntries(asked?.searchParams ?? [])).toMatchObject({
      resource: mcp,
      scope: expect.stringMatching(/^orders:read\b/),
      code_challenge_method: 'S256',
    });
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['orders_list']);
    await expect(client.callTool({ name: 'orders_list' })).resolves.toMatchObject({
      structuredContent: { caller: 'alice', scopes: expect.arrayContaining(['orders:read']) },
    });
  });

  it('steps up to the scopes of a tool, and keeps those that it had', async () => {
    await start();
    const user = desk();
    await user.connect();
    const cancelled = await user.withStepUp((client) =>
      client.callTool({ name: 'orders_cancel', arguments: { id: '7' } }),
    );
    expect(cancelled).toMatchObject({ structuredContent: { cancelled: '7' } });
    const [, stepped] = user.provider.asked;
    expect(stepped?.searchParams.get('scope')?.split(' ')).toEqual(
      expect.arrayContaining(['orders:read', 'orders:write']),
    );
    expect(reached).toEqual(['cancel']);
    const { tools } = await (await user.connect()).listTools();
    expect(tools.map(({ name }) => name)).toEqual(['orders_cancel', 'orders_list']);
  });

  it('speaks 2026-07-28 as well', async () => {
    await start();
    const user = desk({ versionNegotiation: { mode: { pin: '2026-07-28' } } });
    const client = await user.connect();
    await expect(client.callTool({ name: 'orders_list' })).resolves.toMatchObject({
      structuredContent: { caller: 'alice' },
    });
    await expect(
      user.withStepUp((connected) =>
        connected.callTool({ name: 'orders_cancel', arguments: { id: '8' } }),
      ),
    ).resolves.toMatchObject({ structuredContent: { cancelled: '8' } });
  });

  it('binds tokens to the key of the client, where that is required', async () => {
    await start({ dpop: 'require' });
    const user = desk({ session: await DpopSession.create() });
    const client = await user.connect();
    await expect(client.callTool({ name: 'orders_list' })).resolves.toMatchObject({
      structuredContent: { caller: 'alice' },
    });
    const stolen = user.provider.tokens()?.access_token ?? '';
    for (const scheme of ['Bearer', 'DPoP']) {
      const answer = await send(mcp, 'tools/list', {}, { authorization: `${scheme} ${stolen}` });
      expect(answer.status).toBe(401);
    }
  });

  it('hands out a nonce, and the client takes it', async () => {
    await start({ dpop: { mode: 'require', nonceSecret: 'n'.repeat(32) } });
    const client = await desk({ session: await DpopSession.create() }).connect();
    await expect(client.callTool({ name: 'orders_list' })).resolves.toMatchObject({
      structuredContent: { caller: 'alice' },
    });
  });

  it('refuses a token that the same server issued for somebody else', async () => {
    await start();
    const ours = await issuer.tokenFor(mcp, 'orders:read');
    const theirs = await issuer.tokenFor('https://other.example/mcp', 'orders:read');
    const status = (token: string) =>
      send(mcp, 'ping', {}, { authorization: `Bearer ${token}` }).then((answer) => answer.status);
    await expect(status(ours)).resolves.toBe(200);
    await expect(status(theirs)).resolves.toBe(401);
  });
});
