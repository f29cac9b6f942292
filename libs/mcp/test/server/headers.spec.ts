import { encodeHeaderValue } from '../../src/protocol/header-value.js';
import { resourceEntry, text, toolEntry } from './support/entries.js';
import { fixtureServer } from './support/fixture-server.js';
import {
  legacy,
  modern,
  modernMeta,
  post,
  Wire,
  type Exchange,
  type Json,
} from './support/talk.js';

const inputSchema = {
  type: 'object',
  properties: {
    region: { type: 'string', 'x-mcp-header': 'Region' },
    limit: { type: 'integer', 'x-mcp-header': 'Limit' },
    dry: { type: 'boolean', 'x-mcp-header': 'Dry-Run' },
    deep: { type: 'object', properties: { tenant: { type: 'string', 'x-mcp-header': 'Tenant' } } },
    plain: { type: 'string' },
  },
};

const server = fixtureServer({
  tools: [
    toolEntry('echo', (args) => text(JSON.stringify(args)), { definition: { inputSchema } }),
    toolEntry('größe', () => text('ok')),
    toolEntry('=?base64?x?=', () => text('ok')),
  ],
  resources: [resourceEntry('test://a', async ({ uri }) => ({ contents: [{ uri, text: '' }] }))],
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
  const message = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'echo', _meta: META },
  };
  const GOOD = {
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': 'tools/call',
    'mcp-name': 'echo',
  };

  it.each(Object.keys(GOOD))('%s must be there', async (missing) => {
    const headers = Object.fromEntries(Object.entries(GOOD).filter(([name]) => name !== missing));
    const answer = await post(server, message, { headers });
    // Without any sign of the revision in the headers, the body still says which one it is.
    expect(verdict(answer)).toEqual(MISMATCH);
  });

  it.each([
    ['mcp-protocol-version', '2025-11-25'],
    ['mcp-method', 'tools/list'],
    ['mcp-method', 'TOOLS/CALL'],
    ['mcp-name', 'other'],
    ['mcp-name', 'Echo'],
    ['mcp-name', '=?base64?ZWNobw?='],
    ['mcp-name', '=?base64?!!!!?='],
    ['mcp-name', '=?base64?/w==?='],
    ['mcp-name', 'ech\u00f6'],
    ['mcp-name', 'echo, echo'],
  ])('%s: %s is a mismatch', async (name, value) => {
    expect(verdict(await post(server, message, { headers: { ...GOOD, [name]: value } }))).toEqual(
      MISMATCH,
    );
  });

  it.each([
    ['mcp-name', '  echo\t'],
    ['mcp-name', encodeHeaderValue('echo')],
    ['mcp-name', '=?base64?ZWNobw==?='],
    ['mcp-method', ' tools/call '],
  ])('%s: %j says the same as the body', async (name, value) => {
    expect(verdict(await post(server, message, { headers: { ...GOOD, [name]: value } }))).toBe(200);
  });

  it('carry names beyond ASCII, and names that look encoded, in Base64', async () => {
    for (const name of ['größe', '=?base64?x?=']) {
      expect(verdict(await call(name, { 'mcp-name': encodeHeaderValue(name) }))).toBe(200);
    }
    expect(verdict(await call('=?base64?x?=', { 'mcp-name': '=?base64?x?=' }))).toEqual(MISMATCH);
  });

  it('name the URI of a resource', async () => {
    expect(verdict(await modern(server, 'resources/read', { uri: 'test://a' }))).toBe(200);
    const headers = { 'mcp-name': 'test://b' };
    expect(
      verdict(await modern(server, 'resources/read', { uri: 'test://a' }, { headers })),
    ).toEqual(MISMATCH);
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
    [{}, {}],
    [{ region: null, limit: null }, {}],
    [{ plain: 'x' }, {}],
    [{ region: 'us-west1' }, { 'mcp-param-region': 'us-west1' }],
    [{ region: '' }, { 'mcp-param-region': '' }],
    [{ region: 'Hello' }, { 'mcp-param-region': '=?base64?SGVsbG8=?=' }],
    [{ region: ' padded ' }, { 'mcp-param-region': '=?base64?IHBhZGRlZCA=?=' }],
    [{ region: 'Hello, 世界' }, { 'mcp-param-region': '=?base64?SGVsbG8sIOS4lueVjA==?=' }],
    [{ region: '=?base64?half' }, { 'mcp-param-region': '=?base64?half' }],
    [{ region: 'half?=' }, { 'mcp-param-region': 'half?=' }],
    [{ limit: 42 }, { 'mcp-param-limit': '42' }],
    [{ limit: 42 }, { 'mcp-param-limit': '42.0' }],
    [{ limit: -7 }, { 'mcp-param-limit': '-7' }],
    [{ dry: false }, { 'mcp-param-dry-run': 'false' }],
    [{ deep: { tenant: 't1' } }, { 'mcp-param-tenant': 't1' }],
  ])('%j agrees with %j', async (args, headers) => {
    const answer = await call('echo', headers, args);
    expect(answer.result).toMatchObject(text(JSON.stringify(args)));
  });

  it.each<[Json, Record<string, string>]>([
    [{ region: 'a' }, {}],
    [{ region: 'a' }, { 'mcp-param-region': 'b' }],
    [{ region: 'a' }, { 'mcp-param-region': 'A' }],
    [{ region: 'Hello' }, { 'mcp-param-region': '=?base64?SGVsbG8?=' }],
    [{ region: 'Hello' }, { 'mcp-param-region': '=?base64?SGVs!!!bG8=?=' }],
    [{ region: 'é' }, { 'mcp-param-region': 'é' }],
    [{ region: '42' }, { 'mcp-param-region': '42.0' }],
    [{ limit: 42 }, { 'mcp-param-limit': '43' }],
    [{ limit: 42 }, { 'mcp-param-limit': '0x2a' }],
    [{ limit: 42 }, { 'mcp-param-limit': '4.2e1' }],
    [{ dry: true }, { 'mcp-param-dry-run': 'TRUE' }],
    [{ dry: true }, { 'mcp-param-dry-run': '1' }],
    [{ deep: { tenant: 't1' } }, {}],
    [{}, { 'mcp-param-region': 'smuggled' }],
    [{ region: null }, { 'mcp-param-region': 'null' }],
  ])('%j disagrees with %j', async (args, headers) => {
    expect(verdict(await call('echo', headers, args))).toEqual(MISMATCH);
  });

  it('are not asked for before 2026-07-28', async () => {
    const params = { name: 'echo', arguments: { region: 'a' } };
    expect(verdict(await legacy(server, 'tools/call', params))).toBe(200);
  });
});
