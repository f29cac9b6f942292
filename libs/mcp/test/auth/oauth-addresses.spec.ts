import type { INestApplication } from '@nestjs/common';
import { AUDIENCE, Issuer } from './support/issuer.js';
import {
  PLATFORMS,
  reached,
  send,
  startOAuthApp,
  type OAuthAppOptions,
} from './support/oauth-app.js';

describe.each(PLATFORMS)('addresses of OAuth on %s', (platform) => {
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

  it('O-H01 puts the path of the endpoint into the address of the metadata', async () => {
    const publicUrl = 'https://h.example/api/mcp';
    await start(
      {
        mcp: { oauth: { issuer: issuer.url }, publicUrl },
        configure: (nest) => nest.setGlobalPrefix('api'),
      },
      '/api/mcp',
    );
    const document = await fetch(`${origin}/.well-known/oauth-protected-resource/api/mcp`);
    expect(document.status).toBe(200);
    await expect(document.json()).resolves.toMatchObject({
      resource: publicUrl,
      authorization_servers: [issuer.url],
      bearer_methods_supported: ['header'],
    });
    const refused = await send(mcp, 'tools/list');
    expect(refused.headers.get('www-authenticate')).toContain(
      'resource_metadata="https://h.example/.well-known/oauth-protected-resource/api/mcp"',
    );
  });

  describe('O-H02 behind a proxy that ends TLS', () => {
    const forwarded = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'h.example' };
    const resource = async () => {
      const url = `${origin}/.well-known/oauth-protected-resource/mcp`;
      const document = await fetch(url, { headers: forwarded });
      return ((await document.json()) as { resource: string }).resource;
    };

    it('believes forwarded headers where the app trusts its proxy', async () => {
      await start({ trustProxy: true });
      await expect(resource()).resolves.toBe('https://h.example/mcp');
      const refused = await send(mcp, 'tools/list', {}, forwarded);
      expect(refused.headers.get('www-authenticate')).toContain('"https://h.example/.well-known/');
    });

    it('ignores them where it does not', async () => {
      await start();
      await expect(resource()).resolves.toBe(`${origin}/mcp`);
      const refused = await send(mcp, 'tools/list', {}, forwarded);
      expect(refused.headers.get('www-authenticate')).toContain(`"${origin}/.well-known/`);
    });

    it('believes the configured address above all', async () => {
      const publicUrl = 'https://public.example/mcp';
      await start({ trustProxy: true, mcp: { oauth: { issuer: issuer.url }, publicUrl } });
      await expect(resource()).resolves.toBe(publicUrl);
    });
  });

  it('O-H03 answers 401 with the challenge and a JSON-RPC body', async () => {
    await start();
    const answer = await send(mcp, 'tools/call', { name: 'orders_list' });
    expect(answer.status).toBe(401);
    expect(answer.headers.get('content-type')).toContain('application/json');
    expect(answer.headers.get('www-authenticate')).toMatch(
      /^Bearer .*resource_metadata="http:\/\/127/,
    );
    const body = (await answer.json()) as Record<string, unknown>;
    expect(Object.keys(body).toSorted()).toEqual(['error', 'id', 'jsonrpc']);
  });

  it('O-H04 serves the metadata in spite of a guard and a middleware that deny all', async () => {
    await start({
      mcp: { oauth: { issuer: issuer.url }, publicUrl: 'https://h.example/mcp' },
      guards: [{ canActivate: () => false }],
      configure: (nest) =>
        nest.use((_: unknown, response: { statusCode: number; end(): void }) => {
          response.statusCode = 403;
          response.end();
        }),
    });
    const document = await fetch(`${origin}/.well-known/oauth-protected-resource/mcp`);
    expect(document.status).toBe(200);
    expect(document.headers.get('content-type')).toContain('application/json');
    expect((await fetch(`${origin}/orders`)).status).toBe(403);
  });

  it('O-H05 keeps the metadata at the root of the origin', async () => {
    await start({ configure: (nest) => nest.setGlobalPrefix('api') }, '/api/mcp');
    const at = (path: string) => fetch(origin + path).then(({ status }) => status);
    await expect(at('/.well-known/oauth-protected-resource/api/mcp')).resolves.toBe(200);
    await expect(at('/.well-known/oauth-protected-resource/api/mcp/')).resolves.toBe(200);
    await expect(at('/.well-known/oauth-protected-resource/mcp')).resolves.toBe(404);
    await expect(at('/api/.well-known/oauth-protected-resource/mcp')).resolves.toBe(404);
    await expect(at('/api/.well-known/oauth-protected-resource/api/mcp')).resolves.toBe(404);
  });
});
