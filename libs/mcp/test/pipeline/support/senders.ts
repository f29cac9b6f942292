import type { INestApplication } from '@nestjs/common';
import { McpServer } from 'nest-toolport';
import { once } from 'node:events';
import { WebSocket } from 'ws';
import { META, type CallToolResult } from '../../../src/protocol/messages.js';
import type { RpcMessage } from '../../../src/protocol/json-rpc.js';
import type { CallOptions, Headers, ToolAnswer, TransportName } from './bench.js';

/** A request of 2026-07-28. */
export function messageOf(method: string, params: object, { meta }: CallOptions) {
  const _meta = {
    [META.protocolVersion]: '2026-07-28',
    [META.clientInfo]: { name: 'parity', version: '1' },
    [META.clientCapabilities]: {},
    ...meta,
  };
  return { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } };
}
export type Message = ReturnType<typeof messageOf>;

export async function sendByPost(
  url: string,
  message: Message,
  options: CallOptions,
): Promise<ToolAnswer> {
  const response = await fetch(url, {
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

/** Below the transport: where the channel itself adds nothing to a call. */
export async function sendToServer(
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

/** The credentials of a WebSocket are those of its upgrade, so each call opens one of its own. */
export async function sendBySocket(
  url: string,
  message: Message,
  { headers, signal }: CallOptions,
): Promise<ToolAnswer> {
  const socket = new WebSocket(url.replace(/^http/, 'ws'), 'mcp', { headers });
  const received: RpcMessage[] = [];
  socket.on('message', (data: Buffer) => {
    const incoming = JSON.parse(data.toString()) as RpcMessage;
    received.push(incoming);
    if ('id' in incoming) socket.close();
  });
  await once(socket, 'open');
  const closed = once(socket, 'close');
  socket.send(JSON.stringify(message));
  signal?.addEventListener('abort', () => {
    const params = { requestId: message.id };
    socket.send(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params }));
    socket.close();
  });
  await closed;
  return toAnswer(received.at(-1), received.slice(0, -1));
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
