import { META } from '../../../src/protocol/messages.js';
import { McpServer } from '../../../src/server/mcp-server.js';
import type { McpServerOptions } from '../../../src/server/server.options.js';
import { promptEntry, resourceEntry, text, toolEntry } from './entries.js';
import { tablesOf } from './fixture-server.js';
import { OpenExchange } from './streams.js';
import { modernMeta } from './talk.js';

export const ALL = {
  toolsListChanged: true,
  promptsListChanged: true,
  resourcesListChanged: true,
  resourceSubscriptions: ['test://a', 'test://unknown'],
};

export function setUp(options: Partial<McpServerOptions> = {}) {
  const tables = tablesOf({
    tools: [toolEntry('t', () => text(''))],
    resources: ['test://a', 'test://b'].map((uri) =>
      resourceEntry(uri, async () => ({ contents: [{ uri, text: '' }] })),
    ),
    prompts: [promptEntry('p', [], async () => ({ messages: [] }))],
  });
  const server = new McpServer({ info: { name: 'f', version: '1' }, ...options }, tables);
  return { server, tables };
}

export function listen(server: McpServer, notifications: unknown, id: unknown = 1, context = {}) {
  const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'subscriptions/listen' };
  const exchange = new OpenExchange(headers, context);
  const params = { notifications, _meta: modernMeta() };
  const message = { jsonrpc: '2.0', id, method: 'subscriptions/listen', params };
  return { exchange, reply: server.handle(message, exchange.context) };
}

export const stamped = (id: unknown) => ({ _meta: { [META.subscriptionId]: id } });
