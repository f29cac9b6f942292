import type { JWTPayload } from 'jose';
import type { McpPrincipal } from '../context/principal.js';
import { isJsonObject } from '../protocol/json-rpc.js';
import { type IssuerKeys, KeysUnavailableError } from './issuer-keys.js';
import type { Jose } from './jose.js';
import type { OAuthSettings } from './oauth-settings.js';
import { scopesOf } from './scope-token.js';

/** A token that does not count, and why: the reason may be told to the client. */
export class TokenRefusedError extends Error {}

/** Checks JWT access tokens (RFC 9068 §4) of one issuer for one resource. */
export class AccessTokens {
  readonly #jose: Jose;
  readonly #settings: OAuthSettings;
  readonly #keys: IssuerKeys;

  constructor(jose: Jose, settings: OAuthSettings, keys: IssuerKeys) {
    this.#jose = jose;
    this.#settings = settings;
    this.#keys = keys;
  }

  /** @throws TokenRefusedError; KeysUnavailableError where nothing can be said about the token */
  async verify(token: string): Promise<McpPrincipal> {
    const { issuer, audience, algorithms, clockTolerance } = this.#settings;
    const options = {
      issuer,
      audience: [...audience],
      algorithms: [...algorithms],
      clockTolerance,
      requiredClaims: ['exp'],
    };
    try {
      const verified = await this.#jose.jwtVerify(token, this.#keys.find, options);
      this.#checkType(verified.protectedHeader.typ);
      return principalOf(verified.payload, issuer);
    } catch (error) {
      throw isKnown(error) ? error : new TokenRefusedError(reasonOf(error), { cause: error });
    }
  }

  /** An ID token, a logout token, a DPoP proof: the same issuer signs them all (RFC 9068 §4). */
  #checkType(type: string | undefined): void {
    const bare = type?.toLowerCase().replace(/^application\//, '');
    const { tokenTypes } = this.#settings;
    if (tokenTypes.some((expected) => expected.toLowerCase() === bare)) return;
    throw new TokenRefusedError(
      `the token's typ is ${bare ?? 'missing'}, expected ${tokenTypes.join(' or ')}`,
    );
  }
}

function principalOf(claims: JWTPayload, issuer: string): McpPrincipal {
  const clientId = textOf(claims.client_id) ?? textOf(claims.azp);
  const subject = textOf(claims.sub) ?? clientId;
  if (subject === undefined) throw new TokenRefusedError('the token names no subject');
  const scopes = Object.freeze(scopesOf(claims));
  return Object.freeze({ subject, issuer, scopes, clientId, claims: Object.freeze(claims) });
}

function textOf(claim: unknown): string | undefined {
  return typeof claim === 'string' && claim !== '' ? claim : undefined;
}

function isKnown(error: unknown): boolean {
  return error instanceof TokenRefusedError || error instanceof KeysUnavailableError;
}

/** Our own words for jose's codes: what its messages say is not ours to promise. */
const REASONS: Readonly<Record<string, string>> = {
  ERR_JWT_EXPIRED: 'the token has expired',
  ERR_JOSE_ALG_NOT_ALLOWED: "the token's algorithm is not allowed",
  ERR_JOSE_NOT_SUPPORTED: "the token's algorithm is not allowed",
  ERR_JWKS_NO_MATCHING_KEY: 'the token is signed with a key that the issuer does not publish',
  ERR_JWKS_MULTIPLE_MATCHING_KEYS: 'the token does not name its key',
  ERR_JWS_SIGNATURE_VERIFICATION_FAILED: "the token's signature is wrong",
};

const CLAIM_REASONS: Readonly<Record<string, string>> = {
  iss: 'the token comes from another issuer',
  aud: 'the token is meant for another audience',
  exp: 'the token has no expiry',
  nbf: 'the token is not valid yet',
};

function reasonOf(error: unknown): string {
  const { code, claim } = isJsonObject(error) ? error : {};
  if (code === 'ERR_JWT_CLAIM_VALIDATION_FAILED') {
    return CLAIM_REASONS[String(claim)] ?? `the token's ${String(claim)} does not count`;
  }
  return REASONS[String(code)] ?? 'the token is no well-formed JWT';
}
