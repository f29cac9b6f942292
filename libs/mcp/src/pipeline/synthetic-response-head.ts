import { LazyEmitter } from './lazy-emitter.js';

type HeaderValue = string | number | readonly string[];
type Headers = Readonly<Record<string, HeaderValue>>;

/**
 * Status and headers of a captured response, in the words of Node, of Express and of Fastify alike:
 * guards, interceptors and filters written for any of them run unmodified.
 */
export class ResponseHead extends LazyEmitter {
  statusCode = 200;
  statusMessage = '';
  headersSent = false;
  sendDate = false;
  // A null prototype: header names may come from the application's data.
  #headers: Record<string, HeaderValue> | undefined;

  // Node
  setHeader(name: string, value: HeaderValue): this {
    (this.#headers ??= Object.create(null) as Record<string, HeaderValue>)[name.toLowerCase()] =
      value;
    return this;
  }
  setHeaders(headers: Iterable<readonly [string, HeaderValue]>): this {
    for (const [name, value] of headers) this.setHeader(name, value);
    return this;
  }
  getHeader(name: string): HeaderValue | undefined {
    return this.#headers?.[name.toLowerCase()];
  }
  getHeaders(): Record<string, HeaderValue> {
    return this.#headers ? { ...this.#headers } : {};
  }
  getHeaderNames(): string[] {
    return Object.keys(this.#headers ?? {});
  }
  hasHeader(name: string): boolean {
    return this.getHeader(name) !== undefined;
  }
  removeHeader(name: string): this {
    if (this.#headers) delete this.#headers[name.toLowerCase()];
    return this;
  }
  appendHeader(name: string, value: string | readonly string[]): this {
    const present = this.getHeader(name);
    if (present === undefined) return this.setHeader(name, value);
    return this.setHeader(name, [present, value].flat().map(String));
  }
  flushHeaders(): void {
    this.headersSent = true;
  }
  writeHead(status: number, reason?: string | Headers, headers?: Headers): this {
    this.statusCode = status;
    const given = typeof reason === 'object' ? reason : headers;
    if (given) this.set(given);
    this.headersSent = true;
    return this;
  }
  writeContinue(): void {}
  writeProcessing(): void {}
  writeEarlyHints(): void {}
  setTimeout(): this {
    return this;
  }
  cork(): void {}
  uncork(): void {}

  // Express
  status(status: number): this {
    this.statusCode = status;
    return this;
  }
  set(name: string | Headers, value?: HeaderValue): this {
    if (typeof name === 'string') return value === undefined ? this : this.setHeader(name, value);
    for (const key of Object.keys(name)) this.setHeader(key, name[key]);
    return this;
  }
  header(name: string | Headers, value?: HeaderValue): this {
    return this.set(name, value);
  }
  get(name: string): HeaderValue | undefined {
    return this.getHeader(name);
  }
  append(name: string, value: string | readonly string[]): this {
    return this.appendHeader(name, value);
  }
  type(type: string): this {
    return this.setHeader('content-type', type);
  }
  contentType(type: string): this {
    return this.type(type);
  }
  vary(field: string): this {
    return this.appendHeader('vary', field);
  }
  location(url: string): this {
    return this.setHeader('location', url);
  }
  links(): this {
    return this;
  }
  attachment(filename?: string): this {
    const name = filename === undefined ? '' : `; filename="${filename}"`;
    return this.setHeader('content-disposition', `attachment${name}`);
  }
  // A tool's cookies are dropped (DESIGN §13); they are kept here so that they can be read back.
  cookie(name: string, value: unknown): this {
    return this.appendHeader('set-cookie', `${name}=${String(value)}`);
  }
  clearCookie(name: string): this {
    return this.appendHeader('set-cookie', `${name}=; Max-Age=0`);
  }

  // Fastify
  code(status: number): this {
    return this.status(status);
  }
  headers(headers: Headers): this {
    return this.set(headers);
  }
  setCookie(name: string, value: unknown): this {
    return this.cookie(name, value);
  }
}
