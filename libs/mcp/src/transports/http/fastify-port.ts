import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { PassThrough, type Readable } from 'node:stream';
import type { ResponseHead } from './cors.js';
import type { EventSink, HttpPort } from './http-port.js';
import { whenOver } from './response-end.js';
import { roomIn } from './room.js';

/** What we use of Fastify's request; the package itself is an optional peer. */
export interface FastifyRequest {
  readonly raw: IncomingMessage;
  readonly headers: IncomingHttpHeaders;
  readonly ip: string;
  body: unknown;
  rawBody?: Buffer;
}

/** What we use of Fastify's reply. */
export interface FastifyReply {
  readonly raw: ServerResponse;
  readonly sent: boolean;
  code(status: number): this;
  header(name: string, value: string): this;
  headers(values: Readonly<Record<string, string>>): this;
  getHeader(name: string): unknown;
  send(payload?: string | Readable): this;
}

/** Answers through `reply.send`, so that the app's `onSend` hooks run, on streams too. */
export class FastifyPort implements HttpPort {
  /** The app's `onSend` hooks know JSON as text. */
  readonly takesBytes = false;
  readonly headers: IncomingHttpHeaders;

  constructor(
    readonly request: FastifyRequest,
    readonly reply: FastifyReply,
  ) {
    this.headers = request.headers;
  }

  get head(): ResponseHead {
    const { reply } = this;
    return {
      getHeader: (name) => reply.getHeader(name),
      setHeader: (name, value) => reply.header(name, value),
    };
  }

  get remoteAddress(): string | undefined {
    return this.request.ip;
  }

  get spent(): boolean {
    const { sent, raw } = this.reply;
    return sent || raw.headersSent || raw.destroyed;
  }

  answer(status: number, headers: Readonly<Record<string, string>>, body?: string): void {
    const { reply } = this;
    if (this.spent) return;
    reply.code(status).headers(headers).send(body);
  }

  openStream(headers: Readonly<Record<string, string>>): EventSink {
    const body = new PassThrough();
    this.reply.code(200).headers(headers).send(body);
    // Fastify sends the head with the first byte of the stream.
    body.write(':\n\n');
    return new FastifySink(body);
  }

  onOver(listener: (answered: boolean) => void): void {
    whenOver(this.reply.raw, listener);
  }
}

class FastifySink implements EventSink {
  readonly #body: PassThrough;

  constructor(body: PassThrough) {
    this.#body = body;
  }

  async write(text: string): Promise<void> {
    if (this.#body.destroyed || this.#body.writableEnded) return;
    if (!this.#body.write(text)) await roomIn(this.#body);
  }

  end(text: string): void {
    if (!this.#body.destroyed) this.#body.end(text);
  }
}
