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
 * The names under which the properties of one object are published: their own where clients take
 * them, else names made from them. `aliasesOf` gives the way back.
 */
export function publishedKeys(
  keys: readonly string[],
  profile: SchemaProfile,
): ReadonlyMap<string, string> {
  const taken = new Set(keys);
  return new Map(
    keys.map((key) => {
      if (isPublishableKey(key, profile)) return [key, key];
      const readable = safeKey(key);
      const name = taken.has(readable) ? digestKey(key) : readable;
      taken.add(name);
      return [key, name];
    }),
  );
}

/** Every name under which any profile may have published the key. */
export function aliasesOf(key: string): readonly string[] {
  return STRICT_KEY.test(key) ? [] : [safeKey(key), digestKey(key)];
}

/** Deterministic, so that both ways of the mapping agree without sharing a table. */
function safeKey(key: string): string {
  const readable = readableKey(key);
  return readable !== '' && readable.length <= MAX_LENGTH ? readable : digestKey(key);
}

function digestKey(key: string): string {
  const digest = createHash('sha256').update(key).digest('hex').slice(0, 8);
  return `${readableKey(key).slice(0, MAX_LENGTH - digest.length - 1) || 'key'}_${digest}`;
}

/** A run of `_` is tried from its start only: a remote server may send a key of a million. */
function readableKey(key: string): string {
  return key.replaceAll(/[^a-zA-Z0-9_-]+/g, '_').replaceAll(/^_+|(?<!_)_+$/g, '');
}
