import type { Connection } from '../../../src/server/connection.js';
import type { McpServer } from '../../../src/server/mcp-server.js';
import type { MessageContext, ServerReply } from '../../../src/server/message-context.js';
import { META } from '../../../src/protocol/messages.js';
import { checkOutgoing } from './check-outgoing.js';
import { deepFreeze } from './deep-freeze.js';

export type Json = Record<string, unknown>;

/** One answer, with all that was sent ahead of it. */
export interface Exchange {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly message: Json | undefined;
  readonly messages: readonly Json[];
  readonly sent: readonly Json[];
  readonly result: Json;
  readonly error: { code: number; message: string; data: Json };
}

export interface TalkOptions {
  readonly headers?: Record<string, string>;
  readonly signal?: AbortSignal;
  readonly context?: Partial<MessageContext>;
  onSent?(message: Json): void;
}

/** `_meta` of 2026-07-28 with the given capabilities. */
export function modernMeta(more: Json = {}): Json {
  return {
    [META.protocolVersion]: '2026-07-28',
    [META.clientCapabilities]: {},
    [META.clientInfo]: { name: 'talk', version: '1' },
    ...more,
  };
}

/** Posts one message over (simulated) HTTP: every request stands alone. */
export async function post(
  server: McpServer,
  message: unknown,
  options: TalkOptions = {},
): Promise<Exchange> {
  const sent: Json[] = [];
  const context: MessageContext = {
    transport: 'http',
    headers: options.headers ?? {},
    signal: options.signal ?? new AbortController().signal,
    send: async (outgoing) => {
      sent.push(recorded(outgoing));
      options.onSent?.(sent.at(-1) as Json);
    },
    ...options.context,
  };
  return exchange(await server.handle(deepFreeze(message), context), message, sent);
}

/** A request of the stateless revision with all its headers. */
export function modern(
  server: McpServer,
  method: string,
  params: Json = {},
  options: TalkOptions & { meta?: Json; id?: unknown } = {},
): Promise<Exchange> {
  const name = params.name ?? params.uri;
  const headers = {
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': method,
    ...(typeof name === 'string' && { 'mcp-name': name }),
    ...options.headers,
  };
  const message = {
    jsonrpc: '2.0',
    id: options.id ?? 1,
    method,
    params: { ...params, _meta: modernMeta(options.meta) },
  };
  return post(server, message, { ...options, headers });
}

/** A request of the handshake era over HTTP; without a version it is undeclared. */
export function legacy(
  server: McpServer,
  method: string,
  params?: Json,
  options: TalkOptions & { version?: string; id?: unknown } = {},
): Promise<Exchange> {
  const { version } = options;
  const headers = { ...(version && { 'mcp-protocol-version': version }), ...options.headers };
  const message = { jsonrpc: '2.0', id: options.id ?? 1, method, ...(params && { params }) };
  return post(server, message, { ...options, headers });
}

/** One end of a multiplexed channel, as a client sees it. */
export class Wire {
  readonly sent: Json[] = [];
  readonly connection: Connection;
  readonly controller = new AbortController();
  #waiting: ((message: Json) => void)[] = [];

  constructor(server: McpServer, transport: 'stdio' | 'websocket' | 'in-process' = 'stdio') {
    this.connection = server.openConnection({
      transport,
      headers: {},
      signal: this.controller.signal,
      send: async (message) => this.#take(recorded(message)),
    });
  }

  async request(method: string, params?: Json, id: unknown = 1): Promise<Exchange> {
    return this.raw({ jsonrpc: '2.0', id, method, ...(params && { params }) });
  }

  async raw(message: unknown): Promise<Exchange> {
    return exchange(await this.connection.receive(deepFreeze(message)), message, this.sent);
  }

  async open(version: string, capabilities: Json = {}): Promise<Exchange> {
    const clientInfo = { name: 'wire', version: '1' };
    const params = { protocolVersion: version, capabilities, clientInfo };
    const opened = await this.request('initialize', params, 'open');
    await this.raw({ jsonrpc: '2.0', method: 'notifications/initialized' });
    return opened;
  }

  /** The next message that the server sends on its own. */
  next(): Promise<Json> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #take(message: Json): void {
    this.sent.push(message);
    this.#waiting.shift()?.(message);
  }
}

function recorded(message: unknown): Json {
  checkOutgoing(message);
  return JSON.parse(JSON.stringify(message)) as Json;
}

function exchange(reply: ServerReply, request: unknown, sent: readonly Json[]): Exchange {
  const messages = [reply.message ?? []].flat().map((message) => {
    checkOutgoing(message, request);
    return deepFreeze(JSON.parse(JSON.stringify(message)) as Json);
  });
  const [message] = messages;
  return {
    status: reply.status,
    headers: reply.headers ?? {},
    message,
    messages,
    sent,
    result: message?.result as Json,
    error: message?.error as Exchange['error'],
  };
}
