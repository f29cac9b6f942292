import type { McpPrincipal } from '../context/principal.js';
import { isJsonObject } from '../protocol/json-rpc.js';
import { TokenRefusedError } from './access-token.js';
import type { CredentialedRequest } from './credentialed-request.js';
import { ProofRefusedError, type DpopProofs } from './dpop-proof.js';
import type { OAuthSettings } from './oauth-settings.js';
import type { PresentedToken } from './presented-token.js';
import { resourceAddress } from './resource-address.js';

/** Holds a token that is bound to a key to the proof of it; without, a thief could use it. */
export class Possession {
  constructor(
    private readonly settings: Pick<OAuthSettings, 'dpop' | 'publicUrl'>,
    private readonly proofs: DpopProofs,
  ) {}

  /** @throws TokenRefusedError, ProofRefusedError */
  async check(
    { claims }: McpPrincipal,
    presented: PresentedToken,
    request: CredentialedRequest,
  ): Promise<void> {
    const { jkt, ...others } = confirmationOf(claims);
    // Bound to a certificate, say, which a proxy in front of us has seen and we have not.
    if (Object.keys(others).length > 0) throw unknownBinding();
    if (presented.scheme === 'Bearer') this.#checkUnbound(jkt);
    else await this.#checkProof(jkt, presented.token, request);
  }

  #checkUnbound(thumbprint: unknown): void {
    // Else a thief would just leave the proof away (RFC 9449 §7.1).
    if (thumbprint !== undefined) {
      throw new TokenRefusedError('the token is bound to a key: use the DPoP scheme and a proof');
    }
    if (this.settings.dpop.mode === 'require') {
      throw new TokenRefusedError('the token is not bound to a key, which is required here');
    }
  }

  async #checkProof(
    thumbprint: unknown,
    token: string,
    { transport, headers, request = {} }: CredentialedRequest,
  ): Promise<void> {
    if (typeof thumbprint !== 'string') {
      throw new TokenRefusedError('the token is not bound to a key');
    }
    // A proof counts once, and an open WebSocket sends none with its messages (RFC 9449 §4.3).
    if (transport === 'websocket') {
      throw new ProofRefusedError('a WebSocket carries no proofs: use HTTP');
    }
    const address = resourceAddress(this.settings.publicUrl, request);
    if (address === undefined || request.method === undefined) {
      throw new ProofRefusedError('a proof needs an HTTP request to speak of');
    }
    await this.proofs.check(headers.dpop, { token, thumbprint, method: request.method, address });
  }
}

function confirmationOf({ cnf }: McpPrincipal['claims']): Readonly<Record<string, unknown>> {
  if (cnf === undefined) return {};
  if (!isJsonObject(cnf)) throw unknownBinding();
  return cnf;
}

function unknownBinding(): TokenRefusedError {
  return new TokenRefusedError('the token is bound in a way that is not supported');
}
