import type { ToolEntry } from '../tools/tool-entry.js';
import { NO_CACHE } from '../protocol/caching.js';
import { META } from '../protocol/messages.js';
import { RunningCalls } from './calls/running-calls.js';
import { Connection } from './connection.js';
import type { MessageContext, ServerReply } from './message-context.js';
import { KeyRing, type KeyPurpose } from './keys/key-ring.js';
import { receive } from './receive.js';
import type { ServerCore, ServerTables } from './server-core.js';
import type { McpServerOptions } from './server.options.js';

/** Calls at once, where the options say nothing. */
const DEFAULT_MAX_IN_FLIGHT = 1000;

/**
 * The protocol server: a message in, messages out, over whatever transport; it speaks all revisions
 * of `PROTOCOL_VERSIONS` at once.
 */
export class McpServer {
  readonly #core: ServerCore;

  constructor(options: McpServerOptions, tables: ServerTables) {
    this.#core = {
      options,
      tables,
      calls: new RunningCalls(options.maxInFlight ?? DEFAULT_MAX_IN_FLIGHT),
      stamp: Object.freeze({ [META.serverInfo]: options.info }),
      listCache: options.listCache ?? NO_CACHE,
      stateKeys: keyRing(options, 'request-state'),
      onMasked: options.onMasked ?? (() => {}),
    };
  }

  /** All tools, by name, hidden ones included. */
  get tools(): readonly ToolEntry[] {
    return this.#core.tables.tools.list();
  }

  findTool(name: string): ToolEntry | undefined {
    return this.#core.tables.tools.get(name);
  }

  /**
   * Answers one message of a channel that forgets (HTTP: each POST stands alone). Never rejects.
   *
   * @param message parsed JSON: a message, or a batch of them
   */
  handle(message: unknown, context: MessageContext): Promise<ServerReply> {
    return receive(this.#core, message, context, undefined);
  }

  /**
   * Opens a channel that remembers and multiplexes (stdio, WebSocket, in process).
   *
   * @param context holds for every message of the connection; its `signal` ends it
   */
  openConnection(context: MessageContext): Connection {
    return new Connection(this.#core, context);
  }

  /** Refuses new calls, waits up to `timeout` milliseconds for the running ones, aborts the rest. */
  drain(timeout: number): Promise<void> {
    return this.#core.calls.drain(timeout);
  }
}

function keyRing({ keys }: McpServerOptions, purpose: KeyPurpose): KeyRing {
  return keys && keys.length > 0 ? new KeyRing(keys, purpose) : KeyRing.random(purpose);
}
