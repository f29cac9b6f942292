import { STATUS_CODES, type IncomingMessage, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { WebSocket, WebSocketServer } from 'ws';
import { loadPeer } from '../errors/optional-peer.js';
import { toRpcError, type OnMasked } from '../errors/to-rpc-error.js';
import { pathOf } from './http/endpoint-path.js';
import { OriginGuard } from './http/origin.guard.js';
import type { EndpointSettings } from './http/http.options.js';
import type { ConnectionOpener } from './message-handler.js';
import { ServerChannel } from './server-channel.js';
import { giveBack, wantsWebSocket } from './upgrade-offer.js';
import { originOf } from './upgrade-origin.js';
import { WebSocketTransport } from './websocket.transport.js';

/** MCP's subprotocol: a client that does not name it speaks something else. */
const SUBPROTOCOL = 'mcp';

export interface WebSocketEndpointOptions {
  readonly settings: Pick<
    EndpointSettings,
    | 'allowedHosts'
    | 'allowedOrigins'
    | 'bodyLimit'
    | 'drainTimeout'
    | 'keepAlive'
    | 'maxDepth'
    | 'publicUrl'
  >;
  readonly queueSize: number;
  /** Connections at once; past it, the upgrade gets 503. */
  readonly maxConnections: number;
  /** Asked when the first upgrade comes: a global prefix is set later than modules are built. */
  readonly paths: () => readonly string[];
  /** The application of Express or Fastify, which knows whom it trusts as a proxy. */
  readonly framework: unknown;
  readonly onMasked: OnMasked;
}

/** Accepts WebSockets on an HTTP server, and serves each as one connection. */
export class WebSocketEndpoint {
  readonly #guard: OriginGuard;
  readonly #channels = new Set<ServerChannel>();
  #upgrades: WebSocketServer | undefined;
  #http: Server | undefined;
  #drained: Promise<void> | undefined;

  constructor(
    private readonly server: ConnectionOpener,
    private readonly options: WebSocketEndpointOptions,
  ) {
    this.#guard = new OriginGuard(options.settings);
  }

  get connections(): number {
    return this.#channels.size;
  }

  /**
   * Begins to accept.
   *
   * @throws SetupError where the package `ws` is not installed
   */
  async attach(http: Server): Promise<void> {
    const { WebSocketServer } = await loadWs();
    this.#upgrades = new WebSocketServer({
      noServer: true,
      clientTracking: false,
      maxPayload: this.options.settings.bodyLimit,
      // Compression of secrets beside text of an attacker gives them away (CRIME).
      perMessageDeflate: false,
      handleProtocols: () => SUBPROTOCOL,
    });
    this.#http = http.on('upgrade', this.#onUpgrade);
  }

  /** Accepts no more, waits for the running calls, and closes. */
  drain(): Promise<void> {
    return (this.#drained ??= this.#drain());
  }

  async #drain(): Promise<void> {
    this.#http?.off('upgrade', this.#onUpgrade);
    await Promise.all(
      [...this.#channels].map(async (channel) => {
        await channel.drain(this.options.settings.drainTimeout);
        await channel.close();
      }),
    );
  }

  readonly #onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    if (!wantsWebSocket(request)) return this.#giveBack(request, socket, head);
    if (!this.options.paths().includes(pathOf(request.url ?? ''))) return this.#leave(socket);
    // Nobody else listens while the credentials are looked at.
    socket.on('error', () => {});
    void this.#accept(request, socket, head);
  };

  async #accept(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const refusal = this.#refusalOf(request) ?? (await this.#judge(request)) ?? this.#noRoom();
    if (refusal) return refuse(socket, refusal);
    this.#upgrades?.handleUpgrade(request, socket, head, (webSocket) => {
      void this.#serve(webSocket, request);
    });
  }

  /** By the status of the upgrade, so that a client learns where to get a token (DESIGN §8). */
  async #judge(request: IncomingMessage): Promise<Refusal | undefined> {
    const { headers, method, url } = request;
    const { protocol } = originOf(request, this.options.framework);
    const addressed = { headers, method, url, protocol };
    try {
      await this.server.admit?.({ transport: 'websocket', headers, request: addressed });
      return undefined;
    } catch (fault) {
      const { status, headers: told } = toRpcError(fault, this.options.onMasked);
      return [status, told];
    }
  }

  /** Asked last and without waiting: many may come while one is looked at. */
  #noRoom(): Refusal | undefined {
    const isFull = this.#channels.size >= this.options.maxConnections;
    return isFull || this.#drained ? [503] : undefined;
  }

  #giveBack(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const http = this.#http;
    if (http && this.#isAlone(http)) giveBack(http, request, socket, head);
  }

  /** Another listener may know the path; without one, the socket would stay open for ever. */
  #leave(socket: Duplex): void {
    if (this.#http && this.#isAlone(this.#http)) refuse(socket, [404]);
  }

  #isAlone(http: Server): boolean {
    return http.listenerCount('upgrade') === 1;
  }

  /** Before anything is accepted: a page of another origin may open WebSockets with our cookies. */
  #refusalOf({ headers }: IncomingMessage): Refusal | undefined {
    if (this.#guard.check(headers)) return [403];
    const offered = headers['sec-websocket-protocol']?.split(',').map((name) => name.trim()) ?? [];
    return offered.includes(SUBPROTOCOL) ? undefined : [400];
  }

  async #serve(webSocket: WebSocket, request: IncomingMessage): Promise<void> {
    const { settings, queueSize, onMasked, framework } = this.options;
    const { maxDepth, keepAlive } = settings;
    const transport = new WebSocketTransport(webSocket, { queueSize, maxDepth, keepAlive });
    const peer = {
      transport: 'websocket',
      // The upgrade's credentials are those of every message: guards see them on each call.
      headers: request.headers,
      remoteAddress: originOf(request, framework).remoteAddress,
    } as const;
    const channel = new ServerChannel(this.server, transport, peer, onMasked);
    this.#channels.add(channel);
    webSocket.once('close', () => this.#channels.delete(channel));
    await channel.start();
  }
}

/** HTTP status and headers of an upgrade that is not accepted. */
type Refusal = readonly [status: number, headers?: Readonly<Record<string, string>>];

function refuse(socket: Duplex, [status, headers = {}]: Refusal): void {
  socket.on('error', () => {});
  const all = { ...headers, connection: 'close', 'content-length': '0' };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n`);
}

const WS_NEED = {
  where: 'McpWebSocketModule',
  message: 'WebSockets need the package "ws", which is not installed',
};

function loadWs(): Promise<Pick<typeof import('ws'), 'WebSocket' | 'WebSocketServer'>> {
  return loadPeer('ws', WS_NEED, () => import('ws'));
}
