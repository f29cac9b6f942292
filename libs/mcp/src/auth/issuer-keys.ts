import type { JWTVerifyGetKey, RemoteJWKSet } from 'jose';
import { isJsonObject } from '../protocol/json-rpc.js';
import type { Jose } from './jose.js';
import type { OAuthSettings } from './oauth-settings.js';
import { isTrustworthyUrl } from './trustworthy-url.js';

/** Milliseconds that one fetch may take. */
const FETCH_TIMEOUT = 5000;
/** Milliseconds after a failed fetch in which no other is tried: forged tokens cost us nothing more. */
const RETRY_AFTER = 2000;
/** Bytes of metadata, or of a key set. */
const LARGEST_DOCUMENT = 256 * 1024;

/** How long keys are kept; shorter in tests. */
export interface KeyTimes {
  /** Milliseconds between fetches for a key that is not in the set: a rotation. @default 30000 */
  readonly cooldown?: number;
  /** Milliseconds after which the set is fetched anew: a withdrawn key stops counting. @default 600000 */
  readonly maxAge?: number;
}

type Fetch = (address: string, init: RequestInit) => Promise<Response>;

/** The issuer could not be asked for its keys: nothing is known about the token. */
export class KeysUnavailableError extends Error {}

/** The issuer's keys: found by its metadata, kept, and fetched again when it rotates them. */
export class IssuerKeys {
  readonly #jose: Jose;
  readonly #settings: Pick<OAuthSettings, 'issuer' | 'jwksUri'>;
  readonly #times: KeyTimes;
  #keys?: Promise<RemoteJWKSet>;
  #failedAt = -Infinity;

  constructor(
    jose: Jose,
    settings: Pick<OAuthSettings, 'issuer' | 'jwksUri'>,
    times: KeyTimes = {},
  ) {
    this.#jose = jose;
    this.#settings = settings;
    this.#times = times;
  }

  /**
   * Finds the key that a token names.
   *
   * @throws KeysUnavailableError; jose's own errors where there is no such key
   */
  readonly find: JWTVerifyGetKey = async (header, token) => {
    try {
      const keys = await (this.#keys ??= this.#locate());
      return await keys(header, token);
    } catch (error) {
      if (isAboutToken(error)) throw error;
      throw new KeysUnavailableError('The keys of the issuer cannot be fetched', { cause: error });
    }
  };

  async #locate(): Promise<RemoteJWKSet> {
    try {
      const uri =
        this.#settings.jwksUri ?? (await discoverKeys(this.#settings.issuer, this.#fetch));
      return this.#jose.createRemoteJWKSet(new URL(uri), {
        timeoutDuration: FETCH_TIMEOUT,
        cooldownDuration: this.#times.cooldown,
        cacheMaxAge: this.#times.maxAge,
        [this.#jose.customFetch]: this.#fetch,
      });
    } catch (error) {
      this.#keys = undefined;
      throw error;
    }
  }

  /** Keys that are known go on counting meanwhile: only what needs a fetch is refused. */
  readonly #fetch = async (address: string, init: RequestInit): Promise<Response> => {
    if (Date.now() - this.#failedAt < RETRY_AFTER) {
      throw new Error(`${address} could not be fetched a moment ago`);
    }
    try {
      const response = await wholeAnswer(address, await fetch(address, init));
      if (response.status >= 500) this.#failedAt = Date.now();
      return response;
    } catch (error) {
      this.#failedAt = Date.now();
      throw error;
    }
  };
}

/** What jose says of the token; everything else it throws here is about the fetch. */
const ABOUT_TOKEN = new Set<unknown>([
  'ERR_JWKS_NO_MATCHING_KEY',
  'ERR_JWKS_MULTIPLE_MATCHING_KEYS',
  'ERR_JOSE_NOT_SUPPORTED',
]);

function isAboutToken(error: unknown): boolean {
  return isJsonObject(error) && ABOUT_TOKEN.has(error.code);
}

/** `jwks_uri` of the issuer's metadata: RFC 8414 with the path inserted, then OpenID's appended. */
async function discoverKeys(issuer: string, fetchOnce: Fetch): Promise<string> {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/$/, '');
  const addresses = [
    `${origin}/.well-known/oauth-authorization-server${path}`,
    `${origin}${path}/.well-known/openid-configuration`,
  ];
  for (const address of addresses) {
    const metadata = await fetchMetadata(address, fetchOnce);
    if (metadata === undefined) continue;
    // Whoever answers for another issuer must not bring keys for this one (RFC 8414 §3.3).
    if (metadata.issuer !== issuer) {
      throw new Error(`${address} speaks for ${String(metadata.issuer)}, not for ${issuer}`);
    }
    const uri = metadata.jwks_uri;
    if (typeof uri !== 'string' || !isTrustworthyUrl(uri)) {
      throw new Error(`${address} names no https address of keys`);
    }
    return uri;
  }
  throw new Error(`Neither ${addresses.join(' nor ')} exists; set oauth.jwksUri`);
}

async function fetchMetadata(
  address: string,
  fetchOnce: Fetch,
): Promise<Record<string, unknown> | undefined> {
  const response = await fetchOnce(address, {
    redirect: 'error',
    headers: { accept: 'application/json' },
    signal: AbortSignal.timeout(FETCH_TIMEOUT),
  });
  if (response.status === 404) return undefined;
  if (!response.ok) throw new Error(`${address} answered ${response.status}`);
  const metadata: unknown = await response.json();
  if (!isJsonObject(metadata)) throw new Error(`${address} holds no JSON object`);
  return metadata;
}

/** Read to its end, but no further than it may be long: memory is ours, the length is theirs. */
async function wholeAnswer(address: string, response: Response): Promise<Response> {
  const { status, body } = response;
  if (!response.ok) {
    await body?.cancel();
    return new Response(null, { status });
  }
  const chunks: Uint8Array[] = [];
  let length = 0;
  // Left early, the loop cancels what is still to come.
  for await (const chunk of body ?? []) {
    length += chunk.length;
    if (length > LARGEST_DOCUMENT) throw new Error(`${address} is too long`);
    chunks.push(chunk);
  }
  return new Response(length === 0 ? null : Buffer.concat(chunks), { status });
}
