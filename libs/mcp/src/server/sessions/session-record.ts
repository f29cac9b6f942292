import { createHash } from 'node:crypto';
import type { MemoryChange } from '../bus/mcp-bus.js';

/** Before the digest of a URI: that the session has subscribed to it. */
const SUBSCRIBED = 'subscribed ';

/** What has arisen in a session since it was opened; follows what replicas tell of it. */
export class SessionRecord {
  /** By name; null, while it is being read: known not to be there. */
  readonly #members = new Map<string, string | null>();
  #subscriptions = 0;
  #read = false;

  get ended(): boolean {
    return this.#has('ended');
  }

  get logLevel(): string | undefined {
    return this.#members.get('logLevel') ?? undefined;
  }

  /** How many URIs the session has subscribed to. */
  get subscriptions(): number {
    return this.#subscriptions;
  }

  isSubscribedTo(uri: string): boolean {
    return this.#has(memberOf(uri));
  }

  apply(change: MemoryChange): void {
    for (const [name, value] of Object.entries(change)) {
      const before = this.#has(name);
      if (value === null && this.#read) this.#members.delete(name);
      else this.#members.set(name, value);
      if (name.startsWith(SUBSCRIBED))
        this.#subscriptions += Number(value !== null) - Number(before);
    }
  }

  /** Takes what was read; what has been heard since the reading began is newer. */
  fill(read: Readonly<Record<string, string>>): this {
    this.apply(
      Object.fromEntries(Object.entries(read).filter(([name]) => !this.#members.has(name))),
    );
    this.#read = true;
    for (const [name, value] of this.#members) if (value === null) this.#members.delete(name);
    return this;
  }

  #has(name: string): boolean {
    return typeof this.#members.get(name) === 'string';
  }
}

/** Whether a change ends the session. */
export function isEnd(change: MemoryChange): boolean {
  return typeof change.ended === 'string';
}

/** The last one: all sessions are asked about the same URI when a resource has changed. */
let known = { uri: '', member: '' };

/** A digest: sessions last for days, anyone may open many, and the URIs are whatever they make up. */
function memberOf(uri: string): string {
  if (known.member === '' || known.uri !== uri) {
    const digest = createHash('sha256').update(uri).digest('base64url').slice(0, 22);
    known = { uri, member: SUBSCRIBED + digest };
  }
  return known.member;
}

/** The changes that there are. */
export const CHANGES = {
  end: { ended: 'true' },
  logLevel: (level: string): MemoryChange => ({ logLevel: level }),
  subscribe: (uri: string): MemoryChange => ({ [memberOf(uri)]: 'true' }),
  unsubscribe: (uri: string): MemoryChange => ({ [memberOf(uri)]: null }),
} as const;
