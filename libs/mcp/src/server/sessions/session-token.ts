import { randomBytes } from 'node:crypto';
import type { ClientCapabilities } from '../../protocol/capabilities.js';
import { isJsonObject } from '../../protocol/json-rpc.js';
import { isProtocolVersion } from '../../protocol/revisions.js';
import type { Identity } from '../bus/mcp-bus.js';
import type { KeyRing } from '../keys/key-ring.js';
import type { Agreement } from '../peer-memory.js';

/** What a session id says; signed, so that any replica with the keys can serve it. */
export interface SessionClaims {
  /** 128 random bits: what the session is known by. */
  readonly id: string;
  readonly agreement: Agreement;
  /** Who opened it. */
  readonly opener: Identity;
  /** Milliseconds since the epoch. */
  readonly expires: number;
}

/** Names are for logs: a token stays under a kilobyte. */
const LONGEST_NAME = 64;

/** One bit each; the order is part of the format. */
const CAPABILITIES: readonly (readonly [string, string?])[] = [
  ['sampling'],
  ['sampling', 'context'],
  ['sampling', 'tools'],
  ['elicitation'],
  ['elicitation', 'form'],
  ['elicitation', 'url'],
  ['roots'],
  ['roots', 'listChanged'],
];

/** A new session's claims. */
export function openClaims(agreement: Agreement, opener: Identity, ttl: number): SessionClaims {
  const id = randomBytes(16).toString('base64url');
  return { id, agreement, opener, expires: Date.now() + ttl };
}

/** The session id: visible ASCII (2025-11-25, Session Management). */
export function writeToken(claims: SessionClaims, keys: KeyRing): string {
  const { version, client, clientCapabilities } = claims.agreement;
  return keys.sign(
    JSON.stringify([
      claims.id,
      version,
      toBits(clientCapabilities),
      client?.name.slice(0, LONGEST_NAME) ?? '',
      client?.version.slice(0, LONGEST_NAME) ?? '',
      claims.opener.presented,
      claims.opener.principal,
      claims.expires,
    ]),
  );
}

/** Undefined where the token is forged or has expired. */
export function readToken(token: string, keys: KeyRing): SessionClaims | undefined {
  const payload = keys.verify(token);
  const read: unknown = payload === undefined ? undefined : JSON.parse(payload);
  if (!Array.isArray(read)) return undefined;
  const [
    id,
    version,
    bits,
    name,
    clientVersion,
    presented,
    principal,
    expires,
  ]: readonly unknown[] = read;
  if (typeof id !== 'string' || !isProtocolVersion(version) || typeof bits !== 'number') {
    return undefined;
  }
  if (typeof presented !== 'string' || typeof principal !== 'string') return undefined;
  if (typeof expires !== 'number' || expires <= Date.now()) return undefined;
  const client = { name: String(name), version: String(clientVersion) };
  const agreement = { version, client, clientCapabilities: fromBits(bits) };
  return { id, agreement, opener: { presented, principal }, expires };
}

function toBits(capabilities: ClientCapabilities): number {
  return CAPABILITIES.reduce((bits, [name, member], index) => {
    const capability = capabilities[name];
    const has = isJsonObject(capability) && (member === undefined || Boolean(capability[member]));
    return has ? bits | (1 << index) : bits;
  }, 0);
}

function fromBits(bits: number): ClientCapabilities {
  const capabilities: Record<string, Record<string, unknown>> = {};
  for (const [index, [name, member]] of CAPABILITIES.entries()) {
    if ((bits & (1 << index)) === 0) continue;
    const capability = (capabilities[name] ??= {});
    if (member !== undefined) capability[member] = member === 'listChanged' ? true : {};
  }
  return capabilities;
}
