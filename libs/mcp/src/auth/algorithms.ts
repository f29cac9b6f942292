/**
 * Signatures that a key pair makes. A symmetric algorithm with a published key set would let anybody
 * sign with the published key, and `none` signs nothing (RFC 8725 §3.1).
 */
export const ASYMMETRIC_ALGORITHMS: readonly string[] = Object.freeze([
  'ES256',
  'ES384',
  'ES512',
  'PS256',
  'PS384',
  'PS512',
  'RS256',
  'RS384',
  'RS512',
  'EdDSA',
  'Ed25519',
]);

export function isAsymmetric(algorithm: string): boolean {
  return ASYMMETRIC_ALGORITHMS.includes(algorithm);
}
