import { ProtocolError } from '../../../src/errors/protocol.error.js';
import type { McpServerOptions } from '../../../src/server/server.options.js';
import { resourceEntry, text, toolEntry } from './entries.js';
import { fixtureServer } from './fixture-server.js';
import type { Exchange, Json } from './talk.js';

export const FORM = { type: 'object', properties: { ok: { type: 'boolean' } } } as const;

export function server(options: Partial<McpServerOptions> = {}) {
  return fixtureServer(
    {
      tools: [
        toolEntry('ok', () => text('ok')),
        toolEntry('ask', async (_args, call) => {
          await call.elicit({ message: '?', requestedSchema: FORM });
          return text('asked');
        }),
        toolEntry('refuse', () => {
          throw new ProtocolError('MCP_UNAUTHORIZED', 'Wrong key', {
            headers: { 'www-authenticate': 'Bearer' },
          });
        }),
        toolEntry('broken', () => {
          throw new TypeError('secret detail');
        }),
      ],
      resources: [
        resourceEntry('test://a', async ({ uri }) => ({ contents: [{ uri, text: '' }] })),
      ],
    },
    options,
  );
}

/** HTTP status, JSON-RPC code, our code. */
export function row({ status, error }: Exchange) {
  return [status, error.code, error.data.code];
}

export const MODERN = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/list' };
export const list = (params: Json) => ({ jsonrpc: '2.0', id: 1, method: 'tools/list', params });
