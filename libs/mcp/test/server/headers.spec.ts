import { encodeHeaderValue } from '../../src/protocol/header-value.js';
import { text, toolEntry } from './support/entries.js';
import { fixtureServer } from './support/fixture-server.js';
import { legacy, modern, modernMeta, Wire, type Exchange, type Json } from './support/talk.js';

const inputSchema = {
  type: 'object',
  properties: {
    region: { type: 'string', 'x-mcp-header': 'Region' },
    limit: { type: 'integer', 'x-mcp-header': 'Limit' },
    dry: { type: 'boolean', 'x-mcp-header': 'Dry-Run' },
    deep: { type: 'object', properties: { tenant: { type: 'string', 'x-mcp-header': 'Tenant' } } },
  },
};

const server = fixtureServer({
  tools: [
    toolEntry('echo', (args) => text(JSON.stringify(args)), { definition: { inputSchema } }),
    toolEntry('größe', () => text('ok')),
    toolEntry('=?base64?x?=', () => text('ok')),
  ],
});

function call(name: string, headers: Record<string, string>, args: Json = {}) {
  return modern(server, 'tools/call', { name, arguments: args }, { headers });
}

function verdict({ status, error }: Exchange) {
  return error === undefined ? status : [status, error.code, error.data.code];
}

const MISMATCH = [400, -32020, 'MCP_HEADER_MISMATCH'];

describe('the standard headers', () => {
  const META = modernMeta();

  it('carry names beyond ASCII, and names that look encoded, in Base64', async () => {
    for (const name of ['größe', '=?base64?x?=']) {
      expect(verdict(await call(name, { 'mcp-name': encodeHeaderValue(name) }))).toBe(200);
    }
    expect(verdict(await call('=?base64?x?=', { 'mcp-name': '=?base64?x?=' }))).toEqual(MISMATCH);
  });

  it('are not asked for before 2026-07-28, nor off HTTP', async () => {
    expect(
      verdict(await legacy(server, 'tools/call', { name: 'echo' }, { version: '2025-11-25' })),
    ).toBe(200);
    const wire = new Wire(server);
    const { error } = await wire.request('tools/call', { name: 'echo', _meta: META });
    expect(error).toBeUndefined();
  });
});

describe('the headers that mirror arguments', () => {
  it.each<[Json, Record<string, string>]>([
    [{ region: null, limit: null }, {}],
    [{ region: '' }, { 'mcp-param-region': '' }],
    [{ region: '=?base64?half' }, { 'mcp-param-region': '=?base64?half' }],
    [{ region: 'half?=' }, { 'mcp-param-region': 'half?=' }],
    [{ limit: -7 }, { 'mcp-param-limit': '-7' }],
    [{ deep: { tenant: 't1' } }, { 'mcp-param-tenant': 't1' }],
  ])('%j agrees with %j', async (args, headers) => {
    const answer = await call('echo', headers, args);
    expect(answer.result).toMatchObject(text(JSON.stringify(args)));
  });

  it.each<[Json, Record<string, string>]>([
    [{ region: 'Hello' }, { 'mcp-param-region': '=?base64?SGVsbG8?=' }],
    [{ region: '42' }, { 'mcp-param-region': '42.0' }],
    [{ limit: 42 }, { 'mcp-param-limit': '4.2e1' }],
    [{ dry: true }, { 'mcp-param-dry-run': '1' }],
    [{ deep: { tenant: 't1' } }, {}],
  ])('%j disagrees with %j', async (args, headers) => {
    expect(verdict(await call('echo', headers, args))).toEqual(MISMATCH);
  });

  it('are not asked for before 2026-07-28', async () => {
    const params = { name: 'echo', arguments: { region: 'a' } };
    expect(verdict(await legacy(server, 'tools/call', params))).toBe(200);
  });
});
