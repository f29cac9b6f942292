import { ProtocolError } from '../errors/protocol.error.js';
import { challengeOf, type Challenge, type ChallengeError } from '../protocol/challenge.js';
import type { CredentialedRequest } from './credentialed-request.js';
import type { DpopNonces } from './dpop-nonce.js';
import type { OAuthSettings } from './oauth-settings.js';
import { metadataAddress, resourceAddress } from './resource-address.js';

/** Makes the answers to requests whose token is missing or not enough, each with its challenge. */
export class Refusals {
  constructor(
    private readonly settings: OAuthSettings,
    private readonly nonces: DpopNonces | undefined,
  ) {}

  /** A challenge alone; without missing scopes no error is named (RFC 6750 §3.1). */
  challenge(request: CredentialedRequest, missing?: readonly string[]): string {
    return this.#challenge(
      request,
      missing ? { error: 'insufficient_scope', scopes: missing } : {},
    );
  }

  missing(request: CredentialedRequest, message: string): ProtocolError {
    return this.#refusal('MCP_UNAUTHORIZED', message, this.#challenge(request, {}));
  }

  malformed(request: CredentialedRequest, reason: string): ProtocolError {
    const challenge = this.#challenge(request, { error: 'invalid_request', description: reason });
    return this.#refusal('MCP_INVALID_REQUEST', sentence(reason), challenge);
  }

  refused(
    request: CredentialedRequest,
    scheme: 'Bearer' | 'DPoP',
    error: ChallengeError,
    reason: string,
  ): ProtocolError {
    const challenge = this.#challenge(request, { scheme, error, description: reason });
    return this.#refusal('MCP_UNAUTHORIZED', sentence(reason), challenge);
  }

  /** @param scopes all that the next token should have */
  insufficient(
    request: CredentialedRequest,
    required: readonly string[],
    scopes: readonly string[],
  ): ProtocolError {
    const reason = `this needs the scope ${required.join(' ')}`;
    const challenge = this.#challenge(request, {
      error: 'insufficient_scope',
      description: reason,
      scopes,
    });
    return this.#refusal('MCP_FORBIDDEN', sentence(reason), challenge, { scopes: required });
  }

  #challenge(request: CredentialedRequest, challenge: Challenge): string {
    const { publicUrl, requiredScopes, dpop, algorithms } = this.settings;
    const scheme = dpop.mode === 'require' ? 'DPoP' : (challenge.scheme ?? 'Bearer');
    const address = resourceAddress(publicUrl, request.request ?? {});
    return challengeOf({
      scopes: requiredScopes,
      ...challenge,
      scheme,
      ...(scheme === 'DPoP' && { algorithms }),
      ...(address !== undefined && { resourceMetadata: metadataAddress(address) }),
    });
  }

  #refusal(
    code: 'MCP_UNAUTHORIZED' | 'MCP_FORBIDDEN' | 'MCP_INVALID_REQUEST',
    message: string,
    challenge: string,
    data?: Readonly<Record<string, unknown>>,
  ): ProtocolError {
    const nonce = this.nonces && { 'dpop-nonce': this.nonces.current() };
    return new ProtocolError(code, message, {
      data,
      headers: { 'www-authenticate': challenge, ...nonce },
    });
  }
}

function sentence(reason: string): string {
  return reason.charAt(0).toUpperCase() + reason.slice(1);
}
