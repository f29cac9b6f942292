import { ProtocolError } from '../../src/errors/protocol.error.js';
import type { McpServerOptions } from '../../src/server/server.options.js';
import { MODERN, list, row, server } from './support/table-server.js';
import { legacy, modern, modernMeta, post } from './support/talk.js';

describe('the guards of the endpoint', () => {
  const gate: McpServerOptions['gate'] = async (call, message) => {
    seen.push([call.kind, call.name, (message as { method?: string }).method]);
    if (call.headers['x-key'] === undefined) throw new ProtocolError('MCP_UNAUTHORIZED', 'Who?');
    if (call.headers['x-key'] === 'reader') throw new ProtocolError('MCP_FORBIDDEN', 'Not you');
  };
  let seen: unknown[][];
  beforeEach(() => {
    seen = [];
  });

  it.each([
    ['tools/list', {}],
    ['server/discover', {}],
    ['resources/list', {}],
    ['subscriptions/listen', { notifications: {} }],
    ['tools/call', { name: 'unknown' }],
    ['tools/call', { name: 'ok', arguments: [] }],
    ['tools/call', {}],
    ['resources/read', { uri: 'test://unknown' }],
  ])('refuse %s %j', async (method, params) => {
    const refused = await modern(server({ gate }), method, params);
    expect(row(refused)).toEqual([401, 401, 'MCP_UNAUTHORIZED']);
    const forbidden = await modern(server({ gate }), method, params, {
      headers: { 'x-key': 'reader' },
    });
    expect(row(forbidden)).toEqual([403, 403, 'MCP_FORBIDDEN']);
    expect(seen).toEqual([
      ['endpoint', method, method],
      ['endpoint', method, method],
    ]);
  });

  it('refuse initialize and ping', async () => {
    expect((await legacy(server({ gate }), 'initialize', {})).status).toBe(401);
    expect((await legacy(server({ gate }), 'ping', {})).status).toBe(401);
  });

  it('are not asked about a call of something that exists: that has its own', async () => {
    expect((await modern(server({ gate }), 'tools/call', { name: 'ok' })).status).toBe(200);
    expect((await modern(server({ gate }), 'resources/read', { uri: 'test://a' })).status).toBe(
      200,
    );
    expect(seen).toEqual([]);
  });

  it('come after `_meta`, headers, version and method', async () => {
    const answers = [
      await post(server({ gate }), list({}), { headers: MODERN }),
      await post(server({ gate }), list({ _meta: modernMeta() }), { headers: {} }),
      await legacy(server({ gate }), 'tools/list', {}, { version: 'x' }),
      await modern(server({ gate }), 'unknown/method'),
    ];
    expect(answers.map(({ error }) => error.code)).toEqual([-32602, -32020, -32022, -32601]);
    expect(seen).toEqual([]);
  });
});
