import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer, type WebSocket } from 'ws';
import { FaultServer, type FaultServerOptions, type Message } from './fault-server.mjs';

export interface FaultWebSocketOptions extends FaultServerOptions {
  /** The `Authorization` that the upgrade must carry. */
  readonly authorization?: string;
  /** False: pings are left unanswered. */
  readonly autoPong?: boolean;
}

/** A fault server over WebSocket; one instance per connection, as a process would be. */
export class FaultWebSocket {
  readonly upgrades: IncomingMessage[] = [];
  readonly sockets = new Set<WebSocket>();
  #server: WebSocketServer | undefined;
  #port = 0;

  constructor(private readonly options: FaultWebSocketOptions = {}) {}

  get url(): string {
    return `ws://127.0.0.1:${this.#port}/mcp`;
  }

  async start(): Promise<this> {
    const { authorization, autoPong } = this.options;
    const server = new WebSocketServer({
      host: '127.0.0.1',
      port: this.#port,
      autoPong,
      handleProtocols: (protocols) => protocols.has('mcp') && 'mcp',
      verifyClient: ({ req }, done) => {
        this.upgrades.push(req);
        done(authorization === undefined || req.headers.authorization === authorization, 401);
      },
    });
    this.#server = server;
    await new Promise((resolve) => server.once('listening', resolve));
    this.#port = (server.address() as AddressInfo).port;
    server.on('connection', (socket) => {
      this.sockets.add(socket);
      socket.on('close', () => this.sockets.delete(socket));
      const mcp = new FaultServer(this.options, () => socket.terminate());
      socket.on('message', (data: Buffer) => {
        mcp.handle(JSON.parse(data.toString('utf8')) as Message, (message) =>
          socket.send(typeof message === 'string' ? message : JSON.stringify(message)),
        );
      });
    });
    return this;
  }

  async stop(): Promise<void> {
    const closed = new Promise((resolve) => this.#server?.close(resolve));
    for (const socket of this.sockets) socket.terminate();
    await closed;
  }
}
