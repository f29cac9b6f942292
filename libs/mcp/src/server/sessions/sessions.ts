import { ProtocolError } from '../../errors/protocol.error.js';
import type { Identity, McpBus } from '../bus/mcp-bus.js';
import { headerOf } from '../headers/request-headers.js';
import type { KeyRing } from '../keys/key-ring.js';
import type { MessageContext } from '../message-context.js';
import type { Agreement } from '../peer-memory.js';
import { ANONYMOUS, presentedBy, principalOf } from '../principal.js';
import type { McpServerOptions } from '../server.options.js';
import type { SessionRecord } from './session-record.js';
import { SessionRecords } from './session-records.js';
import { openClaims, readToken, writeToken } from './session-token.js';
import { SessionTraffic, type SessionStream } from './session-traffic.js';
import { Session, unknownSession } from './session.js';

/** Milliseconds: a major client does not open a new session when its own has expired. */
const DEFAULT_TTL = 7 * 24 * 60 * 60 * 1000;

/** The header that carries the session id. */
export const SESSION_HEADER = 'mcp-session-id';

/** Sessions of the handshake era over HTTP: signed tokens, so that any replica can serve any of them. */
export class Sessions {
  readonly #records: SessionRecords;
  readonly #traffic = new SessionTraffic();
  readonly #unsubscribe: () => void;

  constructor(
    private readonly options: McpServerOptions,
    private readonly keys: KeyRing,
    private readonly bus: McpBus,
    private readonly onFailure: (error: unknown) => void,
  ) {
    this.#records = new SessionRecords(bus);
    this.#unsubscribe = bus.subscribe((message) => {
      if (message.kind === 'session') this.#records.hear(message.session, message.change);
      this.#traffic.take(message);
    });
  }

  /** The id of a new session. @param caller as the endpoint's guards see it */
  create(agreement: Agreement, caller: unknown, context: MessageContext): string {
    const opener: Identity = {
      presented: presentedBy(context, this.options),
      principal: principalOf(caller, context, this.options),
    };
    const ttl = this.options.sessions?.ttl ?? DEFAULT_TTL;
    return writeToken(openClaims(agreement, opener, ttl), this.keys);
  }

  /**
   * The session that a message belongs to.
   *
   * @throws ProtocolError `MCP_INVALID_REQUEST` without an id, `MCP_SESSION_UNKNOWN` with one that is
   * forged, expired, ended or another's
   */
  async find(context: MessageContext): Promise<Session> {
    const token = headerOf(context, SESSION_HEADER);
    if (token === undefined) throw missingId();
    const claims = readToken(token, this.keys);
    if (!claims) throw unknownSession();
    const presented = presentedBy(context, this.options);
    const record = await this.#records.get(claims.id);
    if (record.ended || !mayBe(claims.opener, presented)) throw unknownSession();
    const whoIs = (caller: unknown) => principalOf(caller, context, this.options);
    return new Session(claims, record, presented, whoIs, {
      records: this.#records,
      traffic: this.#traffic,
      publish: (message) => void this.bus.publish(message).catch(this.onFailure),
    });
  }

  /** An end that other replicas do not hear of is none. */
  get canEnd(): boolean {
    return this.bus.shared || !this.options.sessions?.replicas;
  }

  /** What the session has come to by now. */
  recordOf({ id }: Session): Promise<SessionRecord> {
    return this.#records.get(id);
  }

  /** Makes this stream the one on which the session hears changes; gives back what takes it out. */
  openStream({ id: session }: Session, stream: SessionStream): () => void {
    const leave = this.#traffic.openStream(session, stream);
    const opened = { kind: 'stream-opened', session, stream: stream.id } as const;
    this.bus.publish(opened).catch(this.onFailure);
    return leave;
  }

  close(): void {
    this.#unsubscribe();
  }
}

/** Whether these credentials can be the opener's at all; what the guards say of them comes later. */
function mayBe(opener: Identity, presented: string): boolean {
  if (opener.presented === ANONYMOUS || opener.presented === presented) return true;
  // Renewed credentials: the guards may still name the same user.
  return opener.principal !== opener.presented;
}

function missingId(): ProtocolError {
  const message = 'The header Mcp-Session-Id is missing: this server keeps sessions';
  return new ProtocolError('MCP_INVALID_REQUEST', message);
}
