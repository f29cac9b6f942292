import { createHmac, timingSafeEqual } from 'node:crypto';

/** Milliseconds that a nonce counts at least; at most twice that. */
const PERIOD = 300_000;

/**
 * Nonces for DPoP proofs (RFC 9449 §9): a mark of the time that only we can make, so that a proof
 * made in advance, or on another clock, does not count. Nothing is stored: any replica with the same
 * secret checks them.
 */
export class DpopNonces {
  constructor(private readonly secret: string) {}

  current(): string {
    return this.#at(period());
  }

  isFresh(nonce: unknown): boolean {
    if (typeof nonce !== 'string') return false;
    const now = period();
    return isSame(nonce, this.#at(now)) || isSame(nonce, this.#at(now - 1));
  }

  #at(time: number): string {
    return createHmac('sha256', this.secret)
      .update(`toolport dpop nonce ${time}`)
      .digest('base64url');
  }
}

function period(): number {
  return Math.floor(Date.now() / PERIOD);
}

function isSame(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
