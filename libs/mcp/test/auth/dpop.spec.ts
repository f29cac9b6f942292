import { createHash, randomUUID } from 'node:crypto';
import { exportJWK, SignJWT } from 'jose';
import type { CredentialedRequest } from '../../src/auth/credentialed-request.js';
import type { McpOAuthOptions } from '../../src/auth/oauth.options.js';
import type { ResourceServer } from '../../src/auth/resource-server.js';
import { AUDIENCE, Issuer, newKey, type SigningKey } from './support/issuer.js';
import { bearer, challengeIn, post, refusalOf, resourceServer } from './support/requests.js';

interface ProofParts {
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly header?: Readonly<Record<string, unknown>>;
  readonly key?: SigningKey;
}

describe('proof of possession (DPoP)', () => {
  let issuer: Issuer;
  let key: SigningKey;
  let token: string;
  let server: ResourceServer;

  beforeEach(async () => {
    issuer = await Issuer.start();
    key = await newKey('holder');
    token = await issuer.token({ claims: { cnf: { jkt: key.thumbprint } } });
    server = await resourceServer(issuer);
  });
  afterEach(() => issuer.close());

  async function proof({ claims, header, key: signer = key }: ProofParts = {}): Promise<string> {
    const all = {
      htm: 'POST',
      htu: AUDIENCE,
      jti: randomUUID(),
      iat: Math.floor(Date.now() / 1000),
      ath: createHash('sha256').update(token).digest('base64url'),
      ...claims,
    };
    const { kid: _, alg: __, ...jwk } = signer.jwk;
    return new SignJWT(all)
      .setProtectedHeader({ alg: signer.jwk.alg!, typ: 'dpop+jwt', jwk, ...header })
      .sign(signer.pair.privateKey);
  }

  function proven(dpop: string | string[] | undefined): CredentialedRequest {
    return post({ authorization: `DPoP ${token}`, dpop });
  }

  it('lets a bound token through with a good proof', async () => {
    await expect(server.authenticate(proven(await proof()))).resolves.toMatchObject({
      subject: 'alice',
    });
  });

  it('compares addresses as URLs, without query', async () => {
    const spelled = await proof({ claims: { htu: 'HTTPS://API.example.com:443/api/mcp?x=1' } });
    await expect(server.authenticate(proven(spelled))).resolves.toMatchObject({ subject: 'alice' });
  });

  it('refuses a bound token that comes without the scheme: a thief would leave it away', async () => {
    await expect(challengeIn(server.authenticate(bearer(token)))).resolves.toContain(
      'error="invalid_token", error_description="the token is bound to a key',
    );
  });

  it('refuses the scheme with a token that is bound to nothing', async () => {
    token = await issuer.token();
    const challenge = await challengeIn(server.authenticate(proven(await proof())));
    expect(challenge).toMatch(/^DPoP error="invalid_token"/);
  });

  const now = Math.floor(Date.now() / 1000);
  const bad: readonly [string, () => Promise<ProofParts> | ProofParts, string][] = [
    ['for another method', () => ({ claims: { htm: 'GET' } }), 'htm'],
    ['for another address', () => ({ claims: { htu: 'https://evil.example/mcp' } }), 'htu'],
    ['without an address', () => ({ claims: { htu: undefined } }), 'htu'],
    ['for another token', () => ({ claims: { ath: 'AAAA' } }), 'ath'],
    ['made too long ago', () => ({ claims: { iat: now - 120 } }), 'too old'],
    ['made in the future', () => ({ claims: { iat: now + 120 } }), 'malformed'],
    ['without a time', () => ({ claims: { iat: undefined } }), 'malformed'],
    ['without an id', () => ({ claims: { jti: undefined } }), 'jti'],
    ['with an endless id', () => ({ claims: { jti: 'x'.repeat(5000) } }), 'jti'],
    ['of another type', () => ({ header: { typ: 'JWT' } }), 'malformed'],
    ['without its key', () => ({ header: { jwk: undefined } }), 'malformed'],
    ['of another key', async () => ({ key: await newKey('thief') }), 'another key'],
  ];
  it.each(bad)('refuses a proof %s', async (_, parts, reason) => {
    const refusal = await refusalOf(server.authenticate(proven(await proof(await parts()))));
    expect(refusal.status).toBe(401);
    const challenge = refusal.headers?.['www-authenticate'] ?? '';
    expect(challenge).toMatch(/^DPoP error="invalid_dpop_proof"/);
    expect(challenge).toContain(reason);
    expect(challenge).toContain('algs="ES256');
  });

  it('refuses a proof that shows one key and is signed with another', async () => {
    const thief = await newKey('thief');
    const { kid: _, alg: __, ...jwk } = key.jwk;
    const forged = await proof({ key: thief, header: { jwk } });
    await expect(refusalOf(server.authenticate(proven(forged)))).resolves.toMatchObject({
      status: 401,
    });
  });

  it('refuses a proof that holds the private key', async () => {
    const leaked = await proof({ header: { jwk: await exportJWK(key.pair.privateKey) } });
    await expect(refusalOf(server.authenticate(proven(leaked)))).resolves.toMatchObject({
      status: 401,
    });
  });

  it('refuses two proofs, and none', async () => {
    const two = [await proof(), await proof()];
    for (const sent of [two, undefined, '']) {
      await expect(refusalOf(server.authenticate(proven(sent)))).resolves.toMatchObject({
        status: 401,
      });
    }
  });

  it('takes a proof once', async () => {
    const used = await proof();
    await server.authenticate(proven(used));
    await expect(challengeIn(server.authenticate(proven(used)))).resolves.toContain(
      'the proof was used before',
    );
  });

  it('takes one of two equal proofs that come at once', async () => {
    const used = await proof();
    const both = [server.authenticate(proven(used)), server.authenticate(proven(used))];
    const outcomes = await Promise.allSettled(both);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  it('asks a store that several replicas share, where there is one', async () => {
    const claimed: [string, number][] = [];
    const replays = {
      use: async (id: string, ttl: number) => {
        claimed.push([id, ttl]);
        return claimed.length === 1;
      },
    };
    server = await resourceServer(issuer, { dpop: { mode: 'accept', replays } });
    await server.authenticate(proven(await proof()));
    await refusalOf(server.authenticate(proven(await proof())));
    // The age of a proof, and the tolerance on either side of it.
    expect(claimed[0]?.[1]).toBe(70_000);
    expect(claimed[0]?.[0]).not.toBe(claimed[1]?.[0]);
  });

  describe('where it is required', () => {
    const required: Partial<McpOAuthOptions> = { dpop: 'require' };

    it('refuses tokens that are bound to nothing', async () => {
      server = await resourceServer(issuer, required);
      const challenge = await challengeIn(server.authenticate(bearer(await issuer.token())));
      expect(challenge).toMatch(/^DPoP error="invalid_token".*not bound to a key/);
    });

    it('asks for it in the challenge and in the metadata', async () => {
      server = await resourceServer(issuer, required);
      await expect(challengeIn(server.authenticate(post({})))).resolves.toMatch(
        /^DPoP resource_metadata="https:.*", algs="/,
      );
      expect(server.metadata(AUDIENCE)).toMatchObject({
        dpop_bound_access_tokens_required: true,
        dpop_signing_alg_values_supported: expect.arrayContaining(['ES256']),
      });
    });
  });

  describe('with a nonce', () => {
    const dpop = { mode: 'accept', nonceSecret: 's'.repeat(32) } as const;

    it('hands one out and then takes the proof', async () => {
      server = await resourceServer(issuer, { dpop });
      const refusal = await refusalOf(server.authenticate(proven(await proof())));
      expect(refusal.headers?.['www-authenticate']).toMatch(/^DPoP error="use_dpop_nonce"/);
      const nonce = refusal.headers?.['dpop-nonce'];
      await expect(
        server.authenticate(proven(await proof({ claims: { nonce } }))),
      ).resolves.toMatchObject({ subject: 'alice' });
    });

    it('takes that of any replica with the same secret, and no other', async () => {
      const [one, two, other] = await Promise.all([
        resourceServer(issuer, { dpop }),
        resourceServer(issuer, { dpop }),
        resourceServer(issuer, { dpop: { ...dpop, nonceSecret: 'x'.repeat(32) } }),
      ]);
      const nonce = (await refusalOf(one.authenticate(post({})))).headers?.['dpop-nonce'];
      const withNonce = () => proof({ claims: { nonce } });
      await expect(two.authenticate(proven(await withNonce()))).resolves.toMatchObject({
        subject: 'alice',
      });
      await expect(challengeIn(other.authenticate(proven(await withNonce())))).resolves.toContain(
        'use_dpop_nonce',
      );
    });
  });
});
