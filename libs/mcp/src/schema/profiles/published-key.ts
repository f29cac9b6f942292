import { createHash } from 'node:crypto';
import type { SchemaProfile } from '../json-schema.js';

/** Claude refuses a request with any other property key; dots are refused by stricter clients. */
const KEY = /^[a-zA-Z0-9_.-]{1,64}$/;
const STRICT_KEY = /^[a-zA-Z0-9_-]{1,64}$/;
const MAX_LENGTH = 64;

/** Whether the clients that the profile is made for take a property of this name. */
export function isPublishableKey(key: string, profile: SchemaProfile): boolean {
  if (profile === 'full') return true;
  return (profile === 'gemini' ? STRICT_KEY : KEY).test(key);
}

/**
 * The name under which a property is published: its own where clients take that, else one made
 * from it. The argument check maps it back (`published-keys` of a nested object) or the plan does.
 */
export function publishedKey(key: string, profile: SchemaProfile): string {
  return isPublishableKey(key, profile) ? key : safeKey(key);
}

/** Deterministic, so that both ways of the mapping agree without sharing a table. */
export function safeKey(key: string): string {
  const readable = key.replaceAll(/[^a-zA-Z0-9_-]+/g, '_').replaceAll(/^_+|_+$/g, '');
  if (readable !== '' && readable.length <= MAX_LENGTH) return readable;
  const digest = createHash('sha256').update(key).digest('hex').slice(0, 8);
  return `${readable.slice(0, MAX_LENGTH - digest.length - 1) || 'key'}_${digest}`;
}
