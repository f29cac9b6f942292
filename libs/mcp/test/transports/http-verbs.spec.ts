import type { MessageContext, ServerReply } from '../../src/server/message-context.js';
import { PLATFORMS, startApp, type RunningApp } from './support/http-app.js';
import { RawConnection } from './support/raw-http.js';
import { StubServer } from './support/stub-server.js';

const notification = (text: string) => ({
  jsonrpc: '2.0' as const,
  method: 'notifications/message',
  params: { text },
});

describe.each(PLATFORMS)('GET and DELETE on %s, where the server takes them', (platform) => {
  let begin!: (context: MessageContext) => void;
  let end!: () => void;
  const begun = new Promise<MessageContext>((resolve) => (begin = resolve));
  const ended = new Promise<void>((resolve) => (end = resolve));
  let running: RunningApp;
  const server = Object.assign(new StubServer(), {
    verbs: {
      GET: async (context: MessageContext) => {
        if (context.headers['mcp-session-id'] === undefined) return failure(400);
        begin(context);
        await ended;
        return { status: 200 };
      },
      DELETE: async () => ({ status: 204 }),
    },
  });

  beforeAll(async () => {
    running = await startApp(platform, server, { endpoint: { keepAlive: 50 } });
  });
  afterAll(() => running.app.close());

  const get = (headers: Record<string, string>) => fetch(`${running.origin}/mcp`, { headers });

  it('GET is a stream as soon as the server has accepted it, and ends with it', async () => {
    const connection = new RawConnection(running.port);
    connection.write(
      'GET /mcp HTTP/1.1\r\nhost: localhost\r\naccept: text/event-stream\r\n' +
        'mcp-session-id: s\r\nconnection: close\r\n\r\n',
    );
    const context = await begun;
    expect(context.streams).toBe(true);
    context.accepted?.();
    await connection.until(/^HTTP\/1\.1 200 .*text\/event-stream/s);
    await context.send(notification('news'));
    await connection.until(/: keep-alive/);
    end();
    await connection.closed;
    expect(connection.text).toContain('"text":"news"');
  });

  it('GET that the server refuses is no stream', async () => {
    const response = await get({ accept: 'text/event-stream' });
    expect(response.status).toBe(400);
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
  });

  it('GET of a client that accepts no stream is refused before', async () => {
    const response = await get({ accept: 'application/json', 'mcp-session-id': 's' });
    expect(response.status).toBe(406);
  });

  it('DELETE answers as the server does', async () => {
    const response = await fetch(`${running.origin}/mcp`, { method: 'DELETE' });
    expect({ status: response.status, body: await response.text() }).toEqual({
      status: 204,
      body: '',
    });
    expect(response.headers.get('content-length')).toBeNull();
  });

  it('other methods name both', async () => {
    const response = await fetch(`${running.origin}/mcp`, { method: 'PUT' });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('POST, GET, DELETE');
  });
});

function failure(status: number): ServerReply {
  const error = { code: -32600, message: 'no' };
  return { status, message: { jsonrpc: '2.0', id: null, error } };
}
