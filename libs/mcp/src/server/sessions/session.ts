import { ProtocolError } from '../../errors/protocol.error.js';
import type { RequestId, RpcResponse } from '../../protocol/json-rpc.js';
import type { LogLevel } from '../../protocol/messages.js';
import type { BusMessage, Identity, MemoryChange } from '../bus/mcp-bus.js';
import { InFlight } from '../in-flight.js';
import { DEFAULT_LOG_LEVEL, type Agreement, type PeerMemory } from '../peer-memory.js';
import { ANONYMOUS } from '../principal.js';
import { isLogLevel } from '../request-meta.js';
import { isSameSender } from './sender.js';
import { CHANGES, type SessionRecord } from './session-record.js';
import type { SessionRecords } from './session-records.js';
import type { SessionClaims } from './session-token.js';
import type { SessionTraffic } from './session-traffic.js';

/** URIs that one session may subscribe to. */
const MOST_SUBSCRIPTIONS = 1000;

/** What sessions work with. */
export interface SessionParts {
  readonly records: SessionRecords;
  readonly traffic: SessionTraffic;
  publish(message: BusMessage): void;
}

/** A session as one message finds it: what its token says, what came after, and who sends it. */
export class Session implements PeerMemory {
  readonly id: string;
  readonly agreement: Agreement;
  #sender: Identity;

  /**
   * @param presented by the message at hand; see `presentedBy`
   * @param principalOf who a caller is, once the guards have said so
   */
  constructor(
    private readonly claims: SessionClaims,
    readonly record: SessionRecord,
    presented: string,
    private readonly principalOf: (caller: unknown) => string,
    private readonly parts: SessionParts,
  ) {
    this.id = claims.id;
    this.agreement = claims.agreement;
    this.#sender = { presented, principal: presented };
  }

  get peer(): string {
    return this.id;
  }

  get logLevel(): LogLevel {
    const { logLevel } = this.record;
    return isLogLevel(logLevel) ? logLevel : DEFAULT_LOG_LEVEL;
  }

  admit(caller: unknown): void {
    const principal = this.principalOf(caller);
    this.#sender = { ...this.#sender, principal };
    const { opener } = this.claims;
    const isOpener = opener.principal === ANONYMOUS || isSameSender(opener, this.#sender);
    // As for an unknown session: whoever has found the id elsewhere learns nothing from the answer.
    if (!isOpener) throw unknownSession();
  }

  setLogLevel(level: LogLevel): Promise<void> {
    return this.#remember(CHANGES.logLevel(level));
  }

  async subscribe(uri: string): Promise<void> {
    if (this.record.isSubscribedTo(uri)) return;
    if (this.record.subscriptions >= MOST_SUBSCRIPTIONS) {
      const message = `A session may subscribe to ${MOST_SUBSCRIPTIONS} resources`;
      throw new ProtocolError('MCP_INVALID_PARAMS', message);
    }
    await this.#remember(CHANGES.subscribe(uri));
  }

  async unsubscribe(uri: string): Promise<void> {
    if (this.record.isSubscribedTo(uri)) await this.#remember(CHANGES.unsubscribe(uri));
  }

  /** Ends the session, on all replicas. */
  finish(): Promise<void> {
    return this.#remember(CHANGES.end);
  }

  /** Each POST has an answer of its own, so ids that meet are no harm (unlike on one channel). */
  begin(id: RequestId, method: string): InFlight {
    const inFlight = new InFlight(id, method);
    this.parts.traffic.begin({ session: this.id, inFlight, sender: () => this.#sender });
    return inFlight;
  }

  end(inFlight: InFlight): void {
    this.parts.traffic.end(this.id, inFlight);
  }

  cancel(requestId: RequestId, reason?: string): void {
    const from = this.#sender;
    this.parts.publish({ kind: 'cancelled', session: this.id, from, requestId, reason });
  }

  expect(id: string, listener: (response: RpcResponse) => void): () => void {
    return this.parts.traffic.expect(id, { session: this.id, sender: this.#sender, listener });
  }

  answered(response: RpcResponse): void {
    const from = this.#sender;
    this.parts.publish({ kind: 'answered', session: this.id, from, response });
  }

  #remember(change: MemoryChange): Promise<void> {
    return this.parts.records.change(this.id, change, this.claims.expires - Date.now());
  }
}

/** The fault of a session id that is forged, expired, ended, or another's. */
export function unknownSession(): ProtocolError {
  return new ProtocolError('MCP_SESSION_UNKNOWN', 'There is no such session: initialize anew');
}
