import type { CallToolResult, Client, RequestOptions, Tool } from '@modelcontextprotocol/client';
import { setTimeout as delay } from 'node:timers/promises';
import { LONGEST_TIMER } from '../wire/timers.js';
import type { OpenConnection } from './connect.js';
import { messageOf } from './error-words.js';
import { ToolWatch } from './tool-watch.js';
import type { WireIdTransport } from './transports/wire-id.transport.js';

/** Milliseconds that a server has to take note that its session is over. */
const FAREWELL = 1000;

/** Where a connection reports what happens to it. */
export interface ConnectionEvents {
  /** The server's tools changed, or may have. */
  readonly onToolsChanged: () => void;
  /** The connection is of no more use; told at most once, and not after `close`. */
  readonly onLost: (reason: string) => void;
}

/** One connection from its opening to its end; a server that comes back gets a new one. */
export class Connection {
  readonly client: Client;
  readonly #transport: WireIdTransport;
  readonly #watch: ToolWatch;
  #inFlight = 0;
  #retired = false;
  #closing: Promise<void> | undefined;

  constructor(
    { client, transport }: OpenConnection,
    private readonly events: ConnectionEvents,
  ) {
    this.client = client;
    this.#transport = transport;
    this.#watch = new ToolWatch(client, {
      onChange: () => this.#retired || events.onToolsChanged(),
      onGone: (error) => this.#lose(messageOf(error)),
    });
    Object.assign(client, { onclose: () => this.#lose('the connection was closed') });
  }

  /** The id that the server gave our session, where it gave one. */
  get sessionId(): string | undefined {
    return this.#transport.sessionId;
  }
  get inFlight(): number {
    return this.#inFlight;
  }

  /** Follows the changes of the server's tools; must run before the first `listTools`. */
  watchTools(patience: number, signal: AbortSignal): Promise<void> {
    return this.#watch.start(patience, signal);
  }

  /** All pages. A server without tools is not asked. */
  async listTools(patience: number, signal?: AbortSignal): Promise<readonly Tool[]> {
    if (!this.client.getServerCapabilities()?.tools) return [];
    // Kept by the SDK: it checks results against these definitions and mirrors their headers.
    const options = { cacheMode: 'refresh', timeout: patience, signal } as const;
    const { tools } = await this.client.listTools(undefined, options);
    return tools;
  }

  callTool(
    name: string,
    args: Readonly<Record<string, unknown>>,
    options: RequestOptions,
  ): Promise<CallToolResult> {
    // Ours is the `CallClock`: the SDK's own limit must not fire first.
    return this.use((client) =>
      client.callTool({ name, arguments: { ...args } }, { timeout: LONGEST_TIMER, ...options }),
    );
  }

  /** Runs `work` on the SDK's client; a retired connection stays open until it is done. */
  async use<T>(work: (client: Client) => Promise<T>): Promise<T> {
    this.#inFlight += 1;
    try {
      return await work(this.client);
    } finally {
      this.#inFlight -= 1;
      if (this.#retired && this.#inFlight === 0) void this.close();
    }
  }

  /** Takes no part any more; closes as soon as the calls under way are over. */
  retire(): void {
    this.#retired = true;
    if (this.#inFlight === 0) void this.close();
  }

  /** Ends it at once; calls under way fail. Never rejects. */
  close(): Promise<void> {
    this.#retired = true;
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    this.#watch.stop();
    try {
      await this.#sayGoodbye();
      await this.client.close();
      // A client whose transport had closed already does not know it any more.
      await this.#transport.close();
    } catch {
      // What cannot be closed is closed.
    }
  }

  /** Frees what the server keeps for our session; it may refuse (405) or be gone. */
  async #sayGoodbye(): Promise<void> {
    const { inner } = this.#transport;
    if (!this.sessionId || !('terminateSession' in inner)) return;
    if (typeof inner.terminateSession !== 'function') return;
    const ended = Promise.resolve(inner.terminateSession()).catch(() => {});
    await Promise.race([ended, delay(FAREWELL, undefined, { ref: false })]);
  }

  #lose(reason: string): void {
    if (this.#retired) return;
    this.retire();
    this.events.onLost(reason);
  }
}
