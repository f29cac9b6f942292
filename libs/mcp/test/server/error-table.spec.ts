import { META } from '../../src/protocol/messages.js';
import { list, MODERN, row, server } from './support/table-server.js';
import { legacy, modern, modernMeta, post } from './support/talk.js';

describe('versions', () => {
  it.each(['v999.0.0', '2030-01-01', '2024-01-01'])(
    'MCP_UNSUPPORTED_VERSION answers %s, with what is supported',
    async (version) => {
      const headers = { ...MODERN, 'mcp-protocol-version': version };
      const params = { _meta: modernMeta({ [META.protocolVersion]: version }) };
      const answer = await post(server(), list(params), { headers });
      expect(row(answer)).toEqual([400, -32022, 'MCP_UNSUPPORTED_VERSION']);
      const { supported, requested } = answer.error.data;
      expect(supported).toEqual([
        '2026-07-28',
        '2025-11-25',
        '2025-06-18',
        '2025-03-26',
        '2024-11-05',
      ]);
      expect(requested).toBe(version);
    },
  );

  it('MCP_UNSUPPORTED_VERSION answers a bad header after the handshake', async () => {
    const answer = await legacy(server(), 'tools/list', {}, { version: 'not-a-version' });
    expect(row(answer)).toEqual([400, -32022, 'MCP_UNSUPPORTED_VERSION']);
    const notification = { jsonrpc: '2.0', method: 'notifications/initialized' };
    const options = { headers: { 'mcp-protocol-version': 'not-a-version' } };
    expect(row(await post(server(), notification, options))[0]).toBe(400);
  });
});

describe('methods', () => {
  it.each([
    'initialize',
    'ping',
    'logging/setLevel',
    'resources/subscribe',
    'resources/unsubscribe',
    'unknown/method',
    'constructor',
    '__proto__',
  ])('MCP_METHOD_NOT_FOUND with HTTP 404 answers %s on 2026-07-28', async (method) => {
    const answer = await modern(server(), method, {}, { id: 'abc' });
    expect([...row(answer), answer.message?.id]).toEqual([
      404,
      -32601,
      'MCP_METHOD_NOT_FOUND',
      'abc',
    ]);
  });

  it.each(['server/discover', 'subscriptions/listen', 'unknown/method', 'toString'])(
    'MCP_METHOD_NOT_FOUND with HTTP 200 answers %s before',
    async (method) => {
      const answer = await legacy(server(), method, {}, { version: '2025-11-25' });
      expect(row(answer)).toEqual([200, -32601, 'MCP_METHOD_NOT_FOUND']);
    },
  );
});

describe('tools/call', () => {
  it('MCP_INVALID_PARAMS without a name', async () => {
    for (const params of [{}, { name: 1 }, { name: null }]) {
      const answer = await legacy(server(), 'tools/call', params);
      expect(row(answer)).toEqual([200, -32602, 'MCP_INVALID_PARAMS']);
    }
  });

  it('MCP_TOOL_NOT_FOUND for an unknown name, also one that every object has', async () => {
    for (const name of ['nothing', 'constructor', '__proto__', 'OK']) {
      const answer = await modern(server(), 'tools/call', { name });
      expect(row(answer)).toEqual([200, -32602, 'MCP_TOOL_NOT_FOUND']);
      expect(answer.error.message).toContain(name);
    }
  });

  it('MCP_ARGUMENTS_INVALID for arguments that are no object', async () => {
    for (const args of ['{}', 1, null, []]) {
      const answer = await legacy(server(), 'tools/call', { name: 'ok', arguments: args });
      expect(row(answer)).toEqual([200, -32602, 'MCP_ARGUMENTS_INVALID']);
    }
  });

  it('MCP_UNAUTHORIZED where the pipeline fails the whole message', async () => {
    const answer = await legacy(server(), 'tools/call', { name: 'refuse' });
    expect(row(answer)).toEqual([401, 401, 'MCP_UNAUTHORIZED']);
    expect(answer.headers).toEqual({ 'www-authenticate': 'Bearer' });
  });

  it('MCP_CAPABILITY_REQUIRED where the client cannot do what the call needs', async () => {
    const now = await modern(server(), 'tools/call', { name: 'ask' });
    expect(row(now)).toEqual([400, -32021, 'MCP_CAPABILITY_REQUIRED']);
    const before = await legacy(server(), 'tools/call', { name: 'ask' });
    expect(row(before)).toEqual([200, -32021, 'MCP_CAPABILITY_REQUIRED']);
  });

  it('MCP_INTERNAL masks what nobody foresaw, and tells the operator', async () => {
    const told: unknown[][] = [];
    const onMasked = (...args: unknown[]) => told.push(args);
    const answer = await legacy(server({ onMasked }), 'tools/call', { name: 'broken' });
    expect(row(answer)).toEqual([500, -32603, 'MCP_INTERNAL']);
    expect(JSON.stringify(answer.message)).not.toContain('secret');
    const { reference } = answer.error.data;
    expect(answer.error.message).toBe(`Internal error (ref ${String(reference)})`);
    expect(told).toEqual([[expect.objectContaining({ message: 'secret detail' }), reference]]);
  });
});

it('MCP_RESOURCE_NOT_FOUND answers an unknown resource, by the code of the revision', async () => {
  const uri = 'test://nothing';
  expect(row(await modern(server(), 'resources/read', { uri }))).toEqual([
    200,
    -32602,
    'MCP_RESOURCE_NOT_FOUND',
  ]);
  for (const version of ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05']) {
    const answer = await legacy(server(), 'resources/read', { uri }, { version });
    expect(row(answer)).toEqual([200, -32002, 'MCP_RESOURCE_NOT_FOUND']);
  }
});
