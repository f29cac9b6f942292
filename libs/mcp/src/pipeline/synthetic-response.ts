import { STATUS_CODES } from 'node:http';
import { ownCopy } from './own-copy.js';
import { ResultTooLargeError } from './result-limit.js';
import { ResponseHead } from './synthetic-response-head.js';

type Callback = (error?: Error) => void;

/**
 * The response of one call: captures what a guard, an interceptor, a filter or the method itself
 * answers. Never the real response, which belongs to the MCP message.
 */
export class CallResponse extends ResponseHead {
  /** What was sent: a value as it is, bytes where they were written piece by piece. */
  body: unknown = undefined;
  /** Whether an answer is complete. */
  replied = false;
  writableEnded = false;
  writable = true;
  writableNeedDrain = false;
  destroyed = false;
  redirectUrl?: string;
  locals: Record<string, unknown>;
  readonly app: unknown;
  #chunks: Buffer[] | undefined;
  #size = 0;

  /**
   * @param exchange holds the request that it answers
   * @param base the framework's real request: its application is shared, and what its middleware left in `locals`
   * @param limit bytes that may be written
   */
  constructor(
    private readonly exchange: { readonly request: object },
    base: { app?: unknown; res?: { locals?: Record<string, unknown> } } | undefined,
    private readonly limit: number,
  ) {
    super();
    this.app = base?.app;
    this.locals = ownCopy(base?.res?.locals ?? {});
  }

  get req(): object {
    return this.exchange.request;
  }
  /** An application of Express that is used as middleware sets it, and takes our prototype away. */
  set req(value: object) {
    Object.defineProperty(this, 'req', {
      value,
      writable: true,
      enumerable: true,
      configurable: true,
    });
  }
  /** Fastify's name for Node's response: the same object, so that both see one state. */
  get raw(): this {
    return this;
  }
  get sent(): boolean {
    return this.replied;
  }
  get finished(): boolean {
    return this.writableEnded;
  }
  get writableFinished(): boolean {
    return this.writableEnded;
  }
  get socket(): unknown {
    return (this.req as { socket?: unknown }).socket;
  }
  get connection(): unknown {
    return this.socket;
  }

  // Node
  write(
    chunk: string | Uint8Array,
    encoding?: BufferEncoding | Callback,
    done?: Callback,
  ): boolean {
    this.headersSent = true;
    const bytes =
      typeof chunk === 'string'
        ? Buffer.from(chunk, typeof encoding === 'string' ? encoding : 'utf8')
        : Buffer.from(chunk);
    this.#size += bytes.length;
    if (this.#size > this.limit) this.destroy(new ResultTooLargeError(this.limit));
    else (this.#chunks ??= []).push(bytes);
    (typeof encoding === 'function' ? encoding : done)?.();
    return true;
  }
  end(chunk?: unknown, encoding?: BufferEncoding | Callback, done?: Callback): this {
    if (this.writableEnded) return this;
    const callback = [chunk, encoding, done].find((part) => typeof part === 'function');
    if (typeof chunk === 'string' || chunk instanceof Uint8Array) this.write(chunk, encoding);
    if (this.#chunks && !this.replied) this.body = Buffer.concat(this.#chunks);
    this.#finish();
    (callback as Callback | undefined)?.();
    return this;
  }
  destroy(error?: Error): this {
    if (this.destroyed) return this;
    this.destroyed = true;
    this.writable = false;
    if (error && this.listenerCount('error') > 0) this.emit('error', error);
    this.emit('close');
    return this;
  }

  // Express and Fastify
  send(body?: unknown): this {
    if (this.replied) return this;
    this.body = body;
    return this.#finish();
  }
  json(body?: unknown): this {
    return this.send(body);
  }
  jsonp(body?: unknown): this {
    return this.send(body);
  }
  sendStatus(status: number): this {
    return this.status(status).send(STATUS_CODES[status] ?? String(status));
  }
  /** Express: `([status], url)`; Fastify: `(url, [status])`. */
  redirect(first: string | number, second?: string | number): this {
    const [url, status] = typeof first === 'number' ? [second, first] : [first, second];
    this.statusCode = typeof status === 'number' ? status : 302;
    this.redirectUrl = String(url);
    return this.location(this.redirectUrl).send();
  }
  /** A view is for people: the model gets what the view would have been made of. */
  render(_view: string, model?: unknown): this {
    return this.send(typeof model === 'function' ? undefined : model);
  }
  view(view: string, model?: unknown): this {
    return this.render(view, model);
  }
  format(answers: Record<string, (req: object, res: this) => void>): this {
    const wanted = ['application/json', 'json', ...Object.keys(answers)];
    answers[wanted.find((type) => type in answers) ?? '']?.(this.req, this);
    return this;
  }
  sendFile(): never {
    throw new TypeError('res.sendFile() works on the route only: return a StreamableFile instead');
  }
  download(): never {
    throw new TypeError('res.download() works on the route only: return a StreamableFile instead');
  }
  hijack(): this {
    return this;
  }

  /** The method returned its value: tells those who wait for the end of the response. */
  settle(): void {
    if (!this.writableEnded) this.#finish();
  }

  #finish(): this {
    this.replied = true;
    this.headersSent = true;
    this.writableEnded = true;
    this.writable = false;
    if (this.listenerCount('finish') > 0 || this.listenerCount('close') > 0) {
      process.nextTick(() => {
        this.emit('finish');
        this.emit('close');
      });
    }
    return this;
  }
}
