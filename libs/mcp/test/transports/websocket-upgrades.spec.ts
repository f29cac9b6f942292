import { once } from 'node:events';
import { connect } from 'node:net';
import { Controller, Get, Module, Post, Body, type INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { McpModule } from '../../src/index.js';
import { McpWebSocketModule } from '../../src/websocket.js';
import { PLATFORMS } from './support/http-app.js';

@Controller('orders')
class OrdersController {
  @Get()
  list() {
    return 'all of them';
  }

  @Post()
  create(@Body() { text }: { text: string }) {
    return { length: text.length };
  }
}

@Module({
  imports: [McpModule.forRoot({ name: 'x', version: '1.0.0' }), McpWebSocketModule.forRoot({})],
  controllers: [OrdersController],
})
class AppModule {}

/** Java's HttpClient offers HTTP/2 with its first request on a connection without TLS. */
const OFFER = {
  Connection: 'Upgrade, HTTP2-Settings',
  Upgrade: 'h2c',
  'HTTP2-Settings': 'AAEAAEAAAAIAAAABAAMAAABkAAQBAAAAAAUAAEAA',
};
const PING = '{"jsonrpc":"2.0","id":1,"method":"ping"}';

describe.each(PLATFORMS)('with McpWebSocketModule on %s', (platform) => {
  let app: INestApplication;
  let port: number;

  beforeEach(async () => {
    const adapter = platform === 'express' ? new ExpressAdapter() : new FastifyAdapter();
    app = await NestFactory.create(AppModule, adapter, { logger: false });
    await app.listen(0, '127.0.0.1');
    ({ port } = app.getHttpServer().address() as { port: number });
  });
  afterEach(() => app.close());

  const head = (line: string, headers: object) =>
    [
      `${line} HTTP/1.1`,
      ...Object.entries({ Host: '127.0.0.1', ...headers }).map((h) => h.join(': ')),
    ]
      .concat('', '')
      .join('\r\n');

  /** All that comes back for these pieces, each written when the one before has gone. */
  async function exchange(...pieces: string[]): Promise<string> {
    const socket = connect(port, '127.0.0.1');
    let text = '';
    socket.on('error', () => {});
    socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
    for (const piece of pieces) {
      await new Promise((written) => socket.write(piece, written));
    }
    await once(socket, 'close');
    return text;
  }

  it('a request that offers another protocol is answered as any other', async () => {
    const answer = await exchange(
      head('GET /orders', { ...OFFER, Connection: `close, ${OFFER.Connection}` }),
    );
    expect(answer).toMatch(/^HTTP\/1\.1 200 .*all of them/s);
  });

  it('so is a call, its body in the same piece or long after', async () => {
    const headers = {
      ...OFFER,
      Connection: `close, ${OFFER.Connection}`,
      'Content-Type': 'application/json',
      'Content-Length': PING.length,
    };
    const start = head('POST /mcp', headers);
    const answers = [
      await exchange(start + PING),
      await exchange(start, PING.slice(0, 9), PING.slice(9)),
    ];
    for (const answer of answers) {
      expect(answer).toMatch(/^HTTP\/1\.1 200 .*\{"jsonrpc":"2\.0","id":1,"result":\{\}\}$/s);
    }
  });

  it('so is a body of many packets, and the request behind it', async () => {
    const body = JSON.stringify({ text: 'y'.repeat(90_000) });
    const headers = { 'Content-Type': 'application/json', 'Content-Length': body.length };
    const answer = await exchange(
      head('POST /orders', { ...headers, ...OFFER }) + body,
      head('GET /orders', { Connection: 'close' }),
    );
    expect(answer).toMatch(/201 Created.*\{"length":90000\}.*200 OK.*all of them/s);
  });

  it('an offer hides no header, and no request behind the first', async () => {
    const answer = await exchange(
      head('POST /mcp', { ...OFFER, Origin: 'http://evil.test', 'Content-Length': '0' }),
      head('GET /orders', { Connection: 'close' }),
    );
    expect(answer).toMatch(/403 Forbidden.*MCP_FORBIDDEN/s);
  });

  it('an upgrade to a WebSocket elsewhere is refused', async () => {
    const upgrade = { Connection: 'Upgrade', Upgrade: 'websocket' };
    expect(await exchange(head('GET /orders', upgrade))).toMatch(/^HTTP\/1\.1 404 /);
  });
});
