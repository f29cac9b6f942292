import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import { McpCallContext } from '../../context/call-context.js';
import type { ToolRegistry } from '../../registry/tool-registry.js';
import type { ExecuteOptions, Tool, ToolResult } from '../../registry/tool.js';
import { loggable, type ClientLog } from '../client-log.js';
import type { ServerHandlers } from '../client-handler.js';
import type { ExposeOptions } from '../client.options.js';
import { messageOf } from '../error-words.js';
import { RemoteError } from '../remote.error.js';
import type { RemoteServer } from '../remote-server.js';
import type { RemoteTool } from '../remote-tool.js';
import { exposedTools } from './exposed-tools.js';
import { GatewayCall } from './gateway-call.js';
import { toQuestion, type Answer } from './questions.js';

/** The remote call in whose course something is asked; unknown over channels that multiplex. */
const current = new AsyncLocalStorage<GatewayCall>();

const AWAY = new Set(['REMOTE_UNAVAILABLE', 'REMOTE_CONNECTION_LOST', 'REMOTE_UNAUTHORIZED']);

interface Running {
  readonly call: GatewayCall;
  /** What was called with which arguments: an answer goes on with that and nothing else. */
  readonly digest: string;
}

/** Serves the tools of one remote server from our own endpoint, and keeps to what it has. */
export class Gateway {
  readonly #served = new Map<string, RemoteTool>();
  readonly #running = new Map<string, Running>();
  #stop: (() => void) | undefined;

  constructor(
    private readonly server: RemoteServer,
    private readonly expose: true | ExposeOptions,
    private readonly registry: ToolRegistry,
    private readonly log: ClientLog,
  ) {}

  /**
   * Begins to serve, and follows the changes of the server's tools.
   *
   * @param guards of every tool, beside the global ones
   */
  start(guards: readonly object[]): void {
    this.#stop = this.server.tools.onChange(() => this.#sync(guards));
    this.#sync(guards);
  }

  /** Serves nothing any more; the calls under way are the server's to end. */
  stop(): void {
    this.#stop?.();
    for (const name of this.#served.keys()) this.registry.withdraw(name);
    this.#served.clear();
  }

  /**
   * What answers the server's questions: whoever caused them by a call through us, else the
   * application's own handlers.
   */
  handlers(own: ServerHandlers): ServerHandlers {
    return {
      ...own,
      elicit: async (params, context) =>
        (await this.#askCaller(params)) ?? own.elicit?.(params, context) ?? { action: 'decline' },
      elicitUrl: async (params, context) =>
        (await this.#askCaller(params)) ??
        own.elicitUrl?.(params, context) ?? { action: 'decline' },
    };
  }

  #sync(guards: readonly object[]): void {
    const wanted = exposedTools(this.server.tools.tools(), this.expose);
    const next = new Map(wanted.map(({ name, tool }) => [name, tool]));
    for (const [name, tool] of this.#served) {
      if (next.get(name) === tool) continue;
      this.registry.withdraw(name);
      this.#served.delete(name);
    }
    for (const [name, tool] of next) {
      if (!this.#served.has(name)) this.#serve(name, tool, guards);
    }
  }

  /** One tool that cannot be served, its schema broken for instance, must not take the others along. */
  #serve(name: string, tool: RemoteTool, guards: readonly object[]): void {
    try {
      this.registry.serve(this.#facade(name, tool), { guards, of: tool.name });
      this.#served.set(name, tool);
    } catch (error) {
      this.log.warn(`the tool "${tool.remoteName}" cannot be served: ${messageOf(error)}`);
    }
  }

  #facade(name: string, tool: RemoteTool): Tool {
    const { title, description, inputSchema, outputSchema, annotations, origin } = tool;
    return {
      name,
      title,
      description,
      inputSchema,
      outputSchema,
      annotations,
      origin,
      execute: (args, options) =>
        this.#execute(tool, args, options ?? {}).catch((error: unknown) => {
          throw this.#told(error);
        }),
    };
  }

  /** Why a server is away names addresses, programs and what they wrote to stderr: our log's, not a caller's. */
  #told(error: unknown): unknown {
    if (!(error instanceof RemoteError) || !AWAY.has(error.code)) return error;
    this.log.debug(loggable(error.message));
    const message = `${this.server.name}: the server cannot be reached at the moment`;
    return new RemoteError(error.code, message, { cause: error });
  }

  async #execute(
    tool: RemoteTool,
    args: Readonly<Record<string, unknown>>,
    options: ExecuteOptions,
  ): Promise<ToolResult> {
    const context = McpCallContext.current();
    if (!context) return tool.execute(args, options);
    const digest = digestOf(tool.name, args);
    const call = this.#resume(context, digest) ?? this.#begin(tool, args, digest);
    return call.round(context, options);
  }

  #begin(tool: RemoteTool, args: Readonly<Record<string, unknown>>, digest: string): GatewayCall {
    const call: GatewayCall = new GatewayCall((options) =>
      // The call does not exist yet when it begins, and asks nothing before it does.
      Promise.resolve().then(() => current.run(call, () => tool.execute(args, options))),
    );
    this.#running.set(call.id, { call, digest });
    void call.settled.then(() => this.#running.delete(call.id));
    return call;
  }

  #resume(context: McpCallContext, digest: string): GatewayCall | undefined {
    for (const key of context.answered) {
      const running = this.#running.get(key.replace(/-\d+$/, ''));
      if (running?.digest === digest) return running.call;
    }
    return undefined;
  }

  /** Undefined: it is not known that a caller of ours caused the question. */
  async #askCaller(params: Parameters<typeof toQuestion>[0]): Promise<Answer | undefined> {
    const call = current.getStore() ?? this.#onlyCall();
    // A call that is over asks nobody any more.
    if (!call || !this.#running.has(call.id)) return undefined;
    const question = toQuestion(params, this.server.name);
    return question ? call.ask(question) : { action: 'decline' };
  }

  /**
   * Over a channel that multiplexes, an old server does not say which call its question is about:
   * it is believed to be that of the only call under way, and only where none was given up lately,
   * whose question may be late. Anything else could show one person's question to another.
   */
  #onlyCall(): GatewayCall | undefined {
    if (!this.server.hasOneCallOnly || this.#running.size !== 1) return undefined;
    return [...this.#running.values()][0]?.call;
  }
}

function digestOf(tool: string, args: Readonly<Record<string, unknown>>): string {
  return createHash('sha256')
    .update(JSON.stringify([tool, args]))
    .digest('base64url');
}
