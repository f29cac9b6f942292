import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';

/** What keys are used for; each purpose has keys of its own, so that no token passes for another. */
export type KeyPurpose = 'request-state' | 'session';

/**
 * Signs and verifies tokens: `<payload>.<HMAC-SHA256>`, both in base64url.
 *
 * The first key signs, all verify: that is how keys are changed without losing anybody.
 */
export class KeyRing {
  readonly #keys: readonly Buffer[];

  /** @param secrets at least one, the newest first */
  constructor(secrets: readonly (string | Buffer)[], purpose: KeyPurpose) {
    this.#keys = secrets.map((secret) =>
      Buffer.from(hkdfSync('sha256', secret, '', `toolport/${purpose}`, 32)),
    );
  }

  /** Keys that nobody else has: whatever they sign is worth nothing after a restart, or elsewhere. */
  static random(purpose: KeyPurpose): KeyRing {
    return new KeyRing([randomBytes(32)], purpose);
  }

  sign(payload: string): string {
    const [key] = this.#keys;
    if (!key) throw new Error('A key ring without keys cannot sign');
    const body = Buffer.from(payload, 'utf8').toString('base64url');
    return `${body}.${mac(key, body).toString('base64url')}`;
  }

  /** The payload; undefined for anything that none of the keys has signed. */
  verify(token: string): string | undefined {
    const dot = token.indexOf('.');
    const body = token.slice(0, Math.max(dot, 0));
    const claimed = Buffer.from(token.slice(dot + 1), 'base64url');
    // Base64 has several spellings of one value: only the one that we write is ours.
    if (dot < 1 || claimed.toString('base64url') !== token.slice(dot + 1)) return undefined;
    const genuine = this.#keys.some((key) => equal(mac(key, body), claimed));
    return genuine ? Buffer.from(body, 'base64url').toString('utf8') : undefined;
  }
}

function mac(key: Buffer, body: string): Buffer {
  return createHmac('sha256', key).update(body).digest();
}

function equal(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}
