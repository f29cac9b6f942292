import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { ResponseHead } from './cors.js';
import type { EventSink, HttpPort } from './http-port.js';
import { whenOver } from './response-end.js';
import { roomIn } from './room.js';

/** Express's request: Node's, with the peer's address as `trust proxy` would have it. */
export interface NodeRequest extends IncomingMessage {
  ip?: string;
  body?: unknown;
  rawBody?: Buffer;
}

/** `compression()` adds `flush`. */
export interface NodeResponse extends ServerResponse {
  flush?(): void;
}

/** A request and response of `node:http`: Express, and every platform that hands out the same. */
export class NodePort implements HttpPort {
  readonly takesBytes = true;
  readonly headers: IncomingHttpHeaders;

  constructor(
    readonly request: NodeRequest,
    readonly response: NodeResponse,
  ) {
    this.headers = request.headers;
  }

  get head(): ResponseHead {
    return this.response;
  }

  get remoteAddress(): string | undefined {
    return this.request.ip ?? this.request.socket.remoteAddress;
  }

  get spent(): boolean {
    return this.response.headersSent || this.response.destroyed;
  }

  answer(
    status: number,
    headers: Readonly<Record<string, string>>,
    body: string | readonly Buffer[] = '',
  ): void {
    const { response } = this;
    if (this.spent) return;
    // RFC 9110 §8.6: a 204 has no Content-Length.
    if (status === 204) return void response.writeHead(status, headers).end();
    response.statusCode = status;
    for (const name in headers) response.setHeader(name, headers[name]);
    // As a string and with the head: Node counts its length, and writes both in one piece.
    if (typeof body === 'string') response.end(body);
    else sendPieces(response, body);
  }

  openStream(headers: Readonly<Record<string, string>>): EventSink {
    this.response.writeHead(200, headers).flushHeaders();
    return new NodeSink(this.response);
  }

  onOver(listener: (answered: boolean) => void): void {
    whenOver(this.response, listener);
  }
}

/** In one system call, and none of them copied. */
function sendPieces(response: NodeResponse, pieces: readonly Buffer[]): void {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  response.setHeader('content-length', length);
  response.cork();
  for (const piece of pieces) response.write(piece);
  response.end();
  response.uncork();
}

class NodeSink implements EventSink {
  readonly #response: NodeResponse;

  constructor(response: NodeResponse) {
    this.#response = response;
  }

  async write(text: string): Promise<void> {
    const response = this.#response;
    if (response.destroyed || response.writableEnded) return;
    const hasRoom = response.write(text);
    // compression() gathers bytes until told that they are wanted now.
    response.flush?.();
    if (!hasRoom) await roomIn(response);
  }

  end(text: string): void {
    // By middleware, and to write after the end is an error that nobody listens for.
    if (!this.#response.writableEnded) this.#response.end(text);
  }
}
