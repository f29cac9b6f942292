import { PING, PLATFORMS, post, startApp, type RunningApp } from './support/http-app.js';
import { JSON_HEADERS, RawConnection, head, rawRequest } from './support/raw-http.js';
import { Reply, StubServer } from './support/stub-server.js';

const progress = (step: number) => ({
  jsonrpc: '2.0' as const,
  method: 'notifications/progress',
  params: { progressToken: 't', progress: step },
});

const SCRIPTS = {
  chatty: async (_params: unknown, context: { send(message: object): Promise<void> }) => {
    await context.send(progress(1));
    await context.send(progress(2));
    return { done: true };
  },
  refused: () =>
    new Reply({
      status: 401,
      headers: { 'www-authenticate': 'Bearer realm="mcp"' },
      message: { jsonrpc: '2.0', error: { code: 401, message: 'no', data: { code: 'X' } } },
    }),
  unprintable: () => ({ big: 1n }),
  smuggler: () =>
    new Reply({
      status: 200,
      headers: { 'x-bad': 'a\r\nset-cookie: b' },
      message: { jsonrpc: '2.0', result: {} },
    }),
};

describe.each(PLATFORMS)('Streamable HTTP on %s: one POST, one answer', (platform) => {
  const server = new StubServer(SCRIPTS);
  let running: RunningApp;

  beforeAll(async () => {
    running = await startApp(platform, server);
  });
  afterAll(() => running.app.close());

  it('answers a request with its result as JSON of a known length', async () => {
    const response = await rawRequest(running.port, { body: JSON.stringify(PING) });
    expect(response.status).toBe(200);
    expect(response.headers['content-type']).toMatch(/^application\/json/);
    expect(response.headers['content-length']).toBe(String(Buffer.byteLength(response.text)));
    expect(response.headers['transfer-encoding']).toBeUndefined();
    expect(response.json()).toEqual({ jsonrpc: '2.0', id: 1, result: {} });
  });

  it('counts bytes, not characters', async () => {
    const params = { text: 'тест → ★ 日本語 😀' };
    const response = await post(running.origin, { ...PING, method: 'echo', params });
    expect(await response.json()).toMatchObject({ result: params });
  });

  it('O-F08: answers a notification with 202 and no body', async () => {
    const notification = { jsonrpc: '2.0', method: 'notifications/initialized' };
    const response = await rawRequest(running.port, { body: JSON.stringify(notification) });
    expect(response.status).toBe(202);
    expect(response.text).toBe('');
    expect(response.headers['content-type']).toBeUndefined();
  });

  it('hands a batch to the server whole, and its answer back whole', async () => {
    const response = await post(running.origin, [PING, { ...PING, id: 2 }]);
    expect(await response.json()).toEqual([
      { jsonrpc: '2.0', id: 1, result: {} },
      { jsonrpc: '2.0', id: 2, result: {} },
    ]);
  });

  it('hands the server the request, its headers and the address of the peer', async () => {
    await post(running.origin, PING, { 'x-probe': 'call' });
    const { transport, remoteAddress, headers, request } = server.contexts.at(-1)!;
    expect({ transport, remoteAddress }).toEqual({ transport: 'http', remoteAddress: '127.0.0.1' });
    expect(headers['x-probe']).toBe('call');
    expect(request).toHaveProperty(['headers', 'x-probe'], 'call');
  });

  it('gives status and headers that the server wants', async () => {
    const response = await post(running.origin, { ...PING, method: 'refused' });
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toBe('Bearer realm="mcp"');
    expect(await response.json()).toMatchObject({ id: 1, error: { code: 401 } });
  });

  it('turns into a stream when something is said before the result', async () => {
    const response = await post(running.origin, { ...PING, method: 'chatty' });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    expect(response.headers.get('cache-control')).toBe('no-cache, no-transform');
    expect(response.headers.get('x-accel-buffering')).toBe('no');
    expect(eventsOf(await response.text())).toEqual([
      progress(1),
      progress(2),
      { jsonrpc: '2.0', id: 1, result: { done: true } },
    ]);
  });

  it.each([
    ['no header', undefined],
    ['any type', '*/*'],
    ['JSON', 'application/json'],
    ['any application type', 'application/*;q=0.8'],
  ])(
    'O-F07: gives JSON to a client that accepts %s, also where it drops hints',
    async (_, accept) => {
      const { accept: _usual, ...headers } = JSON_HEADERS;
      const response = await rawRequest(running.port, {
        headers: accept === undefined ? headers : { ...headers, accept },
        body: JSON.stringify({ ...PING, method: 'chatty' }),
      });
      expect(response.status).toBe(200);
      expect(response.json()).toEqual({ jsonrpc: '2.0', id: 1, result: { done: true } });
    },
  );

  it('O-F07: gives a stream to a client that accepts nothing else', async () => {
    const response = await post(running.origin, PING, { accept: 'text/event-stream' });
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    expect(eventsOf(await response.text())).toEqual([{ jsonrpc: '2.0', id: 1, result: {} }]);
  });

  it.each(['application/json, text/event-stream', 'application/json', 'text/event-stream'])(
    'answers a result that is no JSON with a masked error, under the id of its request: %s',
    async (accept) => {
      const message = { ...PING, id: 'x', method: 'unprintable' };
      const response = await post(running.origin, message, { accept });
      expect(response.status).toBe(500);
      const { id, error } = (await response.json()) as { id: string; error: { message: string } };
      expect(id).toBe('x');
      expect(error.message).toMatch(/^Internal error \(ref [0-9a-f]{8}\)$/);
    },
  );

  it('never writes a header that would smuggle in another', async () => {
    const response = await post(running.origin, { ...PING, method: 'smuggler' });
    expect(response.status).toBe(500);
    expect(response.headers.get('set-cookie')).toBeNull();
  });

  it('answers several requests that were sent at once on one connection, in order', async () => {
    const connection = new RawConnection(running.port);
    const body = (id: number) => JSON.stringify({ ...PING, id, method: 'echo', params: { id } });
    for (const id of [1, 2, 3]) {
      connection.write(head({ 'content-length': String(body(id).length) }) + body(id));
    }
    await connection.until(/"id":3/);
    connection.socket.destroy();
    expect(connection.text.match(/"result":\{"id":\d\}/g)).toEqual([
      '"result":{"id":1}',
      '"result":{"id":2}',
      '"result":{"id":3}',
    ]);
  });
});

/** The messages of a stream; comments are left out. */
function eventsOf(stream: string): unknown[] {
  return stream
    .split('\n')
    .filter((line) => line.startsWith('data: '))
    .map((line) => JSON.parse(line.slice('data: '.length)) as unknown);
}
