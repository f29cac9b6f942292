import type { McpBus, MemoryChange } from '../bus/mcp-bus.js';
import { SessionRecord } from './session-record.js';

/** Records that are kept at hand; past it, the oldest is read from the bus again. */
const MOST_KEPT = 10_000;

/** Milliseconds after which a record is read again: a message of the bus may have been lost. */
const FRESH = 60_000;

interface Kept {
  readonly record: SessionRecord;
  readonly readAt: number;
  /** The reading. */
  readonly ready: Promise<SessionRecord>;
}

/**
 * What sessions have come to beside their tokens: the bus holds it. Where that is another process,
 * this one keeps a copy, which follows what replicas tell. A session about which there is nothing to
 * remember costs nothing in a single process.
 */
export class SessionRecords {
  readonly #kept = new Map<string, Kept>();

  constructor(private readonly bus: McpBus) {}

  get(session: string): Promise<SessionRecord> {
    const kept = this.#kept.get(session);
    if (kept && Date.now() - kept.readAt < FRESH) return kept.ready;
    const record = new SessionRecord();
    const ready = this.#read(session, record);
    if (this.bus.shared) this.#keep(session, { record, readAt: Date.now(), ready });
    return ready;
  }

  /** @param ttl milliseconds for which the session may still be used */
  async change(session: string, change: MemoryChange, ttl: number): Promise<void> {
    this.hear(session, change);
    await this.bus.change(keyOf(session), change, ttl);
    await this.bus.publish({ kind: 'session', session, change });
  }

  /** Takes note of what a replica says; a reading under way does not undo it. */
  hear(session: string, change: MemoryChange): void {
    this.#kept.get(session)?.record.apply(change);
  }

  async #read(session: string, record: SessionRecord): Promise<SessionRecord> {
    try {
      return record.fill(await this.bus.read(keyOf(session)));
    } catch (error) {
      // What could not be read is asked for again, not taken for empty.
      if (this.#kept.get(session)?.record === record) this.#kept.delete(session);
      throw error;
    }
  }

  #keep(session: string, kept: Kept): void {
    this.#kept.delete(session);
    this.#kept.set(session, kept);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MOST_KEPT && oldest !== undefined) this.#kept.delete(oldest);
  }
}

function keyOf(session: string): string {
  return `session:${session}`;
}
