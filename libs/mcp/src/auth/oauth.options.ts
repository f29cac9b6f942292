/** `McpModule.forRoot({ oauth })`: makes the application an OAuth 2.1 resource server. */
export interface McpOAuthOptions {
  /** Who issues the access tokens, as its metadata spells it: `https://login.example.com`. */
  readonly issuer: string;
  /**
   * What `aud` must hold; a token for another server is refused (confused deputy).
   * @default `publicUrl`
   */
  readonly audience?: string | readonly string[];
  /** What the metadata document offers (`scopes_supported`). @default `requiredScopes` */
  readonly scopes?: readonly string[];
  /** Scopes that every message needs, lists included. @default none */
  readonly requiredScopes?: readonly string[];
  /** Scopes that include others: `{ 'orders:write': ['orders:read'] }`. @default none */
  readonly scopeHierarchy?: Readonly<Record<string, readonly string[]>>;
  /** The endpoint's address as clients use it. @default the module's `publicUrl` */
  readonly publicUrl?: string;
  /** Where the issuer's keys are. @default what the issuer's own metadata says */
  readonly jwksUri?: string;
  /** Signature algorithms that count; never `none`, never a symmetric one. @default all asymmetric ones */
  readonly algorithms?: readonly string[];
  /**
   * `typ` of an access token. Add `JWT` for an issuer that does not follow RFC 9068; audience and
   * issuer then are all that tells an access token from an ID token.
   * @default ['at+jwt']
   */
  readonly tokenTypes?: readonly string[];
  /** Milliseconds that clocks may differ. @default 5000 */
  readonly clockTolerance?: number;
  /** Proof of possession (RFC 9449): taken when presented, or demanded. @default 'accept' */
  readonly dpop?: 'accept' | 'require' | McpDpopOptions;
  /** @default [issuer] */
  readonly authorizationServers?: readonly string[];
  /** Name for people, in the metadata document. @default none */
  readonly resourceName?: string;
  /** URL of a page for developers. @default none */
  readonly resourceDocumentation?: string;
}

/** How DPoP proofs are judged. */
export interface McpDpopOptions {
  /** `require`: a token without a proof is refused. */
  readonly mode: 'accept' | 'require';
  /** Milliseconds between the making of a proof and its use. @default 60000 */
  readonly proofAge?: number;
  /**
   * Demand a nonce of ours in each proof: proofs cannot be made in advance. All replicas need the
   * same secret, of 32 bytes or more. @default no nonce
   */
  readonly nonceSecret?: string;
  /** Remembers used proofs; replicas that share none accept a proof once each. @default in process */
  readonly replays?: ReplayStore;
}

/** Remembers what may be used once. */
export interface ReplayStore {
  /**
   * True the first time, false ever after; must be atomic.
   *
   * @param ttl milliseconds after which it may be forgotten
   */
  use(id: string, ttl: number): boolean | Promise<boolean>;
}
