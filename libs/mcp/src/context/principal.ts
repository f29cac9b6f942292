/** Who calls, as a verified access token says. */
export interface McpPrincipal {
  /** `sub`; of a token that a client got for itself, its `client_id`. */
  readonly subject: string;
  /** `iss`: subjects are unique within their issuer only. */
  readonly issuer: string;
  /** Granted scopes, as the token spells them. */
  readonly scopes: readonly string[];
  /** The OAuth client that the token was issued to. */
  readonly clientId?: string;
  /** All claims of the token. */
  readonly claims: Readonly<Record<string, unknown>>;
}

/**
 * What a session is bound to: the person and the client, never the token's bytes, which change with
 * each refresh.
 */
export function principalKey({ issuer, subject, clientId }: McpPrincipal): string {
  return JSON.stringify([issuer, subject, clientId ?? null]);
}
