import type { McpCallContext } from '../context/call-context.js';
import type { McpPrincipal } from '../context/principal.js';
import type { SetupProblem } from '../errors/setup.error.js';
import type { CacheHint } from '../protocol/caching.js';
import type { Extensions } from '../protocol/capabilities.js';
import type { Implementation } from '../protocol/messages.js';
import type { McpBus } from './bus/mcp-bus.js';
import type { MessageContext } from './message-context.js';

/** How long sessions last, and where. */
export interface SessionOptions {
  /** Milliseconds. @default 604800000 (7 days) */
  readonly ttl?: number;
  /** Several processes serve them: without a shared bus, DELETE is then not served. @default false */
  readonly replicas?: boolean;
}

/** Remembers what has been used, for all replicas. */
export interface SingleUse {
  /** Resolves to true the first time, to false ever after; must be atomic. `ttl`: milliseconds. */
  use(id: string, ttl: number): Promise<boolean>;
}

/** Who may look behind the entries, and what else they are told. */
export interface InspectorPolicy {
  /** @throws ProtocolError where the sender of the message may not look behind them */
  admit(token: unknown, context: MessageContext): void;
  /** What the boot had to say. */
  notices(): readonly SetupProblem[];
}

/** How the protocol server behaves; the module fills in what the user left out. */
export interface McpServerOptions {
  readonly info: Implementation;
  readonly instructions?: string;
  /** Calls at once; past it, `MCP_OVERLOADED`. @default 1000 */
  readonly maxInFlight?: number;
  /**
   * Calls that wait for their callers' answers, beside those that run (handshake era); past it, and
   * past a tenth of it for one connection or session, `MCP_OVERLOADED`. @default 1000
   */
  readonly maxWaiting?: number;
  /** Milliseconds that a call may take. @default none */
  readonly timeout?: number;
  /** Upper bound of every call's time, milliseconds. @default none */
  readonly maxTimeout?: number;
  /** Entries of one page of a list. @default lists are not paged */
  readonly pageSize?: number;
  /**
   * How long a client may keep lists and the answer to `server/discover`. A list that depends on
   * the caller is `private` whatever stands here.
   * @default { ttlMs: 0, cacheScope: 'private' }
   */
  readonly listCache?: CacheHint;
  /** Extensions that the application serves, by identifier. @default none */
  readonly extensions?: Extensions;
  /**
   * The language of a call: told what the request asks for (`_meta`, `Accept-Language`) and the
   * connection's default. @default the first language asked for, else the connection's
   */
  readonly localeOf?: (
    requested: string | undefined,
    fallback: string | undefined,
  ) => string | undefined;
  /**
   * Languages that definitions come in, the default first. With several, a list is its caller's: it
   * is never shared nor kept. @default one, which nobody names
   */
  readonly languages?: readonly string[];
  /** The words of a failure in a language; undefined: as they are. @default as they are */
  readonly failureWords?: (
    failure: { readonly code: string; readonly message: string; readonly details?: unknown },
    language: string,
  ) => string | undefined;
  /**
   * Secrets that sign what clients keep for us (request states, session ids), the newest first: all
   * replicas share them. @default random: a restart, or another replica, refuses what was signed
   */
  readonly keys?: readonly string[];
  /**
   * Sessions of the handshake era over HTTP: elicitation, sampling, log level, the GET stream. Needs
   * `keys`. @default off: every POST stands alone
   */
  readonly sessions?: SessionOptions;
  /** How replicas hear of each other. @default within this process */
  readonly bus?: McpBus;
  /** Streams (`subscriptions/listen`, GET) at once; past it, `MCP_OVERLOADED`. @default 10000 */
  readonly maxStreams?: number;
  /** Milliseconds that a caller has for an answer. @default 900000 (15 minutes) */
  readonly requestStateTtl?: number;
  /** Makes a request state good for one retry alone. @default it is good until it expires */
  readonly singleUse?: SingleUse;
  /**
   * Who a caller is, for what is bound to one person (request states, sessions, answers).
   * @default `sub`, `id` and their like of what the guards call the user, else the credentials
   */
  readonly principalOf?: (caller: unknown, context: MessageContext) => string | undefined;
  /** Request headers that count as credentials. @default authorization, x-api-key, cookie */
  readonly credentialHeaders?: readonly string[];
  /**
   * Finds out who sends a message, before anything in it is looked at (the token check); rejects
   * with a `ProtocolError` that fails the message as a whole. @default nobody is known
   */
  readonly authenticate?: (
    context: Pick<MessageContext, 'transport' | 'headers' | 'request'>,
  ) => Promise<McpPrincipal | undefined>;
  /**
   * The guard of everything that is not a call (initialize, discover, lists, unknown names): runs
   * the app's global guards as the endpoint's handler; rejects with a `ProtocolError` 401 or 403.
   */
  readonly gate?: (call: McpCallContext, message: object) => Promise<void>;
  /** Tells people where entries come from (`dev.toolport/inspect`). @default off: an unknown method */
  readonly inspector?: InspectorPolicy;
  /** Told about errors that were masked on the wire. */
  readonly onMasked?: (error: unknown, reference: string) => void;
}
