import type { RequestMethod } from '@nestjs/common';
import { AbstractHttpAdapter } from '@nestjs/core';
import { createServer, type Server } from 'node:http';
import { exclusionBeingMounted } from './middleware-exclusions.js';
import { ofUse, type RegisteredMiddleware } from './middleware-record.js';
import type { CallRequest } from './synthetic-request.js';
import type { CallResponse } from './synthetic-response.js';

type Handler = RegisteredMiddleware['run'];
// The adapter's contract has no narrower type.
// oxlint-disable-next-line typescript/no-unsafe-function-type
type AnyFunction = Function;

/**
 * An HTTP adapter without a socket: `NestFactory.create(AppModule, new VirtualAdapter())` builds the
 * application that `main.ts` builds, its global enhancers, prefix and middleware included, for
 * transports that know no HTTP. Exception filters reply through it to a call's response.
 *
 * It never listens: `app.listen()` throws.
 */
export class VirtualAdapter extends AbstractHttpAdapter<Server, CallRequest, CallResponse> {
  /** In the order of their registration. */
  readonly middleware: RegisteredMiddleware[] = [];

  constructor() {
    super({});
    // As of Express: what `main.ts` puts there is the application's middleware as well.
    this.instance.use = this.use.bind(this);
    // Routes are reached as tools, not by a URL: nothing is kept of them.
    const ignore = (): this => this;
    Object.assign(this, Object.fromEntries(VERBS.map((verb) => [verb, ignore])));
  }

  override use(...given: unknown[]): this {
    this.middleware.push(...ofUse(given));
    return this;
  }
  createMiddlewareFactory(method: RequestMethod): (path: string, run: AnyFunction) => void {
    return (path, run) => {
      const excludes = exclusionBeingMounted(this);
      this.middleware.push({ path, method, run: run as Handler, excludes });
    };
  }

  reply(response: CallResponse, body: unknown, status?: number): void {
    if (status !== undefined) response.status(status);
    response.send(body);
  }
  status(response: CallResponse, status: number): CallResponse {
    return response.status(status);
  }
  end(response: CallResponse, message?: string): CallResponse {
    return response.end(message);
  }
  render(response: CallResponse, view: string, model: unknown): void {
    response.render(view, model);
  }
  redirect(response: CallResponse, status: number | undefined, url: string): void {
    response.redirect(status ?? 302, url);
  }
  isHeadersSent(response: CallResponse): boolean {
    return response.headersSent;
  }
  getHeader(response: CallResponse, name: string): unknown {
    return response.getHeader(name);
  }
  setHeader(response: CallResponse, name: string, value: string): void {
    response.setHeader(name, value);
  }
  appendHeader(response: CallResponse, name: string, value: string): void {
    response.appendHeader(name, value);
  }
  getRequestHostname(request: CallRequest): string {
    return (request.hostname as string | undefined) ?? '';
  }
  getRequestMethod(request: CallRequest): string {
    return request.method;
  }
  getRequestUrl(request: CallRequest): string {
    return (request.originalUrl as string | undefined) ?? request.url;
  }

  initHttpServer(): void {
    // Nest asks for one (gateways, shutdown hooks); it is never opened.
    this.httpServer = createServer();
  }
  override listen(): never {
    throw new Error('An application on a VirtualAdapter has no socket: call app.init() instead');
  }
  close(): void {}
  getType(): string {
    return 'mcp';
  }
  applyVersionFilter(handler: AnyFunction): () => AnyFunction {
    return handler as () => AnyFunction;
  }
  // What follows concerns sockets, files and views; `main.ts` may call it all the same.
  registerParserMiddleware(): void {}
  setErrorHandler(): void {}
  setNotFoundHandler(): void {}
  enableCors(): void {}
  useStaticAssets(): this {
    return this;
  }
  setViewEngine(): this {
    return this;
  }
  setBaseViewsDir(): this {
    return this;
  }
  useBodyParser(): this {
    return this;
  }
}

const VERBS = [
  'get',
  'post',
  'put',
  'patch',
  'delete',
  'head',
  'options',
  'all',
  'search',
  'query',
  'propfind',
  'proppatch',
  'mkcol',
  'copy',
  'move',
  'lock',
  'unlock',
] as const;
