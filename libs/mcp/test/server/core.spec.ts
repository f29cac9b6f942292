import { McpServer } from '../../src/server/mcp-server.js';
import type { McpServerOptions } from '../../src/server/server.options.js';
import { ToolTable } from '../../src/tools/tool-table.js';
import { text, toolEntry } from './support/entries.js';
import { legacy, modern, post, Wire } from './support/talk.js';

function serverWith(options: Partial<McpServerOptions> = {}): McpServer {
  const tools = new ToolTable();
  tools.add(toolEntry('greet', ({ name }) => text(`Hello, ${String(name)}!`)));
  return new McpServer({ info: { name: 'fixture', version: '1.2.3' }, ...options }, { tools });
}

describe('a request of 2026-07-28', () => {
  it('is answered as the first and only message', async () => {
    const { status, result } = await modern(serverWith(), 'tools/list');
    expect(status).toBe(200);
    expect(result).toMatchObject({
      resultType: 'complete',
      tools: [{ name: 'greet' }],
      ttlMs: 0,
      cacheScope: 'private',
      _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'fixture', version: '1.2.3' } },
    });
  });

  it('calls a tool', async () => {
    const params = { name: 'greet', arguments: { name: 'Ada' } };
    const { result } = await modern(serverWith(), 'tools/call', params);
    expect(result).toMatchObject({ resultType: 'complete', content: [{ text: 'Hello, Ada!' }] });
  });
});

describe('a request of the handshake era', () => {
  it('negotiates the version that was proposed', async () => {
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: {} };
    const { result } = await legacy(serverWith(), 'initialize', params);
    expect(result).toMatchObject({ protocolVersion: '2025-06-18', capabilities: { tools: {} } });
  });

  it('needs no handshake over HTTP', async () => {
    const { result } = await legacy(serverWith(), 'tools/list');
    expect(result).toEqual({ tools: [expect.objectContaining({ name: 'greet' })] });
  });

  it('is served on a connection', async () => {
    const wire = new Wire(serverWith());
    await wire.open('2025-11-25');
    const called = await wire.request('tools/call', { name: 'greet', arguments: { name: 'Bo' } });
    expect(called.result).toEqual(text('Hello, Bo!'));
  });
});

it('answers a notification with 202 and nothing else', async () => {
  const message = { jsonrpc: '2.0', method: 'notifications/initialized' };
  expect(await post(serverWith(), message)).toMatchObject({ status: 202, messages: [] });
});
