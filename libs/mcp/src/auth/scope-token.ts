const SCOPE_TOKEN = /^[\x21\x23-\x5b\x5d-\x7e]+$/;

/** Whether `scope` is a scope-token (RFC 6749 §3.3): it can stand in a header and in a list. */
export function isScopeToken(scope: string): boolean {
  return SCOPE_TOKEN.test(scope);
}

/** The scopes of a token: `scope` (RFC 9068) or `scp` (Entra, Okta), a string or a list. */
export function scopesOf(claims: Readonly<Record<string, unknown>>): readonly string[] {
  const granted = claims.scope ?? claims.scp;
  if (typeof granted === 'string') return granted.split(' ').filter((scope) => scope !== '');
  if (!Array.isArray(granted)) return [];
  return granted.filter((scope): scope is string => typeof scope === 'string');
}
