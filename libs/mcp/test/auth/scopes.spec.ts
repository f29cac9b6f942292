import type { ResourceServer } from '../../src/auth/resource-server.js';
import { Issuer } from './support/issuer.js';
import { bearer, refusalOf, resourceServer } from './support/requests.js';

describe('scopes', () => {
  let issuer: Issuer;
  beforeEach(async () => (issuer = await Issuer.start()));
  afterEach(() => issuer.close());

  async function call(server: ResourceServer, scope: string, required: readonly string[]) {
    const request = bearer(await issuer.token({ claims: { scope } }));
    const principal = await server.authenticate(request);
    return server.requireScopes(principal, required, request);
  }

  it('let a call through that has them all', async () => {
    const server = await resourceServer(issuer);
    await expect(call(server, 'a b', ['b', 'a'])).resolves.toBeUndefined();
    await expect(call(server, '', [])).resolves.toBeUndefined();
  });

  it('answer 403 with all that the next token should have', async () => {
    const server = await resourceServer(issuer, { scopes: ['orders:read', 'orders:write'] });
    const refusal = await refusalOf(
      call(server, 'openid orders:read offline_access', ['orders:write']),
    );
    expect(refusal).toMatchObject({ code: 'MCP_FORBIDDEN', status: 403 });
    expect(refusal.data).toMatchObject({ scopes: ['orders:write'] });
    expect(refusal.headers?.['www-authenticate']).toBe(
      'Bearer error="insufficient_scope", error_description="this needs the scope orders:write", ' +
        'scope="orders:read orders:write", resource_metadata=' +
        '"https://api.example.com/.well-known/oauth-protected-resource/api/mcp"',
    );
  });

  it('keep those of other tools, which a narrower token would lose', async () => {
    const server = await resourceServer(issuer);
    server.scopes.add(['orders:cancel']);
    const refusal = await refusalOf(call(server, 'orders:cancel', ['orders:write']));
    expect(refusal.headers?.['www-authenticate']).toContain('scope="orders:cancel orders:write"');
  });

  it('are needed by every message where the options say so', async () => {
    const server = await resourceServer(issuer, { requiredScopes: ['mcp'] });
    const request = bearer(await issuer.token({ claims: { scope: 'x' } }));
    const refusal = await refusalOf(server.authenticate(request));
    expect(refusal.status).toBe(403);
    expect(refusal.headers?.['www-authenticate']).toContain('scope="mcp"');
  });

  it('may include others, over several steps and in circles', async () => {
    const scopeHierarchy = { admin: ['write'], write: ['read'], read: ['admin'] };
    const server = await resourceServer(issuer, { scopeHierarchy });
    await expect(call(server, 'admin', ['read', 'write'])).resolves.toBeUndefined();
    await expect(refusalOf(call(server, 'constructor', ['read']))).resolves.toMatchObject({
      status: 403,
    });
  });
});

describe('over stdio', () => {
  let issuer: Issuer;
  beforeEach(async () => (issuer = await Issuer.start()));
  afterEach(() => issuer.close());

  const start = (authorization?: string) =>
    ({ transport: 'stdio', headers: { authorization } }) as const;

  it('nobody is refused before something needs a scope', async () => {
    const server = await resourceServer(issuer, { requiredScopes: ['mcp'] });
    const expired = await issuer.token({ claims: { exp: 1 } });
    await expect(server.authenticate(start())).resolves.toBeUndefined();
    await expect(server.authenticate(start(`Bearer ${expired}`))).resolves.toBeUndefined();
  });

  it('says why, when something does', async () => {
    const server = await resourceServer(issuer);
    const expired = start(`Bearer ${await issuer.token({ claims: { exp: 1 } })}`);
    const refusal = await refusalOf(server.requireScopes(undefined, ['a'], expired));
    expect(refusal).toMatchObject({ status: 401, message: 'The token has expired' });
    const nobody = await refusalOf(server.requireScopes(undefined, ['a'], start()));
    expect(nobody).toMatchObject({ status: 401, message: 'An access token is needed' });
  });

  it('knows the caller of a good token', async () => {
    const server = await resourceServer(issuer);
    const request = start(`Bearer ${await issuer.token()}`);
    await expect(server.authenticate(request)).resolves.toMatchObject({ subject: 'alice' });
  });
});
