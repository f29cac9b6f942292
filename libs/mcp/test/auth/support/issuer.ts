import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  SignJWT,
  type GenerateKeyPairResult,
  type JWK,
} from 'jose';

/** What a token is made of, where it differs from a good one. */
export interface TokenParts {
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly header?: Readonly<Record<string, unknown>>;
  readonly key?: SigningKey;
}

export interface SigningKey {
  readonly pair: GenerateKeyPairResult;
  readonly jwk: JWK;
  readonly thumbprint: string;
}

export const AUDIENCE = 'https://api.example.com/api/mcp';

/** Makes a key pair that a token, or a proof, can be signed with. */
export async function newKey(kid: string, algorithm = 'ES256'): Promise<SigningKey> {
  const pair = await generateKeyPair(algorithm, { extractable: true });
  const jwk = { ...(await exportJWK(pair.publicKey)), kid, alg: algorithm };
  return { pair, jwk, thumbprint: await calculateJwkThumbprint(jwk) };
}

/** An issuer of tokens with its key set on a real port; what it publishes can be changed. */
export class Issuer {
  /** Requests for the key set so far. */
  fetches = 0;
  published: readonly SigningKey[] = [];
  /** Answers every request with 503. */
  isDown = false;
  #url = '';
  readonly #server = createServer((request, response) => this.#answer(request, response));

  constructor(readonly key: SigningKey) {
    this.published = [key];
  }

  static async start(): Promise<Issuer> {
    const issuer = new Issuer(await newKey('first'));
    await new Promise<void>((resolve) => issuer.#server.listen(0, '127.0.0.1', resolve));
    issuer.#url = `http://127.0.0.1:${(issuer.#server.address() as AddressInfo).port}`;
    return issuer;
  }

  get url(): string {
    return this.#url;
  }

  /** A token that counts, but for `parts`. A claim that is undefined is left out. */
  token({ claims, header, key = this.key }: TokenParts = {}): Promise<string> {
    const now = Math.floor(Date.now() / 1000);
    const all = {
      iss: this.#url,
      aud: AUDIENCE,
      sub: 'alice',
      client_id: 'desk',
      scope: 'orders:read',
      iat: now,
      exp: now + 60,
      ...claims,
    };
    return new SignJWT(all)
      .setProtectedHeader({ alg: key.jwk.alg!, kid: key.jwk.kid, typ: 'at+jwt', ...header })
      .sign(key.pair.privateKey, { crit: { 'urn:x': true } });
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #answer({ url }: IncomingMessage, response: ServerResponse): void {
    if (url === '/jwks') this.fetches += 1;
    const body = this.isDown ? undefined : this.#document(url);
    const status = this.isDown ? 503 : body === undefined ? 404 : 200;
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  }

  #document(url: string | undefined): object | undefined {
    if (url === '/jwks') return { keys: this.published.map(({ jwk }) => jwk) };
    if (url !== '/.well-known/openid-configuration') return undefined;
    return { issuer: this.#url, jwks_uri: `${this.#url}/jwks` };
  }
}
