import type { INestApplication, Type } from '@nestjs/common';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { McpModule, McpServer, type McpModuleOptions } from 'nest-toolport';
import { META, type CallToolResult } from '../../../src/protocol/messages.js';
import type { RpcMessage } from '../../../src/protocol/json-rpc.js';
import { VirtualAdapter } from '../../../src/pipeline/virtual-adapter.js';

/** How a tool is reached. `stdio` is an application without a socket, as `runStdio` builds it. */
export const TRANSPORTS = ['http-express', 'http-fastify', 'stdio', 'in-process'] as const;
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
  /** Options of Fastify itself. */
  readonly fastify?: ConstructorParameters<typeof FastifyAdapter>[0];
}

/** Starts the application on a port of its own, or without a socket for `stdio`. */
export async function startBench(
  transport: TransportName,
  root: Type,
  options: BenchOptions = {},
): Promise<Bench> {
  @Module({
    imports: [root, McpModule.forRoot({ name: 'parity', version: '1.0.0', ...options.mcp })],
  })
  class RootModule {}
  const app = await createApp(transport, RootModule, options);
  options.configure?.(app);
  if (transport === 'stdio') await app.init();
  else await app.listen(0, '127.0.0.1');
  const url = transport === 'stdio' ? '' : await app.getUrl();
  const send = (method: string, params: object, more: CallOptions) => {
    const message = messageOf(method, params, more);
    return transport.startsWith('http')
      ? sendByPost(url, message, more)
      : sendToServer(app, transport, message, more);
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
  { fastify }: BenchOptions,
): Promise<INestApplication> {
  const quiet = { logger: false, abortOnError: false } as const;
  if (transport === 'http-fastify') {
    return NestFactory.create(root, new FastifyAdapter(fastify), quiet);
  }
  if (transport === 'stdio') return NestFactory.create(root, new VirtualAdapter(), quiet);
  return NestFactory.create(root, quiet);
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
  return { status: response.status, text: await response.text(), headers: response.headers };
}

function messageOf(method: string, params: object, { meta }: CallOptions) {
  const _meta = {
    [META.protocolVersion]: '2026-07-28',
    [META.clientInfo]: { name: 'parity', version: '1' },
    [META.clientCapabilities]: {},
    ...meta,
  };
  return { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } };
}
type Message = ReturnType<typeof messageOf>;

async function sendByPost(
  url: string,
  message: Message,
  options: CallOptions,
): Promise<ToolAnswer> {
  const response = await fetch(`${url}/mcp`, {
    method: 'POST',
    signal: options.signal,
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': message.method,
      ...nameHeader(message),
      ...options.headers,
    },
    body: JSON.stringify(message),
  });
  const text = await response.text();
  const messages = response.headers.get('content-type')?.startsWith('text/event-stream')
    ? text.split('\n').flatMap((line) => (line.startsWith('data: ') ? [line.slice(6)] : []))
    : [text];
  const parsed = messages.map((message) => JSON.parse(message) as RpcMessage);
  return toAnswer(parsed.at(-1), parsed.slice(0, -1));
}

function nameHeader({ params }: Message): Headers {
  const { name } = params as { name?: string };
  return name === undefined ? {} : { 'mcp-name': name };
}

async function sendToServer(
  app: INestApplication,
  transport: TransportName,
  sent: Message,
  options: CallOptions,
): Promise<ToolAnswer> {
  const notifications: RpcMessage[] = [];
  const reply = await app.get(McpServer).handle(sent, {
    transport: transport as 'stdio' | 'in-process',
    headers: options.headers ?? {},
    signal: options.signal ?? new AbortController().signal,
    send: (message) => {
      notifications.push(message);
      return Promise.resolve();
    },
  });
  // As a peer would read it: by then there are no class instances left.
  const message = JSON.parse(JSON.stringify(reply.message ?? null)) as RpcMessage | null;
  return toAnswer(message ?? undefined, notifications);
}

function toAnswer(message: RpcMessage | undefined, notifications: RpcMessage[]): ToolAnswer {
  if (message && 'error' in message) {
    const { code, data } = message.error;
    const named = (data as { code?: string } | undefined)?.code;
    return { status: code, code: named, texts: [message.error.message], notifications };
  }
  if (!message || !('result' in message)) throw new Error('no answer came');
  const result = { content: [], ...(message.result as Partial<CallToolResult>) };
  const error = result._meta?.[META.error] as { status: number; code: string } | undefined;
  return {
    status: result.isError ? (error?.status ?? 0) : 200,
    ...(error ? { code: error.code } : {}),
    result,
    texts: result.content.flatMap((block) => (block.type === 'text' ? [block.text] : [])),
    notifications,
  };
}
