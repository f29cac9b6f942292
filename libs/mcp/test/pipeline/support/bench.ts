import type { INestApplication, NestApplicationOptions, Type } from '@nestjs/common';
import { Module } from '@nestjs/common';
import { NestFactory, type AbstractHttpAdapter } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { McpModule, type McpModuleOptions } from 'nest-toolport';
import { McpWebSocketModule } from 'nest-toolport/websocket';
import type { CallToolResult } from '../../../src/protocol/messages.js';
import type { RpcMessage } from '../../../src/protocol/json-rpc.js';
import { VirtualAdapter } from '../../../src/pipeline/virtual-adapter.js';
import { messageOf, sendByPost, sendBySocket, sendToServer } from './senders.js';

/** How a tool is reached. `stdio` is an application without a socket, as `runStdio` builds it. */
export const TRANSPORTS = [
  'http-express',
  'http-fastify',
  'stdio',
  'in-process',
  'websocket',
] as const;
export type TransportName = (typeof TRANSPORTS)[number];

export type Headers = Record<string, string>;

/** One REST call. */
export interface RestRequest {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Headers;
}

export interface RestAnswer {
  readonly status: number;
  readonly text: string;
  readonly bytes: Buffer;
  readonly headers: globalThis.Headers;
}

/** What a caller of a tool got, whatever the transport. */
export interface ToolAnswer {
  /** Of the result's error, or of a JSON-RPC error; 200 otherwise. */
  readonly status: number;
  readonly code?: string;
  readonly result?: CallToolResult;
  /** All text blocks. */
  readonly texts: readonly string[];
  readonly notifications: readonly RpcMessage[];
}

export interface CallOptions {
  readonly headers?: Headers;
  readonly signal?: AbortSignal;
  readonly meta?: Record<string, unknown>;
}

/** An application, callable by REST (unless it has no socket) and by tool. */
export interface Bench {
  readonly app: INestApplication;
  rest(request: RestRequest): Promise<RestAnswer>;
  call(tool: string, args?: unknown, options?: CallOptions): Promise<ToolAnswer>;
  /** Any other message. */
  send(method: string, params?: object, options?: CallOptions): Promise<ToolAnswer>;
  close(): Promise<void>;
}

export interface BenchOptions {
  /** What `main.ts` would do between `create()` and `listen()`. */
  readonly configure?: (app: INestApplication) => void;
  readonly mcp?: McpModuleOptions;
  /** Where the endpoint is then. @default '/mcp' */
  readonly endpoint?: string;
  /** Options of Fastify itself. */
  readonly fastify?: ConstructorParameters<typeof FastifyAdapter>[0];
  /** Options of `NestFactory.create()`, on Express. */
  readonly create?: NestApplicationOptions;
  /** Made beforehand. @default Nest's own */
  readonly adapter?: AbstractHttpAdapter;
}

/** Starts the application on a port of its own, or without a socket for `stdio`. */
export async function startBench(
  transport: TransportName,
  root: Type,
  options: BenchOptions = {},
): Promise<Bench> {
  @Module({
    imports: [
      root,
      McpModule.forRoot({ name: 'parity', version: '1.0.0', ...options.mcp }),
      ...(transport === 'websocket' ? [McpWebSocketModule.forRoot({})] : []),
    ],
  })
  class RootModule {}
  const app = await createApp(transport, RootModule, options);
  options.configure?.(app);
  if (transport === 'stdio') await app.init();
  else await app.listen(0, '127.0.0.1');
  const url = transport === 'stdio' ? '' : await app.getUrl();
  const endpoint = `${url}${options.endpoint ?? '/mcp'}`;
  const send = (method: string, params: object, more: CallOptions) => {
    const message = messageOf(method, params, more);
    if (transport.startsWith('http')) return sendByPost(endpoint, message, more);
    if (transport === 'websocket') return sendBySocket(endpoint, message, more);
    return sendToServer(app, transport, message, more);
  };
  return {
    app,
    rest: (request) => callRest(url, request),
    call: (tool, args, more = {}) => {
      const params = { name: tool, ...(args === undefined ? {} : { arguments: args }) };
      return send('tools/call', params, more);
    },
    send: (method, params = {}, more = {}) => send(method, params, more),
    close: () => app.close(),
  };
}

function createApp(
  transport: TransportName,
  root: Type,
  { fastify, create, adapter }: BenchOptions,
): Promise<INestApplication> {
  const quiet = { logger: false, abortOnError: false } as const;
  if (transport === 'http-fastify') {
    return NestFactory.create(root, new FastifyAdapter(fastify), quiet);
  }
  if (transport === 'stdio') return NestFactory.create(root, new VirtualAdapter(), quiet);
  const options = { ...quiet, ...create };
  return adapter ? NestFactory.create(root, adapter, options) : NestFactory.create(root, options);
}

async function callRest(
  url: string,
  { method, path, body, headers }: RestRequest,
): Promise<RestAnswer> {
  const response = await fetch(url + path, {
    method,
    redirect: 'manual',
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  return { status: response.status, text: bytes.toString(), bytes, headers: response.headers };
}
