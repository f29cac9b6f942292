import type { ClientCapabilities } from '../protocol/capabilities.js';
import type { RequestId, RpcParams, RpcRequest } from '../protocol/json-rpc.js';
import type { Implementation, LogLevel } from '../protocol/messages.js';
import type { Dialect } from './dialects/dialect.js';
import type { InFlight } from './in-flight.js';
import type { MessageContext } from './message-context.js';
import type { PeerMemory } from './peer-memory.js';
import { readMeta } from './request-meta.js';
import { settleRevision } from './settle-revision.js';

const NO_PARAMS: RpcParams = Object.freeze({});

/** One request on its way through the server: what it says and what is known about it. */
export class RequestScope {
  readonly id: RequestId;
  readonly method: string;
  readonly params: RpcParams;
  readonly meta: RpcParams;
  readonly dialect: Dialect;
  readonly client?: Implementation;
  readonly clientCapabilities: ClientCapabilities;
  /** What the client wants to be told of; undefined: nothing was said. */
  readonly logLevel?: LogLevel;
  /** Who calls, once the endpoint's guards have said so. */
  caller?: unknown;
  #replyHeaders?: Record<string, string>;

  /** @throws ProtocolError where `_meta`, headers or version are at fault */
  constructor(
    readonly message: RpcRequest,
    readonly context: MessageContext,
    readonly memory: PeerMemory | undefined,
    readonly inFlight: InFlight | undefined,
  ) {
    this.id = message.id;
    this.method = message.method;
    this.params = message.params ?? NO_PARAMS;
    this.meta = readMeta(this.params);
    const settled = settleRevision(message, this.meta, context, memory);
    this.dialect = settled.dialect;
    this.client = settled.client;
    this.clientCapabilities = settled.clientCapabilities;
    this.logLevel = settled.logLevel;
  }

  get replyHeaders(): Readonly<Record<string, string>> | undefined {
    return this.#replyHeaders;
  }

  setReplyHeader(name: string, value: string): void {
    this.#replyHeaders ??= {};
    this.#replyHeaders[name] = value;
  }
}
