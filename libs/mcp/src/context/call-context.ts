import { AsyncLocalStorage } from 'node:async_hooks';
import { isJsonObject, type RequestId } from '../protocol/json-rpc.js';
import type { Implementation, LogLevel } from '../protocol/messages.js';
import type { ProtocolVersion } from '../protocol/revisions.js';
import type { ElicitResult, FormContent } from '../protocol/elicitation.js';
import type {
  FormRequestParams,
  InputRequest,
  Root,
  SamplingParams,
  SamplingResult,
  UrlRequestParams,
} from '../protocol/input-requests.js';
import { McpError } from '../errors/mcp.error.js';
import type { McpPrincipal } from './principal.js';
import type { CallContextInit, CallKind, CallTransport } from './call-context-init.js';
import { SILENT_PEER, type CallPeer } from './call-peer.js';

export type { CallContextInit, CallKind, CallTransport } from './call-context-init.js';

/** Whoever makes the request of a call, once it is asked for. */
interface RequestLender {
  readonly request: { user?: unknown };
}

let setLender: (call: McpCallContext, lender: RequestLender) => void;

/** The pipeline's word for where the request of a call is found; not for methods, who would change the caller. */
export function lendRequest(call: McpCallContext, lender: RequestLender): void {
  setLender(call, lender);
}

/** How a question is asked. */
export interface AskOptions {
  /** @default the question's place among those of its kind */
  readonly key?: string;
}

/** What the user did with a page: whether it was filled in, nobody tells. */
export interface UrlElicitResult {
  /** Whether the user opened it. */
  readonly action: ElicitResult['action'];
}

const storage = new AsyncLocalStorage<McpCallContext>();

/**
 * All that a method may know and do about the MCP call that it serves: one fresh object per call.
 *
 * Injected by `@McpCall()`, and reachable from anywhere below by `McpCallContext.current()`.
 */
export class McpCallContext {
  /** Constant: tells an audit log or a transaction that it runs inside an MCP call. */
  readonly source = 'mcp' as const;
  /** What kind of thing is called. */
  readonly kind: CallKind;
  /** Of the tool or prompt, the URI of the resource, or the method. */
  readonly name: string;
  /** How the call came. */
  readonly transport: CallTransport;
  /** As the client numbered it, where it is a request. */
  readonly requestId?: RequestId;
  /** The revision that this call speaks. */
  readonly protocolVersion?: ProtocolVersion;
  /** As the client names itself: not to be trusted. */
  readonly client?: Implementation;
  /** What the client says that it can do. */
  readonly clientCapabilities: Readonly<Record<string, unknown>>;
  /** The request's `_meta`, unchanged. */
  readonly meta: Readonly<Record<string, unknown>>;
  /** BCP 47: the language to answer in. */
  readonly locale?: string;
  /** Milliseconds since the epoch: when `signal` will fire, where a time limit holds. */
  readonly deadline?: number;
  /** Lower-case names; over stdio, the start-up credentials. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The framework's real request (Express or Fastify); absent over stdio and in process. */
  readonly baseRequest?: object;
  /** As the framework tells it: behind a proxy, what its `trust proxy` setting makes of it. */
  readonly remoteAddress?: string;
  /** Who the access token says it is; undefined without one (`oauth`). */
  readonly principal?: McpPrincipal;
  #request?: { user?: unknown };
  #lender?: RequestLender;
  static {
    setLender = (call, lender) => (call.#lender = lender);
  }
  readonly #peer: CallPeer;
  readonly #signal: AbortSignal | (() => AbortSignal);

  constructor(init: CallContextInit) {
    this.kind = init.kind;
    this.name = init.name;
    this.transport = init.transport;
    this.#signal = init.signal;
    this.requestId = init.requestId;
    this.protocolVersion = init.protocolVersion;
    this.client = init.client;
    this.clientCapabilities = init.clientCapabilities ?? EMPTY;
    this.meta = init.meta ?? EMPTY;
    this.locale = init.locale;
    this.deadline = init.deadline;
    this.headers = init.headers ?? EMPTY;
    this.baseRequest = init.baseRequest;
    this.remoteAddress = init.remoteAddress;
    this.principal = init.principal;
    this.#peer = init.peer ?? SILENT_PEER;
  }

  /** The context of the call that this code runs in; undefined outside of one. */
  static current(): McpCallContext | undefined {
    return storage.getStore();
  }

  /** Runs `work` with `context` as the current one. */
  static run<T>(context: McpCallContext, work: () => T): T {
    return storage.run(context, work);
  }

  /** A context for a method that was reached by REST: everything works, nothing is sent. */
  static forRest(request: object, signal: AbortSignal): McpCallContext {
    const context = new McpCallContext({
      kind: 'tool',
      name: '',
      transport: 'rest',
      signal,
      baseRequest: request,
    });
    context.request = request;
    return context;
  }

  /** Aborts when the caller cancels, leaves, or the deadline is over; `signal.reason` says which. */
  get signal(): AbortSignal {
    return typeof this.#signal === 'function' ? this.#signal() : this.#signal;
  }
  /** The request that guards and pipes see; the pipeline's own is made when somebody looks. */
  get request(): { user?: unknown } | undefined {
    return this.#lender ? this.#lender.request : this.#request;
  }
  set request(request: { user?: unknown } | undefined) {
    this.#lender = undefined;
    this.#request = request;
  }
  /** Who calls: `request.user` as the app's guard set it. */
  get caller(): unknown {
    return this.request?.user;
  }
  /** The header of that name. */
  get userAgent(): string | undefined {
    return this.#header('user-agent');
  }
  /** The header of that name. */
  get referer(): string | undefined {
    return this.#header('referer');
  }
  /** `x-tenant-id`, or `--tenant`: what the caller says, which a guard must check. */
  get tenant(): string | undefined {
    return this.#header('x-tenant-id');
  }
  /** `x-correlation-id`, or `--correlation-id`: carries the caller's trace into the log. */
  get correlationId(): string | undefined {
    return this.#header('x-correlation-id');
  }

  /**
   * Tells the caller how far the call is; does nothing unless the request carried a progress token.
   *
   * @param progress so far, in any unit; must grow
   * @param total in the same unit, where known
   */
  progress(progress: number, total?: number, message?: string): void {
    this.#peer.progress(progress, total, message);
  }

  /** Sends a log message to the caller, if it asked for messages of this level. */
  log(level: LogLevel, data: unknown, logger?: string): void {
    this.#peer.log(level, data, logger);
  }

  /**
   * Asks the user a question, through the client; a client that lacks the ability fails the call.
   *
   * The first time round the call is unwound (transactions roll back) and runs again with the answer:
   * what comes before `elicit` runs twice. Several questions in one `Promise.all` are asked at once.
   *
   * @param options `key` names the question where a call asks several, in an order that may change
   * @throws McpError `INPUT_UNAVAILABLE` where there is nobody to ask (a call by REST)
   * @example
   * const { action, content } = await call.elicit<{ ok: boolean }>({
   *   message: 'Cancel the order?',
   *   requestedSchema: { type: 'object', properties: { ok: { type: 'boolean' } } },
   * });
   */
  elicit<Content extends object = FormContent>(
    params: FormRequestParams,
    options?: AskOptions,
  ): Promise<ElicitResult<Content>>;
  /** Sends the user to a page, for what must not pass through the client; answers before it is done. */
  elicit(params: UrlRequestParams, options?: AskOptions): Promise<UrlElicitResult>;
  elicit(params: FormRequestParams | UrlRequestParams, options?: AskOptions): Promise<unknown> {
    return this.#ask({ method: 'elicitation/create', params }, options);
  }

  /** Lets the client's model write an answer; unwinds and runs again as `elicit` does. */
  sample(params: SamplingParams, options?: AskOptions): Promise<SamplingResult>;
  sample(params: SamplingParams, options?: AskOptions): Promise<unknown> {
    return this.#ask({ method: 'sampling/createMessage', params }, options);
  }

  /** The places in the client's file system that it works in; unwinds and runs again as `elicit` does. */
  roots(options?: AskOptions): Promise<readonly Root[]>;
  async roots(options?: AskOptions): Promise<unknown> {
    const answer = await this.#ask({ method: 'roots/list' }, options);
    return isJsonObject(answer) ? answer.roots : [];
  }

  /** Keys of the questions that were answered in earlier rounds of this call. */
  get answered(): readonly string[] {
    return this.#peer.answered?.() ?? [];
  }

  /**
   * The pipeline's word that every guard has let the call pass; `caller` is known from here on.
   *
   * @throws ProtocolError where the caller is another than the session's
   */
  admit(): void {
    this.#peer.admitted?.(this);
  }

  async #ask(request: InputRequest, options: AskOptions | undefined): Promise<unknown> {
    const peer = this.#peer;
    if (peer.ask) return peer.ask(request, options?.key, this.caller);
    const message = `${request.method} needs an MCP client: this call has none to ask`;
    throw new McpError('INPUT_UNAVAILABLE', message, { status: 501 });
  }

  #header(name: string): string | undefined {
    const value = this.headers[name];
    return Array.isArray(value) ? value[0] : value;
  }
}

const EMPTY: Readonly<Record<string, never>> = Object.freeze(Object.create(null));
