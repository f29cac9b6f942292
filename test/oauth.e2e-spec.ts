import { decodeJwt, decodeProtectedHeader, SignJWT } from 'jose';
import {
  startAuthorizationServer,
  type AuthorizationServer,
} from '../libs/mcp/test/auth/support/authorization-server.js';
import { Desk, type DeskOptions } from '../libs/mcp/test/auth/support/desk-client.js';
import { FrontProxy } from '../libs/mcp/test/auth/support/front-proxy.js';
import { newKey, type TokenParts } from '../libs/mcp/test/auth/support/issuer.js';
import { startBuiltSample, type BuiltSample } from './support/built-sample.js';
import { postMcp } from './support/mcp-post.js';
import { WRITER } from './support/sample.js';

const ORDER = { customer: 'Alice', items: [{ sku: 'TEA-001', quantity: 1 }] };
const CREATE = { name: 'orders_create', arguments: ORDER };

describe('the sample as an OAuth resource server', () => {
  let issuer: AuthorizationServer;
  let proxy: FrontProxy;
  let sample: BuiltSample;
  let mcp: string;
  /** What a challenge says of where to find the issuer. */
  let metadata: string;

  beforeAll(async () => {
    issuer = await startAuthorizationServer();
    // The public address must be known before the sample has its port.
    proxy = await FrontProxy.start();
    mcp = `${proxy.origin}/mcp`;
    metadata = `resource_metadata="${proxy.origin}/.well-known/oauth-protected-resource/mcp"`;
    sample = await startBuiltSample({ OAUTH_ISSUER: issuer.issuer, PUBLIC_URL: mcp });
    proxy.target = Number(new URL(sample.url).port);
  });
  afterAll(async () => {
    await sample.stop();
    await proxy.close();
    await issuer.close();
  });

  const ask = (method: string, params: object, authorization?: string) =>
    postMcp(proxy.origin, method, params, authorization);

  describe.each<[string, DeskOptions]>([
    ['as it comes', {}],
    ['pinned to 2026-07-28', { versionNegotiation: { mode: { pin: '2026-07-28' } } }],
  ])('with the official client, %s', (_, options) => {
    let user: Desk;
    beforeEach(() => (user = new Desk(mcp, options)));
    afterEach(() => user.close());

    it('lets a reader register, log in and read, and steps up to place an order', async () => {
      const client = await user.connect();
      const names = async () => (await client.listTools()).tools.map(({ name }) => name);
      expect(await names()).toEqual([
        'forecast_stock',
        'orders_get',
        'orders_list',
        'products_list',
      ]);
      const forecast = { name: 'forecast_stock', arguments: { sku: 'TEA-001', days: 7 } };
      await expect(client.callTool(forecast)).resolves.toMatchObject({
        structuredContent: { products: [{ sku: 'TEA-001' }] },
      });

      const placed = await user.withStepUp((connected) => connected.callTool(CREATE));
      expect(placed).toMatchObject({ structuredContent: { customer: 'Alice', status: 'open' } });
      const scopes = user.provider.asked.map((url) => url.searchParams.get('scope')?.split(' '));
      expect(scopes).toEqual([
        expect.not.arrayContaining(['orders:write']),
        expect.arrayContaining(['orders:read', 'orders:write']),
      ]);
    });
  });

  describe('refuses with 401 and a challenge', () => {
    let good: string;
    beforeAll(async () => (good = await issuer.tokenFor(mcp, 'orders:read')));

    /** The good token but for `parts`, signed by the issuer's own key unless they name another. */
    const likeGood = ({ claims, header, key = issuer.key }: TokenParts = {}) =>
      new SignJWT({ ...decodeJwt(good), ...claims })
        .setProtectedHeader({ ...decodeProtectedHeader(good), alg: 'ES256', ...header })
        .sign(key.pair.privateKey);

    const expectRefusal = async (token: string, reason: string) => {
      for (const method of ['tools/list', 'tools/call']) {
        const { status, challenge, body } = await ask(method, CREATE, `Bearer ${token}`);
        expect(status).toBe(401);
        expect(challenge).toMatch(`Bearer error="invalid_token", error_description="${reason}"`);
        expect(challenge).toContain(metadata);
        expect(body).toMatchObject({ error: { data: { code: 'MCP_UNAUTHORIZED' } } });
      }
    };

    it('but not a token that is like the issuer’s own in all', async () => {
      expect((await ask('tools/list', {}, `Bearer ${await likeGood()}`)).status).toBe(200);
    });

    it('no token at all, and the API key that opens the routes', async () => {
      for (const authorization of [undefined, WRITER]) {
        const { status, challenge } = await ask('tools/list', {}, authorization);
        expect(status).toBe(401);
        expect(challenge).toBe(`Bearer scope="orders:read", ${metadata}`);
      }
    });

    it('a token that the same issuer made for somebody else', async () => {
      const theirs = await issuer.tokenFor('https://other.example/mcp', 'orders:read');
      await expectRefusal(theirs, 'the token is meant for another audience');
    });

    it.each<[string, TokenParts, string]>([
      [
        'of another issuer',
        { claims: { iss: 'https://other.example' } },
        'the token comes from another issuer',
      ],
      ['that has expired', { claims: { exp: 1 } }, 'the token has expired'],
      ['of another type', { header: { typ: 'JWT' } }, "the token's typ is jwt, expected at+jwt"],
    ])('a token %s', async (_, parts, reason) => {
      await expectRefusal(await likeGood(parts), reason);
    });

    it('a token of an unknown key, under its own name or that of the issuer’s', async () => {
      const key = await newKey('foreign');
      await expectRefusal(
        await likeGood({ key, header: { kid: 'foreign' } }),
        'the token is signed with a key that the issuer does not publish',
      );
      await expectRefusal(await likeGood({ key }), "the token's signature is wrong");
    });

    it('a token without signature', async () => {
      const head = JSON.stringify({ ...decodeProtectedHeader(good), alg: 'none' });
      const unsigned = `${Buffer.from(head).toString('base64url')}.${good.split('.')[1]}.`;
      await expectRefusal(unsigned, "the token's algorithm is not allowed");
    });
  });

  it('holds a token to its scopes: 403 and what to ask for', async () => {
    const call = async (scope: string) =>
      ask('tools/call', CREATE, `Bearer ${await issuer.tokenFor(mcp, scope)}`);
    const reader = await call('orders:read');
    expect(reader.status).toBe(403);
    expect(reader.challenge).toContain('error="insufficient_scope"');
    expect(reader.challenge).toContain('scope="orders:read orders:write"');
    const writer = await call('orders:read orders:write');
    expect(writer.body.result).toMatchObject({ structuredContent: { customer: 'Alice' } });
  });

  it('leaves the routes to API keys', async () => {
    const place = (authorization: string) =>
      fetch(`${proxy.origin}/orders`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization },
        body: JSON.stringify(ORDER),
      }).then(({ status }) => status);
    await expect(place(WRITER)).resolves.toBe(201);
    const token = await issuer.tokenFor(mcp, 'orders:read orders:write');
    await expect(place(`Bearer ${token}`)).resolves.toBe(401);
  });
});
