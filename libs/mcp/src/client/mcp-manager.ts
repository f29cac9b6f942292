import type { ToolRegistry } from '../registry/tool-registry.js';
import { SILENT_LOG, type ClientLog } from './client-log.js';
import type { ClientHandlerKind, ClientHandlers, ServerHandlers } from './client-handler.js';
import { RECONNECT_DEFAULTS, type ExposeOptions, type McpClientOptions } from './client.options.js';
import { toServerKey } from './config/check-servers.js';
import { readServers } from './config/read-servers.js';
import type { ServerEntry } from './config/server-entry.js';
import { SetupError, type SetupProblem } from '../errors/setup.error.js';
import { Gateway } from './gateway/gateway.js';
import { requirePeers } from './peers.js';
import { remoteToolName } from './remote-tool-name.js';
import { RemoteServer } from './remote-server.js';
import type { ServerHealth } from './server-state.js';
import { authProviderOf } from './transports/http.transport.js';

/** What answers questions of one kind: those of the named server, or of all. */
export type ClientHandlerRegistration = {
  [Kind in ClientHandlerKind]: {
    readonly kind: Kind;
    readonly server?: string;
    readonly handler: ClientHandlers[Kind];
  };
}[ClientHandlerKind];

type Guards = NonNullable<ExposeOptions['guards']>;

/** What a manager is made of, where it is made by hand and not by `McpClientModule`. */
export interface McpManagerOptions extends McpClientOptions {
  /** Where the servers' tools are found; without it, only at the servers themselves. */
  readonly registry?: ToolRegistry;
  /** What answers the servers' questions. */
  readonly handlers?: readonly ClientHandlerRegistration[];
  /** Makes instances of guards that `expose` gives as classes; without it, classes are refused. */
  readonly resolveGuards?: (guards: Guards) => Promise<object[]>;
  /** Makes the log of one server; everything that it says is about that server. */
  readonly logOf?: (server: string) => ClientLog;
}

/** How all servers are, for whoever watches over the application. */
export interface ManagerHealth {
  /** `up`: all are ready; `degraded`: some; `down`: none, though there should be. */
  readonly status: 'up' | 'degraded' | 'down';
  /** By key. */
  readonly servers: Readonly<Record<string, ServerHealth>>;
}

/**
 * The connections to other MCP servers: opened together, kept up, closed with the application.
 *
 * A dead server never stops the application, nor delays it past its `connectTimeout`.
 */
export class McpManager {
  readonly #servers = new Map<string, RemoteServer>();
  readonly #gateways = new Map<string, Gateway>();
  /** Of each gateway, as the configuration gives them. */
  readonly #guards = new Map<string, Guards>();
  readonly #detach: (() => void)[] = [];
  #loaded: Promise<void> | undefined;
  #started: Promise<void> | undefined;
  #handlers: readonly ClientHandlerRegistration[];
  #closed = false;

  constructor(private readonly options: McpManagerOptions) {
    this.#handlers = options.handlers ?? [];
  }

  /**
   * Reads the configuration: from here on the servers are known, though not connected.
   *
   * @throws SetupError with all that is wrong with it
   */
  load(): Promise<void> {
    this.#loaded ??= this.#load();
    return this.#loaded;
  }

  /**
   * Connects to all servers at once; resolves when each is ready or has failed, or, without
   * `waitForServers`, when the attempts have begun.
   *
   * @param handlers what answers the servers' questions, beside those of the options
   * @throws SetupError where the configuration is wrong, before anything is connected
   */
  start(handlers: readonly ClientHandlerRegistration[] = []): Promise<void> {
    this.#handlers = [...this.#handlers, ...handlers];
    this.#started ??= this.#start();
    return this.#started;
  }

  /**
   * The server of this key.
   *
   * @throws SetupError where none is configured
   */
  server(name: string): RemoteServer {
    const server = this.#servers.get(toServerKey(name));
    if (server) return server;
    const known = [...this.#servers.keys()].join(', ') || 'none';
    throw new SetupError([
      {
        code: 'MCP_CLIENT_UNKNOWN',
        where: `server "${name}"`,
        message: 'no such server is configured',
        remedy: `Add it to "servers"; there are: ${known}`,
      },
    ]);
  }

  /** All that are configured, in the order of their keys. */
  servers(): readonly RemoteServer[] {
    return [...this.#servers.values()];
  }

  /** What a health check reports. */
  health(): ManagerHealth {
    const servers = this.servers().map((server) => [server.name, server.health()] as const);
    const wanted = servers.filter(([, { state }]) => state !== 'disabled');
    const ready = wanted.filter(([, { state }]) => state === 'ready');
    const some = ready.length > 0 ? 'degraded' : 'down';
    return {
      status: ready.length === wanted.length ? 'up' : some,
      servers: Object.fromEntries(servers),
    };
  }

  /** Ends all calls and all connections; child processes with all that they started. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all(this.servers().map((server) => server.close()));
    await this.#started?.catch(() => {});
    for (const gateway of this.#gateways.values()) gateway.stop();
    for (const detach of this.#detach.splice(0)) detach();
  }

  async #load(): Promise<void> {
    const { entries, notices } = await readServers(this.options);
    await requirePeers(entries);
    for (const entry of entries) {
      const server = await this.#create(entry);
      this.#servers.set(entry.key, server);
      this.#expose(entry, server);
    }
    for (const notice of notices) this.#log('servers').log(notice);
  }

  async #start(): Promise<void> {
    await this.load();
    this.#checkHandlers();
    // Not before: until now the application's own instances may not have been made.
    const guards = await this.#resolveGuards();
    if (this.#closed) return;
    for (const { tools } of this.servers()) {
      const detach = this.options.registry?.attach(tools);
      if (detach) this.#detach.push(detach);
    }
    for (const [key, gateway] of this.#gateways) gateway.start(guards.get(key) ?? []);
    const settled = Promise.all(this.servers().map((server) => server.start()));
    if (this.options.waitForServers !== false) await settled;
  }

  async #create(entry: ServerEntry): Promise<RemoteServer> {
    const { clientInfo, reconnect, naming } = this.options;
    const log = this.#log(entry.key);
    const isHttp = entry.transport === 'http' || entry.transport === 'sse';
    const provider = isHttp ? await authProviderOf(entry.options) : undefined;
    return new RemoteServer({
      entry,
      log,
      naming: naming ?? remoteToolName,
      reconnect: { ...RECONNECT_DEFAULTS, ...reconnect },
      context: {
        log,
        provider,
        clientInfo: clientInfo ?? { name: 'nest-toolport', version: '0' },
        handlers: () => this.#handlersOf(entry.key),
      },
    });
  }

  #expose(entry: ServerEntry, server: RemoteServer): void {
    const { expose } = entry.options;
    if (!expose) return;
    const { registry, resolveGuards } = this.options;
    if (!registry?.servesTools) {
      throw new SetupError([unservable(entry.key, 'the application has no endpoint')]);
    }
    const guards = expose === true ? [] : (expose.guards ?? []);
    if (!resolveGuards && guards.some((guard) => typeof guard !== 'object')) {
      throw new SetupError([unservable(entry.key, 'guards that are classes need McpClientModule')]);
    }
    this.#guards.set(entry.key, guards);
    const log = this.#log(entry.key);
    this.#gateways.set(entry.key, new Gateway(server, expose, registry, log));
  }

  async #resolveGuards(): Promise<ReadonlyMap<string, readonly object[]>> {
    const { resolveGuards = (guards: Guards) => Promise.resolve([...guards]) } = this.options;
    const resolved = Array.from(this.#guards, async ([key, guards]) => {
      return [key, await resolveGuards(guards)] as const;
    });
    return new Map(await Promise.all(resolved));
  }

  /** Those of the gateway before those of the application, where the server's tools are exposed. */
  #handlersOf(server: string): ServerHandlers {
    const own = this.#ownHandlersOf(server);
    return this.#gateways.get(server)?.handlers(own) ?? own;
  }

  /** A handler of this server wins over one of all servers. */
  #ownHandlersOf(server: string): ServerHandlers {
    const all = this.#handlers;
    const ordered = [
      ...all.filter((registration) => registration.server === undefined),
      ...all.filter((registration) => toServerKey(registration.server ?? '') === server),
    ];
    return Object.fromEntries(ordered.map(({ kind, handler }) => [kind, handler]));
  }

  #checkHandlers(): void {
    const keys = [...this.#servers.keys()];
    const lost = this.#handlers.filter(
      ({ server }) => server !== undefined && !keys.includes(toServerKey(server)),
    );
    if (lost.length === 0) return;
    throw new SetupError(
      lost.map(({ kind, server }) => ({
        code: 'MCP_CLIENT_UNKNOWN',
        where: `handler "${kind}" of server "${server}"`,
        message: 'no such server is configured',
        remedy: `Servers are: ${keys.join(', ') || 'none'}`,
      })),
    );
  }

  #log(server: string): ClientLog {
    return this.options.logOf?.(server) ?? SILENT_LOG;
  }
}

function unservable(server: string, why: string): SetupProblem {
  return {
    code: 'MCP_CLIENT_EXPOSE',
    where: `servers.${server}.expose`,
    message: `its tools cannot be served: ${why}`,
    remedy: 'Import McpModule and McpClientModule into the application',
  };
}
