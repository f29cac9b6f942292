import { isJsonObject } from '../../protocol/json-rpc.js';
import type { McpBus, SessionRecord } from '../bus/mcp-bus.js';

const EMPTY: SessionRecord = Object.freeze({});

/** Records that are kept at hand; past it, the oldest is read from the bus again. */
const MOST_KEPT = 10_000;

/** Milliseconds after which a record is read again: a message of the bus may have been lost. */
const FRESH = 60_000;

interface Kept {
  readonly record: SessionRecord;
  readonly readAt: number;
}

/**
 * What sessions have come to beside their tokens: the bus holds it, this process keeps a copy. A
 * session about which there is nothing to remember costs nothing.
 */
export class SessionRecords {
  readonly #kept = new Map<string, Kept>();

  constructor(private readonly bus: McpBus) {}

  async get(session: string): Promise<SessionRecord> {
    const kept = this.#kept.get(session);
    if (kept && (!this.bus.shared || Date.now() - kept.readAt < FRESH)) return kept.record;
    const read = await this.bus.read(keyOf(session));
    const record: SessionRecord = isJsonObject(read) ? read : EMPTY;
    if (this.bus.shared) this.keep(session, record);
    return record;
  }

  /** @param ttl milliseconds for which the session may still be used */
  async update(session: string, change: SessionRecord, ttl: number): Promise<void> {
    const record = { ...(await this.get(session)), ...change };
    this.keep(session, record);
    await this.bus.write(keyOf(session), record, ttl);
    await this.bus.publish({ kind: 'session', session, record });
  }

  /** Takes note of what a replica says. */
  keep(session: string, record: SessionRecord): void {
    this.#kept.delete(session);
    this.#kept.set(session, { record, readAt: Date.now() });
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MOST_KEPT && oldest !== undefined) this.#kept.delete(oldest);
  }
}

function keyOf(session: string): string {
  return `session:${session}`;
}
