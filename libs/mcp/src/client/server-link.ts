import { AsyncLocalStorage } from 'node:async_hooks';
import { abortable } from './abortable.js';
import { backoffDelay } from './backoff.js';
import type { ReconnectOptions } from './client.options.js';
import type { ServerEntry } from './config/server-entry.js';
import { connect, type ConnectContext, type ServerTraits } from './connect.js';
import { Connection } from './connection.js';
import { messageOf } from './error-words.js';
import { RemoteError } from './remote.error.js';
import type { ServerState } from './server-state.js';
import { needsLogin } from './to-remote-error.js';
import type { WireIdTransport } from './transports/wire-id.transport.js';

export interface ServerLinkOptions {
  readonly entry: ServerEntry;
  readonly context: ConnectContext;
  readonly reconnect: Required<ReconnectOptions>;
  /** Part of the opening: what fails here fails the attempt. */
  readonly prepare: (connection: Connection, signal: AbortSignal) => Promise<void>;
  readonly onToolsChanged: () => void;
  readonly onState: (state: ServerState, reason: string | undefined) => void;
}

/**
 * The life of the connection to one server: opened at start, opened again when it is lost, after
 * a wait that grows with each failure and that a call may cut short.
 */
export class ServerLink {
  #state: ServerState = 'connecting';
  #reason: string | undefined;
  #since = new Date();
  #connection: Connection | undefined;
  #attempt: Promise<Connection> | undefined;
  #abort: AbortController | undefined;
  #timer: NodeJS.Timeout | undefined;
  #nextAttempt: Date | undefined;
  #lastFailure = 0;
  #failures = 0;
  #lastTransport: WireIdTransport | undefined;
  readonly #traits: ServerTraits = {};
  /**
   * Runs a function outside of whatever call asked for the connection: its readers live on, and
   * would take all that comes for that call's, another person's included.
   */
  readonly #outside = AsyncLocalStorage.snapshot();

  constructor(private readonly options: ServerLinkOptions) {}

  get state(): ServerState {
    return this.#state;
  }
  get reason(): string | undefined {
    return this.#reason;
  }
  get since(): Date {
    return this.#since;
  }
  get failures(): number {
    return this.#failures;
  }
  get nextAttempt(): Date | undefined {
    return this.#nextAttempt;
  }
  get connection(): Connection | undefined {
    return this.#connection;
  }

  /** Opens the connection now; the failure of it is in `state`, never thrown. */
  async start(): Promise<void> {
    await this.#begin().catch(() => {});
  }

  /**
   * The open connection; waits for the attempt under way, or begins one.
   *
   * @throws RemoteError `REMOTE_UNAVAILABLE`, `REMOTE_UNAUTHORIZED`, `REMOTE_SHUTTING_DOWN`; the
   *   signal's reason
   */
  async ready(signal: AbortSignal): Promise<Connection> {
    signal.throwIfAborted();
    if (this.#connection) return this.#connection;
    if (this.#state === 'closed') throw this.#shuttingDown();
    if (this.#state === 'unauthorized' && this.#needsUser()) {
      throw this.#failure('REMOTE_UNAUTHORIZED');
    }
    return abortable(this.#attempt ?? this.#beginSoon(), signal);
  }

  /** Gives a connection up that a call found to be dead; the next attempt begins at once. */
  lose(connection: Connection, reason: string): void {
    connection.retire();
    this.#onLost(connection, reason);
  }

  /** Ends an OAuth flow with the parameters of the redirect, and connects. */
  async finishAuth(parameters: URLSearchParams | string): Promise<void> {
    const { inner } = this.#lastTransport ?? {};
    if (!inner || !('finishAuth' in inner) || typeof inner.finishAuth !== 'function') {
      throw this.#failure('REMOTE_UNAUTHORIZED');
    }
    await inner.finishAuth(parameters);
    if (!this.#connection) await this.#begin();
  }

  async close(): Promise<void> {
    this.#become('closed', 'the application is shutting down');
    clearTimeout(this.#timer);
    this.#abort?.abort(this.#shuttingDown());
    const connection = this.#connection;
    this.#connection = undefined;
    await Promise.all([connection?.close(), this.#attempt?.catch(() => {})]);
  }

  /** Many calls may ask for it: there is one attempt, and not right after a failed one. */
  #beginSoon(): Promise<Connection> {
    const earliest = this.#lastFailure + this.options.reconnect.initialDelay;
    const wait = earliest - Date.now();
    if (wait <= 0) return this.#begin();
    clearTimeout(this.#timer);
    const attempt = new Promise<void>((resolve, reject) => {
      this.#timer = setTimeout(resolve, wait);
      this.#abort = new AbortController();
      this.#abort.signal.addEventListener('abort', () => reject(this.#shuttingDown()));
    }).then(() => this.#outside(() => this.#open()));
    return this.#track(attempt);
  }

  #begin(): Promise<Connection> {
    if (this.#attempt) return this.#attempt;
    clearTimeout(this.#timer);
    return this.#track(this.#outside(() => this.#open()));
  }

  #track(attempt: Promise<Connection>): Promise<Connection> {
    this.#nextAttempt = undefined;
    this.#attempt = attempt;
    const done = () => {
      if (this.#attempt === attempt) this.#attempt = undefined;
    };
    attempt.then(done, done);
    return attempt;
  }

  async #open(): Promise<Connection> {
    if (this.#state === 'closed') throw this.#shuttingDown();
    this.#become('connecting');
    const { connectTimeout } = this.options.entry.limits;
    const abort = new AbortController();
    this.#abort = abort;
    const late = new Error(`no answer within ${connectTimeout} ms`);
    const timer = setTimeout(() => abort.abort(late), connectTimeout);
    try {
      return this.#opened(await this.#connect(abort.signal));
    } catch (error) {
      throw this.#failed(error);
    } finally {
      clearTimeout(timer);
    }
  }

  async #connect(signal: AbortSignal): Promise<Connection> {
    const { entry, context, prepare, onToolsChanged } = this.options;
    const open = await connect(entry, context, this.#traits, signal, (transport) => {
      this.#lastTransport = transport;
    });
    const connection: Connection = new Connection(open, {
      onToolsChanged,
      onLost: (reason) => this.#onLost(connection, reason),
    });
    try {
      await prepare(connection, signal);
      signal.throwIfAborted();
      return connection;
    } catch (error) {
      await connection.close();
      throw error;
    }
  }

  #opened(connection: Connection): Connection {
    this.#failures = 0;
    this.#connection = connection;
    this.#become('ready');
    return connection;
  }

  #failed(error: unknown): Error {
    if (this.#state === 'closed') return this.#shuttingDown();
    this.#failures += 1;
    this.#lastFailure = Date.now();
    const login = needsLogin(error);
    this.#become(login ? 'unauthorized' : 'failed', messageOf(error));
    const { reconnect } = this.options;
    // Each attempt would send the user to another login page.
    if (login && this.#needsUser()) clearTimeout(this.#timer);
    else this.#schedule(login ? reconnect.maxDelay : backoffDelay(this.#failures, reconnect));
    return this.#failure(login ? 'REMOTE_UNAUTHORIZED' : 'REMOTE_UNAVAILABLE', error);
  }

  #onLost(connection: Connection, reason: string): void {
    // A late word about an older connection must not disturb the present one.
    if (this.#connection !== connection || this.#state === 'closed') return;
    this.#connection = undefined;
    this.#become('failed', reason);
    this.#schedule(backoffDelay(0, this.options.reconnect));
  }

  /** Whether a login is something that a person does, in a browser. */
  #needsUser(): boolean {
    const { provider } = this.options.context;
    return provider !== undefined && 'redirectUrl' in provider && Boolean(provider.redirectUrl);
  }

  #schedule(wait: number): void {
    clearTimeout(this.#timer);
    this.#nextAttempt = new Date(Date.now() + wait);
    this.#timer = setTimeout(() => void this.#begin().catch(() => {}), wait);
    this.#timer.unref();
  }

  #become(state: ServerState, reason?: string): void {
    if (this.#state === 'closed') return;
    this.#state = state;
    this.#reason = reason;
    this.#since = new Date();
    this.options.onState(state, reason);
  }

  #failure(code: 'REMOTE_UNAVAILABLE' | 'REMOTE_UNAUTHORIZED', cause?: unknown): RemoteError {
    const what = code === 'REMOTE_UNAUTHORIZED' ? 'wants a login' : 'is not connected';
    const message = `The server "${this.options.entry.key}" ${what}: ${this.#reason ?? 'unknown'}`;
    return new RemoteError(code, message, { cause });
  }

  #shuttingDown(): RemoteError {
    return new RemoteError('REMOTE_SHUTTING_DOWN', 'The application is shutting down');
  }
}
