import type { PromptEntry } from '../prompts/prompt-entry.js';
import type { ResourceEntry } from '../resources/resource-entry.js';
import type { ToolEntry } from '../tools/tool-entry.js';
import { McpNotifier } from './changes/mcp-notifier.js';
import { Connection } from './connection.js';
import { createCore } from './create-core.js';
import type { MessageContext, ServerReply } from './message-context.js';
import { receive } from './receive.js';
import type { ServerCore, ServerTables } from './server-core.js';
import type { McpServerOptions } from './server.options.js';
import { endSession, streamToSession } from './sessions/session-endpoint.js';

/**
 * The protocol server: a message in, messages out, over whatever transport; it speaks all revisions
 * of `PROTOCOL_VERSIONS` at once.
 */
export class McpServer {
  /** Tells clients, of all replicas, that something has changed. */
  readonly notifier: McpNotifier;
  readonly #core: ServerCore;

  /** @throws SetupError where sessions are switched on without keys */
  constructor(options: McpServerOptions, tables: ServerTables) {
    this.#core = createCore(options, tables);
    this.notifier = new McpNotifier(this.#core.bus, this.#core.onFailure);
  }

  /** All tools, by name, hidden ones included. */
  get tools(): readonly ToolEntry[] {
    return this.#core.tables.tools.list();
  }

  /** The tool of that name, a hidden one too. */
  findTool(name: string): ToolEntry | undefined {
    return this.#core.tables.tools.get(name);
  }

  /** All prompts, by name. */
  get prompts(): readonly PromptEntry[] {
    return this.#core.tables.prompts?.list() ?? [];
  }

  /** Those with a URI of their own, then the templates. */
  get resources(): readonly ResourceEntry[] {
    const { resources } = this.#core.tables;
    return resources ? [...resources.fixed.list(), ...resources.templates.list()] : [];
  }

  /**
   * Answers one message of a channel that forgets (HTTP: each POST stands alone). Never rejects.
   *
   * @param message parsed JSON: a message, or a batch of them
   */
  handle(message: unknown, context: MessageContext): Promise<ServerReply> {
    return Promise.resolve(receive(this.#core, message, context, undefined));
  }

  /**
   * HTTP GET: sends a session the changes that it wants to hear of, until the client leaves or the
   * server drains; only then the reply comes. Its status is 405 where sessions are off. The transport
   * opens its stream when `context.accepted` is called. Never rejects.
   */
  stream(context: MessageContext): Promise<ServerReply> {
    return streamToSession(this.#core, context);
  }

  /** HTTP DELETE: ends a session; 405 where sessions are off. Never rejects. */
  endSession(context: MessageContext): Promise<ServerReply> {
    return endSession(this.#core, context);
  }

  /**
   * Judges the credentials with which a channel is to be opened, as those of a message; for a
   * transport that can refuse the opening itself.
   *
   * @throws ProtocolError 401 or 403, with the challenge in its headers
   */
  async admit(applicant: Pick<MessageContext, 'transport' | 'headers' | 'request'>): Promise<void> {
    await this.#core.options.authenticate?.(applicant);
  }

  /**
   * Opens a channel that remembers and multiplexes (stdio, WebSocket, in process).
   *
   * @param context holds for every message of the connection; its `signal` ends it
   */
  openConnection(context: MessageContext): Connection {
    return new Connection(this.#core, context);
  }

  /**
   * Refuses new calls, ends streams and unanswered questions, waits up to `timeout` milliseconds for
   * the running calls, and aborts the rest.
   */
  async drain(timeout: number): Promise<void> {
    const { calls, streams, sessions, stopWatching } = this.#core;
    streams.close();
    await calls.drain(timeout);
    stopWatching();
    sessions?.close();
  }
}
