import { createHmac } from 'node:crypto';
import type { ResourceServer } from '../../src/auth/resource-server.js';
import { Issuer, newKey, type TokenParts } from './support/issuer.js';
import { bearer, challengeIn, post, refusalOf, resourceServer } from './support/requests.js';

describe('access tokens', () => {
  let issuer: Issuer;
  let server: ResourceServer;

  beforeEach(async () => {
    issuer = await Issuer.start();
    server = await resourceServer(issuer, { requiredScopes: ['orders:read'] });
  });
  afterEach(() => issuer.close());

  it('answers who calls, for which client, with which scopes', async () => {
    const token = await issuer.token({ claims: { tenant: 'north' } });
    await expect(server.authenticate(bearer(token))).resolves.toMatchObject({
      subject: 'alice',
      issuer: issuer.url,
      clientId: 'desk',
      scopes: ['orders:read'],
      claims: { tenant: 'north' },
    });
  });

  it.each([
    ['a string "scp"', { scope: undefined, scp: 'a orders:read' }, ['a', 'orders:read']],
    ['a list "scp"', { scope: undefined, scp: ['orders:read'] }, ['orders:read']],
  ])('reads scopes from %s', async (_, claims, scopes) => {
    const token = await issuer.token({ claims });
    await expect(server.authenticate(bearer(token))).resolves.toMatchObject({ scopes });
  });

  it('takes the client for the subject where a client acts for itself', async () => {
    const token = await issuer.token({ claims: { sub: undefined } });
    await expect(server.authenticate(bearer(token))).resolves.toMatchObject({ subject: 'desk' });
  });

  const now = Math.floor(Date.now() / 1000);
  const refused: readonly [string, TokenParts, string][] = [
    ['of another issuer', { claims: { iss: 'https://evil.example' } }, 'comes from another issuer'],
    ['for another audience', { claims: { aud: 'https://other.example' } }, 'another audience'],
    ['without an audience', { claims: { aud: undefined } }, 'another audience'],
    ['that has expired', { claims: { exp: now - 60 } }, 'has expired'],
    ['without an expiry', { claims: { exp: undefined } }, 'no expiry'],
    ['that is not valid yet', { claims: { nbf: now + 60 } }, 'not valid yet'],
    ['that is an ID token', { header: { typ: 'JWT' } }, 'typ is jwt, expected at+jwt'],
    ['without a typ', { header: { typ: undefined } }, 'typ is missing'],
    ['that is a proof', { header: { typ: 'dpop+jwt' } }, 'typ is dpop+jwt'],
    ['that names nobody', { claims: { sub: undefined, client_id: undefined } }, 'no subject'],
    [
      'bound to a certificate',
      { claims: { cnf: { 'x5t#S256': 'abc' } } },
      'bound in a way that is not supported',
    ],
    ['with an unknown critical header', { header: { crit: ['urn:x'], 'urn:x': 1 } }, 'not allowed'],
  ];
  it.each(refused)('refuses a token %s', async (_, parts, reason) => {
    const token = await issuer.token(parts);
    const refusal = await refusalOf(server.authenticate(bearer(token)));
    expect(refusal).toMatchObject({ code: 'MCP_UNAUTHORIZED', status: 401 });
    expect(refusal.headers?.['www-authenticate']).toContain('Bearer error="invalid_token"');
    expect(refusal.headers?.['www-authenticate']).toContain(reason);
  });

  it('refuses a token signed with a key that the issuer does not publish', async () => {
    const token = await issuer.token({ key: await newKey('foreign') });
    await expect(challengeIn(server.authenticate(bearer(token)))).resolves.toContain(
      'a key that the issuer does not publish',
    );
  });

  it('refuses a token that names a published key but is signed with another', async () => {
    const forged = await newKey('first');
    const token = await issuer.token({ key: forged });
    await expect(challengeIn(server.authenticate(bearer(token)))).resolves.toContain(
      'signature is wrong',
    );
  });

  it('refuses a token without signature (alg: none)', async () => {
    const good = await issuer.token();
    const [, payload] = good.split('.');
    const none = `${encode({ alg: 'none', typ: 'at+jwt' })}.${payload}.`;
    await expect(challengeIn(server.authenticate(bearer(none)))).resolves.toContain(
      'algorithm is not allowed',
    );
  });

  it('refuses a token signed with the published key as a secret (HS256)', async () => {
    const [, payload] = (await issuer.token()).split('.');
    const head = `${encode({ alg: 'HS256', typ: 'at+jwt', kid: 'first' })}.${payload}`;
    const secret = JSON.stringify(issuer.key.jwk);
    const forged = `${head}.${createHmac('sha256', secret).update(head).digest('base64url')}`;
    await expect(challengeIn(server.authenticate(bearer(forged)))).resolves.toContain(
      'algorithm is not allowed',
    );
  });

  it('refuses algorithms that are not on the list', async () => {
    server = await resourceServer(issuer, { algorithms: ['RS256'] });
    await expect(challengeIn(server.authenticate(bearer(await issuer.token())))).resolves.toContain(
      'algorithm is not allowed',
    );
  });

  it('takes other types of token where the options say so', async () => {
    server = await resourceServer(issuer, { tokenTypes: ['JWT'] });
    const token = await issuer.token({ header: { typ: 'JWT' } });
    await expect(server.authenticate(bearer(token))).resolves.toMatchObject({ subject: 'alice' });
  });

  it('bears with clocks that differ by the tolerance, and no more', async () => {
    server = await resourceServer(issuer, { clockTolerance: 30_000 });
    const late = await issuer.token({ claims: { exp: now - 20 } });
    await expect(server.authenticate(bearer(late))).resolves.toMatchObject({ subject: 'alice' });
    const tooLate = await issuer.token({ claims: { exp: now - 60 } });
    await expect(refusalOf(server.authenticate(bearer(tooLate)))).resolves.toMatchObject({
      status: 401,
    });
  });

  it('takes any of several audiences', async () => {
    server = await resourceServer(issuer, { audience: ['https://a.example', 'https://b.example'] });
    const token = await issuer.token({ claims: { aud: ['https://b.example', 'x'] } });
    await expect(server.authenticate(bearer(token))).resolves.toMatchObject({ subject: 'alice' });
  });

  it('names no error where no token was sent, but where to get one', async () => {
    const refusal = await refusalOf(server.authenticate(post({})));
    expect(refusal.status).toBe(401);
    expect(refusal.headers?.['www-authenticate']).toBe(
      'Bearer scope="orders:read", resource_metadata=' +
        '"https://api.example.com/.well-known/oauth-protected-resource/api/mcp"',
    );
  });

  it('is not interested in other schemes', async () => {
    const refusal = await refusalOf(server.authenticate(post({ authorization: 'Basic YTpi' })));
    expect(refusal.status).toBe(401);
    expect(refusal.headers?.['www-authenticate']).not.toContain('error=');
  });

  it('takes no token from the query, not even beside a good one', async () => {
    const token = await issuer.token();
    const url = `/api/mcp?access_token=${token}`;
    expect((await refusalOf(server.authenticate(post({}, url)))).status).toBe(401);
    expect((await refusalOf(server.authenticate(bearer(token, url)))).status).toBe(401);
  });

  it.each(['Bearer', 'Bearer ', 'Bearer a b', 'Bearer a,b', 'Bearer {}'])(
    'answers 400 to the malformed header %j',
    async (authorization) => {
      const refusal = await refusalOf(server.authenticate(post({ authorization })));
      expect(refusal.status).toBe(400);
      expect(refusal.headers?.['www-authenticate']).toContain('error="invalid_request"');
    },
  );

  it.each([
    ['one part', 'x'],
    ['two parts', 'x.y'],
    ['three parts', 'x.y.z'],
    ['9000 characters', 'a'.repeat(9000)],
  ])('answers 401 to %s that are no JWT', async (_, token) => {
    const authorization = `Bearer ${token}`;
    const refusal = await refusalOf(server.authenticate(post({ authorization })));
    expect(refusal.status).toBe(401);
    expect(refusal.headers?.['www-authenticate']).toContain('no well-formed JWT');
  });
});

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}
