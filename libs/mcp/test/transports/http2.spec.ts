import { once } from 'node:events';
import { connect, type ClientHttp2Session, type IncomingHttpHeaders } from 'node:http2';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { INestApplication } from '@nestjs/common';
import { endpointModule, PING } from './support/http-app.js';
import { JSON_HEADERS } from './support/raw-http.js';
import { StubServer } from './support/stub-server.js';

describe('The endpoint on Fastify over HTTP/2', () => {
  const server = new StubServer({
    chatty: async (_params, context) => {
      await context.send({ jsonrpc: '2.0', method: 'notifications/message', params: {} });
      return { done: true };
    },
  });
  let app: INestApplication;
  let session: ClientHttp2Session;

  beforeAll(async () => {
    const { EndpointModule } = endpointModule(server, { http: { bodyLimit: 1_000 } });
    app = await NestFactory.create(EndpointModule, new FastifyAdapter({ http2: true } as never), {
      logger: false,
    });
    await app.listen(0, '127.0.0.1');
    const { port } = app.getHttpServer().address() as { port: number };
    session = connect(`http://127.0.0.1:${port}`);
  });
  afterAll(async () => {
    session.close();
    await app.close();
  });

  async function send(message: unknown, headers: Record<string, string> = {}) {
    const stream = session.request({
      ':method': 'POST',
      ':path': '/mcp',
      ...JSON_HEADERS,
      ...headers,
    });
    stream.on('error', () => {});
    stream.end(JSON.stringify(message));
    const [head] = (await once(stream, 'response')) as [IncomingHttpHeaders];
    let text = '';
    for await (const chunk of stream) text += String(chunk);
    return { status: head[':status'], type: head['content-type'], text };
  }

  it('answers with JSON', async () => {
    const { status, text } = await send(PING);
    expect({ status, answer: JSON.parse(text) as unknown }).toEqual({
      status: 200,
      answer: { jsonrpc: '2.0', id: 1, result: {} },
    });
  });

  it('answers with a stream', async () => {
    const { status, type, text } = await send({ ...PING, method: 'chatty' });
    expect({ status, type }).toEqual({ status: 200, type: 'text/event-stream' });
    expect(text).toContain('"result":{"done":true}');
  });

  it('checks the authority, which stands for Host', async () => {
    expect((await send(PING, { ':authority': 'evil.test' })).status).toBe(403);
    expect((await send(PING, { ':authority': 'localhost' })).status).toBe(200);
  });

  it('refuses what is too large and goes on with the connection', async () => {
    const large = await send({ ...PING, params: { text: 'y'.repeat(2_000) } });
    expect(large.status).toBe(413);
    expect((await send(PING)).status).toBe(200);
  });
});
