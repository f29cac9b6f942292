import { createHash } from 'node:crypto';
import type { JWTPayload } from 'jose';
import type { DpopNonces } from './dpop-nonce.js';
import type { Jose } from './jose.js';
import type { ReplayStore } from './oauth.options.js';
import { isSameTarget } from './resource-address.js';

/** A proof that does not count, and why: the reason may be told to the client. */
export class ProofRefusedError extends Error {
  constructor(
    message: string,
    /** The proof lacks a fresh nonce: with one it may be tried again. */
    readonly wantsNonce = false,
  ) {
    super(message);
  }
}

/** What a proof must speak of. */
export interface ProvenRequest {
  readonly token: string;
  /** Thumbprint of the key that the token is bound to (`cnf.jkt`). */
  readonly thumbprint: string;
  readonly method: string;
  readonly address: string;
}

/** How proofs are judged. */
export interface ProofRules {
  readonly algorithms: readonly string[];
  /** Milliseconds. */
  readonly proofAge: number;
  /** Seconds. */
  readonly clockTolerance: number;
  readonly replays: ReplayStore;
  readonly nonces?: DpopNonces;
}

const LONGEST_JTI = 256;

/** Checks that whoever sends a token holds the key that it is bound to (RFC 9449 §4.3). */
export class DpopProofs {
  constructor(
    private readonly jose: Jose,
    private readonly rules: ProofRules,
  ) {}

  /** @throws ProofRefusedError */
  async check(
    proof: string | readonly string[] | undefined,
    request: ProvenRequest,
  ): Promise<void> {
    if (typeof proof !== 'string') throw new ProofRefusedError('exactly one DPoP proof is needed');
    const { claims, thumbprint } = await this.#verify(proof);
    if (claims.htm !== request.method) throw new ProofRefusedError('htm is another method');
    if (typeof claims.htu !== 'string' || !isSameTarget(claims.htu, request.address)) {
      throw new ProofRefusedError(`htu is not ${request.address}`);
    }
    if (claims.ath !== createHash('sha256').update(request.token).digest('base64url')) {
      throw new ProofRefusedError('ath is the hash of another token');
    }
    if (thumbprint !== request.thumbprint) {
      throw new ProofRefusedError('the token is bound to another key');
    }
    const { nonces } = this.rules;
    if (nonces && !nonces.isFresh(claims.nonce)) {
      throw new ProofRefusedError('the proof needs a nonce of this server', true);
    }
    await this.#use(claims.jti, thumbprint);
  }

  async #verify(proof: string): Promise<{ claims: JWTPayload; thumbprint: string }> {
    const { algorithms, proofAge, clockTolerance } = this.rules;
    const { jwtVerify, EmbeddedJWK, calculateJwkThumbprint } = this.jose;
    try {
      const verified = await jwtVerify(proof, EmbeddedJWK, {
        typ: 'dpop+jwt',
        algorithms: [...algorithms],
        maxTokenAge: proofAge / 1000,
        clockTolerance,
      });
      const { jwk } = verified.protectedHeader;
      if (jwk === undefined) throw new Error('no jwk');
      return { claims: verified.payload, thumbprint: await calculateJwkThumbprint(jwk) };
    } catch {
      throw new ProofRefusedError('the proof is malformed, too old, or its signature is wrong');
    }
  }

  async #use(jti: unknown, thumbprint: string): Promise<void> {
    if (typeof jti !== 'string' || jti === '' || jti.length > LONGEST_JTI) {
      throw new ProofRefusedError('the proof needs a jti');
    }
    const { proofAge, clockTolerance, replays } = this.rules;
    // A proof counts from `tolerance` before its making to `tolerance` past its age.
    const ttl = proofAge + 2000 * clockTolerance;
    const key = createHash('sha256').update(`${thumbprint}.${jti}`).digest('base64url');
    if (!(await replays.use(key, ttl))) {
      throw new ProofRefusedError('the proof was used before');
    }
  }
}
