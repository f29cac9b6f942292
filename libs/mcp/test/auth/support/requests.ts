import type { CredentialedRequest } from '../../../src/auth/credentialed-request.js';
import type { McpOAuthOptions } from '../../../src/auth/oauth.options.js';
import { settleOAuth } from '../../../src/auth/oauth-settings.js';
import { ResourceServer, type ResourceServerHooks } from '../../../src/auth/resource-server.js';
import type { McpPrincipal } from '../../../src/context/principal.js';
import { isProtocolError, type ProtocolError } from '../../../src/errors/protocol.error.js';
import { AUDIENCE, type Issuer } from './issuer.js';

/** A POST to the endpoint, as a transport would describe it. */
export function post(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  url = '/api/mcp',
): CredentialedRequest {
  return { transport: 'http', headers, request: { method: 'POST', originalUrl: url } };
}

export function bearer(token: string, url?: string): CredentialedRequest {
  return post({ authorization: `Bearer ${token}` }, url);
}

/** A resource server for `issuer`'s tokens; its options are held to be free of faults. */
export async function resourceServer(
  issuer: Issuer,
  options: Partial<McpOAuthOptions> = {},
  hooks?: ResourceServerHooks,
): Promise<ResourceServer> {
  const settings = settleOAuth(
    { issuer: issuer.url, publicUrl: AUDIENCE, ...options },
    undefined,
    (problem) => {
      throw new Error(`${problem.where}: ${problem.message}`);
    },
  );
  return ResourceServer.create(settings, hooks);
}

/** The refusal that `work` ends in. */
export async function refusalOf(work: Promise<McpPrincipal | void>): Promise<ProtocolError> {
  const outcome: unknown = await work.catch((error: unknown) => error);
  if (isProtocolError(outcome)) return outcome;
  throw new Error(`No refusal, but ${JSON.stringify(outcome)}`);
}

/** The challenge of a refusal. */
export async function challengeIn(work: Promise<McpPrincipal | void>): Promise<string> {
  const { headers } = await refusalOf(work);
  return headers?.['www-authenticate'] ?? '';
}
