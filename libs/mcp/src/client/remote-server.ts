import type { CallToolResult, Client } from '@modelcontextprotocol/client';
import { McpCallContext } from '../context/call-context.js';
import type { ExecuteOptions, ToolResult } from '../registry/tool.js';
import { CallClock } from './call-clock.js';
import { CallGate } from './call-gate.js';
import { loggable, type ClientLog } from './client-log.js';
import type { ReconnectOptions, RemoteToolNaming } from './client.options.js';
import type { ServerEntry } from './config/server-entry.js';
import type { ConnectContext } from './connect.js';
import type { Connection } from './connection.js';
import { messageOf } from './error-words.js';
import { forwardedHeaders } from './forwarded-headers.js';
import { OpenQuestions } from './open-questions.js';
import { Refresher } from './refresher.js';
import { RemoteTools } from './remote-tools.js';
import { RemoteError } from './remote.error.js';
import { ServerLink } from './server-link.js';
import type { ServerHealth, ServerState } from './server-state.js';
import { isNetworkFailure, isSessionLost, toRemoteError, wasNeverSent } from './to-remote-error.js';

export interface RemoteServerOptions {
  readonly entry: ServerEntry;
  readonly context: ConnectContext;
  readonly reconnect: Required<ReconnectOptions>;
  readonly naming: RemoteToolNaming;
  readonly log: ClientLog;
}

/** Milliseconds for which a call that was given up may still be heard of. */
const AFTERMATH = 30_000;

/** What a call may say about itself. */
export type RemoteCallOptions = Pick<ExecuteOptions, 'signal' | 'timeout' | 'onProgress'>;

/** One configured server, whatever the state of its connection; injected by `@InjectMcpClient`. */
export class RemoteServer {
  /** Its key in the configuration. */
  readonly name: string;
  /** The server's tools, named as everybody here knows them. */
  readonly tools: RemoteTools;
  readonly #link: ServerLink;
  readonly #gate: CallGate;
  readonly #clocks = new Set<CallClock>();
  readonly #questions = new OpenQuestions();
  #lastGivenUp = -Infinity;
  readonly #refresher = new Refresher(() => this.#refresh());

  constructor(private readonly options: RemoteServerOptions) {
    const { entry, naming, log, reconnect } = options;
    const { concurrency, queueSize } = entry.limits;
    this.name = entry.key;
    this.#gate = new CallGate(entry.key, concurrency, queueSize);
    this.tools = new RemoteTools({
      origin: entry.key,
      naming,
      only: entry.options.tools,
      warn: (message) => log.warn(message),
      call: (tool, args, callOptions) => this.callTool(tool, args, callOptions),
    });
    this.#link = new ServerLink({
      entry,
      context: {
        ...options.context,
        handlers: () => this.#questions.watch(options.context.handlers()),
      },
      reconnect,
      prepare: (connection, signal) => this.#prepare(connection, signal),
      onToolsChanged: () => this.#refresher.ask(),
      onState: (state, reason) => this.#report(state, reason),
    });
  }

  /** Where its connection's life is. */
  get state(): ServerState {
    return this.options.entry.options.disabled ? 'disabled' : this.#link.state;
  }

  /** Whether whatever the server says now can only be about the one call under way. */
  get hasOneCallOnly(): boolean {
    return this.#gate.running === 1 && performance.now() - this.#lastGivenUp > AFTERMATH;
  }

  /** Tries to connect; resolves when that came to an end, good or bad. */
  async start(): Promise<void> {
    if (this.state !== 'disabled') await this.#link.start();
  }

  /** What is known about it at the moment. */
  health(): ServerHealth {
    const { connection, reason, since, failures, nextAttempt } = this.#link;
    const info = connection?.client.getServerVersion();
    return {
      state: this.state,
      reason,
      since: since.toISOString(),
      failures,
      nextAttempt: nextAttempt?.toISOString(),
      tools: this.tools.tools().length,
      running: this.#gate.running,
      waiting: this.#gate.waiting,
      transport: this.options.entry.transport,
      protocolVersion: connection?.client.getNegotiatedProtocolVersion(),
      serverInfo: info && { name: info.name, version: info.version },
    };
  }

  /**
   * Calls a tool by the server's own name for it.
   *
   * @throws RemoteError where no answer could be had
   */
  async callTool(
    tool: string,
    args: Readonly<Record<string, unknown>> = {},
    options: RemoteCallOptions = {},
  ): Promise<ToolResult> {
    const headers = forwardedHeaders(this.options.entry, McpCallContext.current());
    const result = await this.#run(`${this.name}/${tool}`, options, (connection, clock) =>
      connection.callTool(tool, args, {
        signal: clock.signal,
        headers,
        onprogress: (progress) => {
          clock.touch();
          options.onProgress?.(progress);
        },
      }),
    );
    return toToolResult(result);
  }

  /**
   * Runs `work` with the SDK's client, for all that is not a tool: resources, prompts, completions.
   * It counts as one call: same limits, same errors; give the signal to the client's methods.
   *
   * @example server.use((client, signal) => client.readResource({ uri }, { signal }))
   */
  use<T>(
    work: (client: Client, signal: AbortSignal) => Promise<T>,
    options: RemoteCallOptions = {},
  ): Promise<T> {
    return this.#run(`the server "${this.name}"`, options, (connection, clock) =>
      connection.use((client) => work(client, clock.signal)),
    );
  }

  /** Ends a login that a user did in a browser; `parameters` are those of the redirect. */
  finishAuth(parameters: URLSearchParams | string): Promise<void> {
    return this.#link.finishAuth(parameters);
  }

  /** Ends all calls with `REMOTE_SHUTTING_DOWN`, then the connection. */
  async close(): Promise<void> {
    const reason = new RemoteError('REMOTE_SHUTTING_DOWN', 'The application is shutting down');
    this.#gate.close(reason);
    for (const clock of this.#clocks) clock.cancel(reason);
    await this.#link.close();
  }

  async #run<T>(
    what: string,
    options: RemoteCallOptions,
    work: (connection: Connection, clock: CallClock) => Promise<T>,
  ): Promise<T> {
    const { limits } = this.options.entry;
    const clock = new CallClock({
      what,
      signal: options.signal,
      timeout: options.timeout ?? limits.timeout,
      maxTimeout: Math.max(limits.maxTimeout, options.timeout ?? 0),
      isPaused: () => this.#questions.any,
    });
    this.#clocks.add(clock);
    try {
      return await this.#gate.run(() => this.#attempt(work, clock), clock.signal);
    } catch (error) {
      if (!clock.signal.aborted) throw this.#told(error);
      this.#lastGivenUp = performance.now();
      throw clock.signal.reason;
    } finally {
      this.#clocks.delete(clock);
      clock.stop();
    }
  }

  /** The caller is told what happened; what it looked like from here stands in the log alone. */
  #told(error: unknown): Error {
    const told = toRemoteError(error, this.name);
    if (told !== error) this.options.log.debug(loggable(messageOf(error)));
    return told;
  }

  /** Twice at most: again only where the server certainly did not look at the first request. */
  async #attempt<T>(
    work: (connection: Connection, clock: CallClock) => Promise<T>,
    clock: CallClock,
  ): Promise<T> {
    if (this.state === 'disabled') {
      throw new RemoteError('REMOTE_UNAVAILABLE', `The server "${this.name}" is disabled`);
    }
    const connection = await this.#link.ready(clock.signal);
    try {
      return await work(connection, clock);
    } catch (error) {
      if (clock.signal.aborted) throw error;
      const lost = isSessionLost(error, connection.sessionId);
      if (lost) this.#link.lose(connection, 'the server does not know our session any more');
      else if (isNetworkFailure(error)) this.#link.lose(connection, messageOf(error));
      if (!lost && !wasNeverSent(error)) throw error;
      return work(await this.#link.ready(clock.signal), clock);
    }
  }

  async #prepare(connection: Connection, signal: AbortSignal): Promise<void> {
    const { connectTimeout } = this.options.entry.limits;
    // First the watch: what changes while the list is on its way is told then.
    await connection.watchTools(connectTimeout / 2, signal);
    this.tools.replace(await connection.listTools(connectTimeout, signal));
  }

  async #refresh(): Promise<void> {
    const { connection } = this.#link;
    if (!connection) return;
    try {
      this.tools.replace(await connection.listTools(this.options.entry.limits.connectTimeout));
    } catch (error) {
      this.options.log.warn(`the changed tools could not be listed: ${messageOf(error)}`);
    }
  }

  #report(state: ServerState, reason: string | undefined): void {
    const { log } = this.options;
    if (state === 'ready') log.log(`ready, ${this.tools.tools().length} tools`);
    else if (state === 'connecting' || state === 'closed') log.debug(state);
    // One warning when it begins; every further attempt would only repeat it.
    else if (this.#link.failures <= 1) log.warn(`${state}: ${reason}`);
    else log.debug(`${state}: ${reason}`);
  }
}

function toToolResult(result: CallToolResult): ToolResult {
  const { content, structuredContent, isError, _meta } = result;
  return {
    success: isError !== true,
    content,
    ...(structuredContent !== undefined && { structured: structuredContent }),
    ...(_meta && { meta: _meta }),
  };
}
