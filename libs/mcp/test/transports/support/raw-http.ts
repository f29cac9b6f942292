import { once } from 'node:events';
import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';

export interface RawRequest {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string | Buffer;
}

export interface RawResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The text as JSON. */
  json(): RpcAnswer;
}

export interface RpcAnswer {
  readonly jsonrpc: string;
  readonly id: unknown;
  readonly result?: unknown;
  readonly error?: {
    readonly code: number;
    readonly message: string;
    readonly data: { readonly code: string } & Record<string, unknown>;
  };
}

export const JSON_HEADERS = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
};

/** One request with exactly these headers (`fetch` adds and forbids some), on a fresh connection. */
export async function rawRequest(port: number, given: RawRequest = {}): Promise<RawResponse> {
  const { method = 'POST', path = '/mcp', headers = JSON_HEADERS, body = '' } = given;
  const request = httpRequest({ host: '127.0.0.1', port, method, path, headers, agent: false });
  // A server that refuses may close before all is sent: what counts is its answer.
  request.on('error', () => {});
  request.end(body);
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return collect(response);
}

async function collect(response: IncomingMessage): Promise<RawResponse> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString('utf8');
  const { statusCode = 0, headers } = response;
  return { status: statusCode, headers, text, json: () => JSON.parse(text) as RpcAnswer };
}

/** A connection on which bytes are written by hand. */
export class RawConnection {
  readonly socket: Socket;
  text = '';
  readonly closed: Promise<void>;
  #wake: (() => void)[] = [];

  constructor(port: number) {
    this.socket = connect(port, '127.0.0.1');
    this.socket.on('error', () => {});
    this.socket.on('data', (chunk: Buffer) => {
      this.text += chunk.toString('utf8');
      for (const wake of this.#wake.splice(0)) wake();
    });
    this.closed = new Promise((resolve) => {
      this.socket.once('close', () => {
        resolve();
        for (const wake of this.#wake.splice(0)) wake();
      });
    });
  }

  write(bytes: string | Buffer): this {
    this.socket.write(bytes);
    return this;
  }

  /** Resolves when the received text matches; rejects when the connection closes before. */
  async until(pattern: RegExp): Promise<void> {
    while (!pattern.test(this.text)) {
      if (this.socket.destroyed) throw new Error(`Closed after ${JSON.stringify(this.text)}`);
      await new Promise<void>((resolve) => this.#wake.push(resolve));
    }
  }
}

/** The head of a POST to the endpoint, ready to be followed by a body. */
export function head(headers: Record<string, string>, line = 'POST /mcp HTTP/1.1'): string {
  const lines = Object.entries({ host: '127.0.0.1', ...JSON_HEADERS, ...headers });
  return `${line}\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
}
