import { PING, PLATFORMS, post, startApp, type RunningApp } from './support/http-app.js';
import {
  JSON_HEADERS,
  RawConnection,
  head,
  rawRequest,
  type RawRequest,
} from './support/raw-http.js';
import { StubServer } from './support/stub-server.js';

const LIMIT = 64 * 1024;
const BODY = JSON.stringify(PING);

const nested = (depth: number) =>
  `{"jsonrpc":"2.0","id":1,"method":"echo","params":{"a":${'['.repeat(depth - 2)}${']'.repeat(depth - 2)}}}`;

describe.each(PLATFORMS)('Streamable HTTP on %s refuses', (platform) => {
  const server = new StubServer();
  let running: RunningApp;

  beforeAll(async () => {
    running = await startApp(platform, server, {
      endpoint: { http: { bodyLimit: LIMIT, bodyTimeout: 300 } },
    });
  });
  afterAll(() => running.app.close());

  /** The refusal of a request that must not reach the server. */
  const refusal = async (request: RawRequest) => {
    const before = server.seen.length;
    const response = await rawRequest(running.port, request);
    expect(server.seen).toHaveLength(before);
    expect(response.headers['content-type']).toMatch(/^application\/json/);
    const { jsonrpc, id, error } = response.json();
    expect({ jsonrpc, id }).toEqual({ jsonrpc: '2.0', id: null });
    return { status: response.status, rpc: error?.code, code: error?.data.code, response };
  };
  const withHeaders = (headers: Record<string, string>) => ({ ...JSON_HEADERS, ...headers });

  describe('what is no JSON, as -32700', () => {
    it.each([
      ['an unclosed object', '{"jsonrpc":"2.0"'],
      ['an empty body', ''],
      ['two values', '{}{}'],
      ['HTML', '<html></html>'],
      ['a lone surrogate in UTF-8', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])],
      ['Latin-1', Buffer.from('{"a":"é"}', 'latin1')],
    ])('%s', async (_, body) => {
      const { status, rpc, code, response } = await refusal({ body });
      expect({ status, rpc, code }).toEqual({ status: 400, rpc: -32700, code: 'MCP_PARSE' });
      expect(response.text).not.toMatch(/<html|position|Unexpected/);
    });
  });

  describe('what is declared as something else, as 415', () => {
    it.each([
      ['a form, as curl -d sends it', { 'content-type': 'application/x-www-form-urlencoded' }],
      ['text, which any web page may send', { 'content-type': 'text/plain' }],
      ['another charset', { 'content-type': 'application/json; charset=utf-16' }],
      ['a malformed type', { 'content-type': 'json;;;' }],
      ['compressed bytes', { 'content-encoding': 'gzip' }],
    ])('%s', async (_, headers) => {
      const { status, rpc, code, response } = await refusal({
        headers: withHeaders(headers),
        body: BODY,
      });
      expect({ status, rpc, code }).toEqual({ status: 415, rpc: -32600, code: 'MCP_MEDIA_TYPE' });
      expect(response.json().error?.message).toContain('application/json');
    });

    it('a body without a type', async () => {
      const { status, code } = await refusal({ headers: { accept: '*/*' }, body: BODY });
      expect({ status, code }).toEqual({ status: 415, code: 'MCP_MEDIA_TYPE' });
    });
  });

  it.each([
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
    'Application/JSON',
  ])('but accepts %s', async (type) => {
    const response = await rawRequest(running.port, {
      headers: withHeaders({ 'content-type': type }),
      body: BODY,
    });
    expect(response.status).toBe(200);
  });

  it.each(['text/html', 'application/json;q=0, text/html', 'image/*'])(
    'O-F07: a client that accepts only %s, as 406 in JSON',
    async (accept) => {
      const { status, rpc, code } = await refusal({ headers: withHeaders({ accept }), body: BODY });
      expect({ status, rpc, code }).toEqual({
        status: 406,
        rpc: -32600,
        code: 'MCP_NOT_ACCEPTABLE',
      });
    },
  );

  it('a body that does not arrive in time, as 408', async () => {
    const connection = new RawConnection(running.port);
    connection.write(`${head({ 'content-length': '100' })}{"jsonrpc":`);
    await connection.until(/http\.bodyTimeout/);
    expect(connection.text).toMatch(/^HTTP\/1\.1 408 .*"code":-32600/is);
    await connection.closed;
  });

  it('a sender that leaves in the middle, without harm', async () => {
    const before = server.seen.length;
    const connection = new RawConnection(running.port);
    await new Promise<void>((sent) =>
      connection.socket.write(`${head({ 'content-length': '100' })}{"jsonrpc":`, () => sent()),
    );
    connection.socket.destroy();
    await connection.closed;
    expect((await post(running.origin, PING)).status).toBe(200);
    expect(server.seen).toHaveLength(before + 1);
  });

  describe('what is nested too deep', () => {
    it.each([65, 10_000])('%i levels', async (depth) => {
      const { status, rpc, code } = await refusal({ body: nested(depth) });
      expect({ status, rpc, code }).toEqual({
        status: 400,
        rpc: -32600,
        code: 'MCP_INVALID_REQUEST',
      });
    });

    it('but not 64 levels, nor brackets in a string', async () => {
      expect((await rawRequest(running.port, { body: nested(64) })).status).toBe(200);
      const text = `\\"${'['.repeat(1_000)}`;
      const response = await post(running.origin, { ...PING, method: 'echo', params: { text } });
      expect(await response.json()).toMatchObject({ result: { text } });
    });
  });

  it('keys that would change the prototype of an object: the server never sees them', async () => {
    const params =
      '{"name":"x","constructor":{"prototype":{"p":1}},"__proto__":{"admin":true},' +
      '"deep":[{"\\u005f_proto__":{"admin":true}}],"kept":{"constructor":"Ford"}}';
    await rawRequest(running.port, {
      body: `{"jsonrpc":"2.0","id":1,"method":"echo","params":${params}}`,
    });
    const seen = (server.seen.at(-1) as { params: object }).params;
    expect(Object.keys(seen)).toEqual(['name', 'deep', 'kept']);
    expect(seen).toMatchObject({ deep: [{}], kept: { constructor: 'Ford' } });
    expect(JSON.stringify(seen)).not.toContain('admin');
  });

  describe('other methods', () => {
    it.each(['GET', 'DELETE', 'PUT', 'PATCH'])('O-F09: %s with 405 and Allow', async (method) => {
      const { status, code, response } = await refusal({ method, headers: { accept: '*/*' } });
      expect({ status, code }).toEqual({ status: 405, code: 'MCP_METHOD_NOT_ALLOWED' });
      expect(response.headers.allow).toBe('POST');
    });

    it('HEAD with 405, Allow and no body', async () => {
      const response = await rawRequest(running.port, { method: 'HEAD', headers: {} });
      expect(response.status).toBe(405);
      expect(response.headers.allow).toBe('POST');
      expect(response.text).toBe('');
    });

    it('but answers OPTIONS with what is allowed', async () => {
      const response = await rawRequest(running.port, { method: 'OPTIONS', headers: {} });
      expect(response.status).toBe(204);
      expect(response.headers.allow).toBe('POST');
      expect(response.headers['access-control-allow-origin']).toBeUndefined();
    });
  });

  it('nothing of what belongs to other paths', async () => {
    for (const path of ['/mcp2', '/mcp/x', '/', '/x/mcp', '/MCP/../mcp']) {
      const response = await rawRequest(running.port, { path, body: BODY });
      expect({ path, status: response.status }).toEqual({ path, status: 404 });
      expect(response.json()).not.toHaveProperty('jsonrpc');
    }
  });

  it('O-B13: nothing for a trailing slash or a query, and redirects nobody', async () => {
    for (const path of ['/mcp', '/mcp/', '/mcp?x=1', '/mcp/?x=1']) {
      const response = await rawRequest(running.port, { path, body: BODY });
      expect({ path, status: response.status }).toEqual({ path, status: 200 });
    }
  });
});
