import type { McpPrincipal } from '../context/principal.js';
import { isProtocolError, ProtocolError } from '../errors/protocol.error.js';
import { AccessTokens, TokenRefusedError } from './access-token.js';
import { isRemote, type CredentialedRequest } from './credentialed-request.js';
import { DpopNonces } from './dpop-nonce.js';
import { DpopProofs, ProofRefusedError } from './dpop-proof.js';
import { IssuerKeys, KeysUnavailableError, type KeyTimes } from './issuer-keys.js';
import { loadJose, type Jose } from './jose.js';
import type { OAuthSettings } from './oauth-settings.js';
import { Possession } from './possession.js';
import { hasTokenInQuery, presentedToken, type PresentedToken } from './presented-token.js';
import { Refusals } from './refusals.js';
import { ReplayWindow } from './replay-window.js';
import { resourceMetadata, type ResourceMetadata } from './resource-metadata.js';
import { ScopePolicy } from './scope-policy.js';

const DEFAULT_PROOF_AGE = 60_000;

/** What differs in tests and in the module. */
export interface ResourceServerHooks {
  readonly keyTimes?: KeyTimes;
  /** Told that the issuer's keys cannot be had: the operator has to see to it. */
  readonly onKeysUnavailable?: (error: Error) => void;
}

/**
 * The OAuth 2.1 resource server that the endpoint is (MCP, Authorization): judges access tokens and
 * says what a client must bring.
 */
export class ResourceServer {
  readonly #settings: OAuthSettings;
  readonly #tokens: AccessTokens;
  readonly #possession: Possession;
  readonly #refusals: Refusals;
  readonly #onKeysUnavailable: (error: Error) => void;
  readonly scopes: ScopePolicy;

  /** Loads `jose`. @throws SetupError where it is not installed */
  static async create(settings: OAuthSettings, hooks?: ResourceServerHooks) {
    return new ResourceServer(await loadJose(), settings, hooks);
  }

  constructor(jose: Jose, settings: OAuthSettings, hooks: ResourceServerHooks = {}) {
    const { dpop, algorithms, clockTolerance, scopes, requiredScopes } = settings;
    const nonces = dpop.nonceSecret === undefined ? undefined : new DpopNonces(dpop.nonceSecret);
    const proofAge = dpop.proofAge ?? DEFAULT_PROOF_AGE;
    const replays = dpop.replays ?? new ReplayWindow();
    const keys = new IssuerKeys(jose, settings, hooks.keyTimes);
    this.#settings = settings;
    this.#tokens = new AccessTokens(jose, settings, keys);
    const rules = { algorithms, clockTolerance, proofAge, replays, nonces };
    this.#possession = new Possession(settings, new DpopProofs(jose, rules));
    this.#refusals = new Refusals(settings, nonces);
    this.#onKeysUnavailable = hooks.onKeysUnavailable ?? (() => {});
    this.scopes = new ScopePolicy(settings.scopeHierarchy, [...scopes, ...requiredScopes]);
  }

  /**
   * Finds out who sends a message.
   *
   * @returns undefined only over stdio and in process: nobody, or nobody whose token counts
   * @throws ProtocolError 401 or 403 with `WWW-Authenticate`, 400 for a malformed header, 503 while
   * the issuer's keys cannot be had
   */
  async authenticate(request: CredentialedRequest): Promise<McpPrincipal | undefined> {
    if (isRemote(request)) return this.#demandToken(request);
    try {
      return await this.#demandToken(request);
    } catch (error) {
      // The calls that need more are told why, by `requireScopes`.
      if (isProtocolError(error)) return undefined;
      throw error;
    }
  }

  /**
   * Holds a call to the scopes of its tool, prompt or resource.
   *
   * @param principal what `authenticate` found
   * @throws ProtocolError 403 `insufficient_scope`; 401 where nobody is known
   */
  async requireScopes(
    principal: McpPrincipal | undefined,
    required: readonly string[],
    request: CredentialedRequest,
  ): Promise<void> {
    // Over stdio nobody may be known yet: now the reason is wanted.
    const caller = principal ?? (await this.#demandToken(request));
    if (this.scopes.covers(caller, required)) return;
    const next = this.scopes.toAskFor(caller, required);
    throw this.#refusals.insufficient(request, required, next);
  }

  /**
   * `WWW-Authenticate` for a refusal that an application's own guard pronounced.
   *
   * @param missing scopes for want of which it refused
   */
  challengeFor(request: CredentialedRequest, missing?: readonly string[]): string {
    return this.#refusals.challenge(request, missing);
  }

  /** The metadata document of the endpoint at `address`. */
  metadata(address: string): ResourceMetadata {
    return resourceMetadata(this.#settings, this.#settings.publicUrl ?? address);
  }

  async #demandToken(request: CredentialedRequest): Promise<McpPrincipal> {
    const target = request.request?.originalUrl ?? request.request?.url ?? '';
    if (hasTokenInQuery(target)) {
      throw this.#refusals.missing(
        request,
        'Access tokens are taken from the Authorization header only, never from the query',
      );
    }
    const presented = presentedToken(request.headers.authorization);
    if (presented.kind === 'none')
      throw this.#refusals.missing(request, 'An access token is needed');
    if (presented.kind === 'malformed') throw this.#refusals.malformed(request, presented.reason);
    const principal = await this.#judge(presented, request);
    const { requiredScopes } = this.#settings;
    if (this.scopes.covers(principal, requiredScopes)) return principal;
    const next = this.scopes.toAskFor(principal, requiredScopes);
    throw this.#refusals.insufficient(request, requiredScopes, next);
  }

  async #judge(presented: PresentedToken, request: CredentialedRequest): Promise<McpPrincipal> {
    const { scheme, token } = presented;
    try {
      const principal = await this.#tokens.verify(token);
      await this.#possession.check(principal, presented, request);
      return principal;
    } catch (error) {
      if (error instanceof TokenRefusedError) {
        throw this.#refusals.refused(request, scheme, 'invalid_token', error.message);
      }
      if (error instanceof ProofRefusedError) {
        const code = error.wantsNonce ? 'use_dpop_nonce' : 'invalid_dpop_proof';
        throw this.#refusals.refused(request, 'DPoP', code, error.message);
      }
      if (!(error instanceof KeysUnavailableError)) throw error;
      this.#onKeysUnavailable(error);
      throw new ProtocolError('MCP_AUTH_UNAVAILABLE', 'Access tokens cannot be checked right now', {
        cause: error,
      });
    }
  }
}
