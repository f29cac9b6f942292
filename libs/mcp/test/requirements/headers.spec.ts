import { Injectable, type INestApplication } from '@nestjs/common';
import { IsBoolean, IsInt, IsOptional, IsString } from 'class-validator';
import { McpResource, McpTool } from 'nest-toolport';
import { encodeHeaderValue } from '../../src/protocol/header-value.js';
import { META } from '../../src/protocol/messages.js';
import { JSON_HEADERS, rawRequest, type RawResponse } from '../transports/support/raw-http.js';
import type { Json } from './support/peer.js';
import { startApp } from './support/stage.js';

class Mirrored {
  @IsOptional()
  @IsString()
  region?: string | null;

  @IsOptional()
  @IsInt()
  limit?: number;

  @IsOptional()
  @IsBoolean()
  dry?: boolean;

  @IsOptional()
  @IsString()
  plain?: string;
}

@Injectable()
class Mirrors {
  @McpTool({
    name: 'echo',
    description: 'Says it again',
    headers: { region: 'Region', limit: 'Limit', dry: 'Dry-Run' },
  })
  echo(args: Mirrored) {
    return JSON.stringify(args);
  }

  @McpTool({ name: 'other', description: 'Another tool' })
  other() {
    return 'other';
  }

  @McpResource('shelf://a', { description: 'A resource' })
  resource() {
    return 'a';
  }
}

let app: INestApplication;
let port: number;
beforeAll(async () => {
  app = await startApp([Mirrors]);
  ({ port } = app.getHttpServer().address() as { port: number });
});
afterAll(() => app.close());

/** One request with exactly these headers, none of them made by a client library. */
function post(method: string, params: Json, headers: Record<string, string>) {
  const _meta = { [META.protocolVersion]: '2026-07-28', [META.clientCapabilities]: {} };
  const message = { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } };
  const body = JSON.stringify(message);
  return rawRequest(port, { headers: { ...JSON_HEADERS, ...headers }, body });
}

const GOOD = {
  'mcp-protocol-version': '2026-07-28',
  'mcp-method': 'tools/call',
  'mcp-name': 'echo',
};
const call = (headers: Record<string, string>, args: Json = {}) =>
  post('tools/call', { name: 'echo', arguments: args }, headers);
function verdict(response: RawResponse) {
  const { error } = response.json();
  return error ? [response.status, error.code, error.data.code] : response.status;
}
const MISMATCH = [400, -32020, 'MCP_HEADER_MISMATCH'];

describe('the standard headers of 2026-07-28, on a socket', () => {
  it.each(Object.keys(GOOD))('%s must be there', async (missing) => {
    const headers = Object.fromEntries(Object.entries(GOOD).filter(([name]) => name !== missing));
    expect(verdict(await call(headers))).toEqual(MISMATCH);
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
  ])('%s: %s is not what the body says', async (name, value) => {
    expect(verdict(await call({ ...GOOD, [name]: value }))).toEqual(MISMATCH);
  });

  it.each([
    ['Mcp-Name', '  echo\t'],
    ['MCP-NAME', encodeHeaderValue('echo')],
    ['mcp-name', '=?base64?ZWNobw==?='],
    ['Mcp-Method', ' tools/call '],
    ['MCP-Protocol-Version', '2026-07-28 '],
  ])('%s: %j is what the body says', async (name, value) => {
    const { [name.toLowerCase()]: _replaced, ...others } = GOOD as Record<string, string>;
    expect(verdict(await call({ ...others, [name]: value }))).toBe(200);
  });

  it('the URI of a resource is its name', async () => {
    const read = (name: string) =>
      post(
        'resources/read',
        { uri: 'shelf://a' },
        { ...GOOD, 'mcp-method': 'resources/read', 'mcp-name': name },
      );
    expect(verdict(await read('shelf://a'))).toBe(200);
    expect(verdict(await read('shelf://b'))).toEqual(MISMATCH);
  });

  it.each(['größe', '=?base64?ZWNobw==?='])('the name %s goes in Base64 alone', async (name) => {
    const named = (value: string) => post('tools/call', { name }, { ...GOOD, 'mcp-name': value });
    expect(verdict(await named(name))).toEqual(MISMATCH);
    // They agree: what is said then is that there is no such tool.
    expect(verdict(await named(encodeHeaderValue(name)))).toEqual([
      200,
      -32602,
      'MCP_TOOL_NOT_FOUND',
    ]);
  });
});

describe('the headers that mirror arguments, on a socket', () => {
  it.each<[Json, Record<string, string>]>([
    [{}, {}],
    [{ region: null }, {}],
    [{ plain: 'x' }, {}],
    [{ region: 'us-west1' }, { 'Mcp-Param-Region': 'us-west1' }],
    [{ region: 'Hello' }, { 'mcp-param-region': '=?base64?SGVsbG8=?=' }],
    [{ region: ' padded ' }, { 'mcp-param-region': '=?base64?IHBhZGRlZCA=?=' }],
    [{ region: 'Hello, 世界' }, { 'mcp-param-region': '=?base64?SGVsbG8sIOS4lueVjA==?=' }],
    [{ limit: 42 }, { 'mcp-param-limit': '42' }],
    [{ limit: 42 }, { 'mcp-param-limit': '42.0' }],
    [{ dry: false }, { 'MCP-PARAM-DRY-RUN': 'false' }],
  ])('%j agrees with %j', async (args, headers) => {
    const response = await call({ ...GOOD, ...headers }, args);
    expect(response.json().result).toMatchObject({ content: [{ text: JSON.stringify(args) }] });
  });

  it.each<[Json, Record<string, string>]>([
    [{ region: 'a' }, {}],
    [{ region: 'a' }, { 'mcp-param-region': 'b' }],
    [{ region: 'a' }, { 'mcp-param-region': 'A' }],
    [{ region: 'Hello' }, { 'mcp-param-region': '=?base64?SGVs!!!bG8=?=' }],
    [{ region: 'é' }, { 'mcp-param-region': 'é' }],
    [{ limit: 42 }, { 'mcp-param-limit': '43' }],
    [{ limit: 42 }, { 'mcp-param-limit': '0x2a' }],
    [{ dry: true }, { 'mcp-param-dry-run': 'TRUE' }],
    [{}, { 'mcp-param-region': 'smuggled' }],
    [{ region: null }, { 'mcp-param-region': 'null' }],
  ])('%j disagrees with %j', async (args, headers) => {
    expect(verdict(await call({ ...GOOD, ...headers }, args))).toEqual(MISMATCH);
  });
});
