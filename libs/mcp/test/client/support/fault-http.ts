import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { FaultServer, type FaultServerOptions, type Message } from './fault-server.mjs';

const LOST = { status: 404, message: 'Session not found' };

/** One HTTP request that came. */
export interface Seen {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly message?: Message;
  /** Resolves when the client closed the exchange before it was answered. */
  readonly aborted: Promise<void>;
}

export interface FaultHttpOptions extends FaultServerOptions {
  /** Gives session ids and knows only its own. */
  readonly sessions?: boolean;
  /** How a session that is not known is refused. @default 404 */
  readonly lostSession?: { readonly status: number; readonly message: string };
  /** What a GET gets: a status, a stream, or a stream that ends at once. @default 405 */
  readonly get?: number | 'stream' | 'flap';
  /** Answers requests as streams instead of JSON. */
  readonly sse?: boolean;
  /** Answers in its own way; undefined: as usual. */
  readonly intercept?: (seen: Seen, response: ServerResponse) => boolean;
}

/** A fault server over Streamable HTTP; `restart` is a new process as far as clients can tell. */
export class FaultHttp {
  readonly seen: Seen[] = [];
  mcp: FaultServer;
  #sessions = new Set<string>();
  #server: Server;
  #port = 0;
  #streams = new Set<ServerResponse>();
  #waiting: (() => void)[] = [];

  constructor(private readonly options: FaultHttpOptions = {}) {
    this.mcp = new FaultServer(options);
    this.#server = this.#create();
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}/mcp`;
  }

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(this.#port, '127.0.0.1', resolve));
    this.#port = (this.#server.address() as AddressInfo).port;
    return this;
  }

  async stop(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.#server.closeAllConnections();
    await closed;
  }

  /** The process dies and another takes its port: sessions are forgotten. */
  async restart(): Promise<void> {
    await this.stop();
    this.forget();
    this.#server = this.#create();
    await this.start();
  }

  /** Only forgets all sessions. */
  forget(): void {
    this.#sessions.clear();
    const counted = this.mcp.counted;
    this.mcp = new FaultServer(this.options);
    this.mcp.counted = counted;
  }

  /** Sends to all open GET streams. */
  broadcast(message: Message): void {
    for (const stream of this.#streams) stream.write(toEvent(message));
  }

  /** Resolves with the first request that matches. */
  async request(matches: (seen: Seen) => boolean): Promise<Seen> {
    for (;;) {
      const found = this.seen.find(matches);
      if (found) return found;
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  #create(): Server {
    return createServer((request, response) => void this.#serve(request, response));
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const aborted = new Promise<void>((resolve) => {
      response.on('close', () => response.writableEnded || resolve());
    });
    const body = await text(request);
    const message = body === '' ? undefined : (JSON.parse(body) as Message);
    const { method = '', url: path = '', headers } = request;
    const seen = { method, path, headers, message, aborted };
    this.seen.push(seen);
    for (const wake of this.#waiting.splice(0)) wake();
    if (this.options.intercept?.(seen, response)) return;
    if (request.method === 'POST' && message) this.#post(request, message, response);
    else if (request.method === 'GET') this.#get(response);
    else if (request.method === 'DELETE') {
      this.#sessions.delete(String(request.headers['mcp-session-id']));
      response.writeHead(200).end();
    }
  }

  #post(request: IncomingMessage, message: Message, response: ServerResponse): void {
    const session = request.headers['mcp-session-id'];
    const opening = message.method === 'initialize';
    const known = opening || this.#sessions.has(String(session));
    const stateless = message.method === 'server/discover' || isModern(message);
    if (this.options.sessions && !known && !stateless) {
      const { status, message: why } = this.options.lostSession ?? LOST;
      json(response, status, { jsonrpc: '2.0', id: null, error: { code: -32001, message: why } });
      return;
    }
    if (this.options.sessions && opening) {
      const id = randomUUID();
      this.#sessions.add(id);
      response.setHeader('mcp-session-id', id);
    }
    if (!('id' in message) || !('method' in message)) {
      this.mcp.handle(message, () => {});
      response.writeHead(202).end();
      return;
    }
    this.#answer(message, response);
  }

  /** JSON where only the answer is sent; a stream where something comes before it. */
  #answer(message: Message, response: ServerResponse): void {
    const stream = () => {
      if (!response.headersSent) response.writeHead(200, { 'content-type': 'text/event-stream' });
    };
    if (this.options.sse) stream();
    this.mcp.handle(message, (sent) => {
      const isAnswer = sent.id === message.id && !('method' in sent);
      if (isAnswer && !response.headersSent) return json(response, 200, sent);
      if (message.method === 'initialize' && !isAnswer) return this.broadcast(sent);
      stream();
      response.write(toEvent(sent));
      if (isAnswer) response.end();
    });
  }

  #get(response: ServerResponse): void {
    const { get = 405 } = this.options;
    if (typeof get === 'number') {
      response.writeHead(get).end();
      return;
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(': hello\n\n');
    if (get === 'flap') return void response.end();
    this.#streams.add(response);
    response.on('close', () => this.#streams.delete(response));
  }
}

export function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function toEvent(message: Message): string {
  return `event: message\ndata: ${JSON.stringify(message)}\n\n`;
}

function isModern(message: Message): boolean {
  const params = message.params as { _meta?: object } | undefined;
  return Object.keys(params?._meta ?? {}).includes('io.modelcontextprotocol/protocolVersion');
}

async function text(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
