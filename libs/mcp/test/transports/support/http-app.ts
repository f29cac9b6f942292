import {
  Injectable,
  Module,
  type INestApplication,
  type ModuleMetadata,
  type NestApplicationOptions,
  type OnModuleInit,
} from '@nestjs/common';
import { ApplicationConfig, HttpAdapterHost, NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { Drains, DrainsModule } from '../../../src/module/drains.js';
import { HttpEndpoint } from '../../../src/transports/http/http-endpoint.js';
import type { HttpEndpointOptions } from '../../../src/transports/http/http.options.js';
import { rawRequest } from './raw-http.js';
import { StubServer } from './stub-server.js';
import type { MessageHandler } from '../../../src/transports/message-handler.js';

export const PLATFORMS = ['express', 'fastify'] as const;
export type Platform = (typeof PLATFORMS)[number];

export interface AppOptions {
  readonly endpoint?: HttpEndpointOptions;
  readonly nest?: NestApplicationOptions;
  readonly modules?: ModuleMetadata['imports'];
  readonly controllers?: ModuleMetadata['controllers'];
  readonly providers?: ModuleMetadata['providers'];
  /** Between `create()` and `listen()`, as `main.ts` would. */
  readonly configure?: (app: INestApplication) => void | Promise<void>;
}

export interface RunningApp {
  readonly app: INestApplication;
  readonly port: number;
  readonly origin: string;
  readonly endpoint: HttpEndpoint;
}

/** The endpoint as a module would hold it: built with the providers, mounted on init. */
export function endpointModule(server: MessageHandler, options: HttpEndpointOptions = {}) {
  @Injectable()
  class EndpointHolder implements OnModuleInit {
    readonly endpoint: HttpEndpoint;
    constructor(host: HttpAdapterHost, config: ApplicationConfig, drains: Drains) {
      this.endpoint = new HttpEndpoint(options, server, host, config);
      drains.add(() => this.endpoint.drain());
    }
    onModuleInit(): void {
      this.endpoint.mount();
    }
  }
  @Module({ imports: [DrainsModule], providers: [EndpointHolder], exports: [EndpointHolder] })
  class EndpointModule {}
  return { EndpointModule, EndpointHolder };
}

/** Starts a real app with the endpoint on a free port of the loopback interface. */
export async function startApp(
  platform: Platform,
  server: MessageHandler,
  options: AppOptions = {},
): Promise<RunningApp> {
  const { EndpointModule, EndpointHolder } = endpointModule(server, options.endpoint);
  @Module({
    imports: [...(options.modules ?? []), EndpointModule],
    controllers: options.controllers,
    providers: options.providers,
  })
  class AppModule {}
  const adapter = platform === 'express' ? new ExpressAdapter() : new FastifyAdapter();
  const app = await NestFactory.create(AppModule, adapter, {
    logger: false,
    abortOnError: false,
    ...options.nest,
  });
  await options.configure?.(app);
  await app.listen(0, '127.0.0.1');
  const { port } = app.getHttpServer().address() as { port: number };
  const { endpoint } = app.get(EndpointHolder, { strict: false });
  return { app, port, origin: `http://127.0.0.1:${port}`, endpoint };
}

export const PING = { jsonrpc: '2.0', id: 1, method: 'ping' };

/** One POST of a message as a usual client sends it. */
export function post(
  origin: string,
  message: unknown,
  headers: Record<string, string> = {},
  path = '/mcp',
): Promise<Response> {
  return fetch(origin + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body: typeof message === 'string' ? message : JSON.stringify(message),
  });
}

/** Runs `check` against an app that lives as long. */
export async function withApp(
  platform: Platform,
  options: AppOptions,
  check: (running: RunningApp, server: StubServer) => Promise<void>,
  server = new StubServer(),
): Promise<void> {
  const running = await startApp(platform, server, options);
  try {
    await check(running, server);
  } finally {
    await running.app.close();
  }
}

/** How a POST of a ping to `path` is answered. */
export const statusOf = async ({ port }: RunningApp, path: string): Promise<number> =>
  (await rawRequest(port, { path, body: JSON.stringify(PING) })).status;
