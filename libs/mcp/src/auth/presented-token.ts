import { pathOf } from './resource-address.js';

/** What a request presents as its access token. */
export type Presented =
  | { readonly kind: 'none' }
  | PresentedToken
  | { readonly kind: 'malformed'; readonly reason: string };

export interface PresentedToken {
  readonly kind: 'token';
  readonly scheme: 'Bearer' | 'DPoP';
  readonly token: string;
}

const NONE: Presented = Object.freeze({ kind: 'none' });

/** b64token (RFC 6750 §2.1). */
const CREDENTIALS = /^(bearer|dpop)(?: +(\S.*))?$/i;
const TOKEN = /^[A-Za-z0-9\-._~+/]+=*$/;

/** Reads the `Authorization` header; other schemes are not ours to judge. */
export function presentedToken(header: string | readonly string[] | undefined): Presented {
  if (header === undefined) return NONE;
  if (typeof header !== 'string') return malformed('several Authorization headers');
  const [, scheme, token] = CREDENTIALS.exec(header.trim()) ?? [];
  if (scheme === undefined) return NONE;
  if (token === undefined) return malformed('the Authorization header holds no token');
  if (!TOKEN.test(token)) return malformed('the Authorization header holds no well-formed token');
  return { kind: 'token', scheme: /^dpop$/i.test(scheme) ? 'DPoP' : 'Bearer', token };
}

/** Whether the query carries a token (RFC 6750 §2.3, forbidden by OAuth 2.1 §5.1.2 and MCP). */
export function hasTokenInQuery(requestTarget: string): boolean {
  if (!requestTarget.includes('access_token')) return false;
  const query = requestTarget.slice(pathOf(requestTarget).length);
  return new URLSearchParams(query).has('access_token');
}

function malformed(reason: string): Presented {
  return { kind: 'malformed', reason };
}
