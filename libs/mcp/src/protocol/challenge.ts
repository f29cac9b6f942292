/** Error codes of a challenge (RFC 6750 §3.1, RFC 9449 §7.1 and §9). */
export type ChallengeError =
  | 'invalid_request'
  | 'invalid_token'
  | 'insufficient_scope'
  | 'invalid_dpop_proof'
  | 'use_dpop_nonce';

/** What `WWW-Authenticate` tells a client whose credentials are missing or not enough. */
export interface Challenge {
  /** @default 'Bearer' */
  readonly scheme?: 'Bearer' | 'DPoP';
  readonly realm?: string;
  readonly error?: ChallengeError;
  /** For developers; characters that a challenge cannot carry are replaced. */
  readonly description?: string;
  /** Scopes to ask the authorization server for. */
  readonly scopes?: readonly string[];
  /** Absolute URL of the metadata document (RFC 9728 §5.1). */
  readonly resourceMetadata?: string;
  /** Signature algorithms of DPoP proofs. */
  readonly algorithms?: readonly string[];
}

/** The value of `WWW-Authenticate`. */
export function challengeOf(challenge: Challenge): string {
  const { scheme = 'Bearer', scopes, algorithms } = challenge;
  const parameters = [
    ['realm', challenge.realm],
    ['error', challenge.error],
    ['error_description', challenge.description],
    ['scope', scopes?.length ? scopes.join(' ') : undefined],
    ['resource_metadata', challenge.resourceMetadata],
    ['algs', algorithms?.length ? algorithms.join(' ') : undefined],
  ] as const;
  const said = parameters.filter(([, value]) => value !== undefined);
  // A challenge without any parameter is not one to some parsers, the official client's included.
  const all = said.length > 0 ? said : [['realm', 'mcp'] as const];
  return `${scheme} ${all.map(([name, value]) => `${name}="${printable(value ?? '')}"`).join(', ')}`;
}

/** RFC 6750 §3: printable ASCII without quote and backslash; nothing can end the header early. */
function printable(text: string): string {
  return text.replace(/[^\x20-\x21\x23-\x5b\x5d-\x7e]/g, (character) =>
    character === '"' ? "'" : '?',
  );
}
