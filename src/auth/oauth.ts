import type { McpModuleOptions, McpPrincipal } from 'nest-toolport';
import { ROLES, type Caller, type Role } from './caller.js';

/** The scope of an access token that stands for a role. */
const SCOPES: Readonly<Record<Role, string>> = { reader: 'orders:read', writer: 'orders:write' };

/**
 * `OAUTH_ISSUER` makes the MCP endpoint an OAuth resource server for the tokens of that issuer, meant
 * for `PUBLIC_URL`: the endpoint's address as clients use it. Unset, API keys are all there is.
 */
export function oauthOptions(
  env: NodeJS.ProcessEnv,
): Pick<McpModuleOptions, 'publicUrl' | 'oauth'> {
  const publicUrl = env.PUBLIC_URL || undefined;
  const issuer = env.OAUTH_ISSUER;
  if (!issuer) return { publicUrl };
  if (!publicUrl) {
    throw new Error(
      'OAUTH_ISSUER needs PUBLIC_URL, the address of the endpoint as clients use it: http://localhost:3000/mcp.',
    );
  }
  const oauth = { issuer, scopes: Object.values(SCOPES), requiredScopes: [SCOPES.reader] };
  return { publicUrl, oauth };
}

/**
 * What `@McpTool({ scopes })` asks of a token, so that clients can step up to a role. None without
 * `OAUTH_ISSUER`: Toolport refuses to start with scopes that nobody checks.
 */
export function scopesFor(role: Role): readonly string[] {
  return process.env.OAUTH_ISSUER ? [SCOPES[role]] : [];
}

/** Whom an access token makes of its sender. */
export function callerOf({ subject, scopes }: McpPrincipal): Caller {
  return { name: subject, roles: ROLES.filter((role) => scopes.includes(SCOPES[role])) };
}
