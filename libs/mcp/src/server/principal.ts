import { createHash } from 'node:crypto';
import { CREDENTIAL_HEADERS } from '../context/credential-headers.js';
import { principalKey } from '../context/principal.js';
import { isJsonObject } from '../protocol/json-rpc.js';
import type { MessageContext } from './message-context.js';
import type { McpServerOptions } from './server.options.js';

/** Members by which users are told apart, where the application does not say. */
const USUAL_IDS = ['sub', 'subject', 'id', 'userId', 'username', 'email'];

/** Members that say whose user it is: ids of two tenants may be the same. */
const USUAL_TENANTS = [
  'tenant',
  'tenantId',
  'tenant_id',
  'organization',
  'organizationId',
  'organization_id',
  'orgId',
  'org_id',
];

/**
 * Who calls, as a text that is equal for equal callers and tells nothing of their secrets: by what
 * the access token says, else by what the guards found out, else by the credentials that were
 * presented; `anonymous` without any.
 */
export function principalOf(
  caller: unknown,
  context: MessageContext,
  options: McpServerOptions,
): string {
  const known = presentedBy(context, options);
  if (known.startsWith('token:')) return known;
  const id = options.principalOf?.(caller, context) ?? usualId(caller);
  return id === undefined ? known : `user:${hash(id)}`;
}

/** The principal as far as it is known before any guard has run. */
export function presentedBy(context: MessageContext, options: McpServerOptions): string {
  if (context.principal) return `token:${hash(principalKey(context.principal))}`;
  const names = options.credentialHeaders ?? CREDENTIAL_HEADERS;
  const presented = names.flatMap((name) => {
    const value = context.headers[name];
    return value === undefined ? [] : [[name, value]];
  });
  return presented.length === 0 ? ANONYMOUS : `credentials:${hash(JSON.stringify(presented))}`;
}

export const ANONYMOUS = 'anonymous';

function usualId(caller: unknown): string | undefined {
  if (typeof caller === 'string') return caller;
  if (!isJsonObject(caller)) return undefined;
  const id = firstOf(caller, USUAL_IDS);
  if (id === undefined) return undefined;
  // A subject is unique within its issuer only, and within its tenant.
  const issuer = caller.issuer ?? caller.iss ?? null;
  const tenant = firstOf(caller, USUAL_TENANTS);
  return JSON.stringify(tenant === undefined ? [issuer, id] : [issuer, id, tenant]);
}

function firstOf(
  caller: Readonly<Record<string, unknown>>,
  names: readonly string[],
): string | number | undefined {
  return names
    .map((name) => caller[name])
    .find((value) => typeof value === 'string' || typeof value === 'number');
}

function hash(value: string): string {
  return createHash('sha256').update(value).digest('base64url').slice(0, 22);
}
