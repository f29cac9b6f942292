import { once } from 'node:events';
import { Injectable, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter, type NestExpressApplication } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { WebSocket } from 'ws';
import { McpCall, McpCallContext, McpModule, McpTool } from '../../src/index.js';
import { originOf } from '../../src/transports/upgrade-origin.js';
import { McpWebSocketModule } from '../../src/websocket.js';
import { PLATFORMS, post, type Platform } from './support/http-app.js';

@Injectable()
class Tools {
  @McpTool({ name: 'from' })
  from(@McpCall() call: McpCallContext) {
    return String(call.remoteAddress);
  }
}

@Module({
  imports: [McpModule.forRoot({ name: 'x', version: '1' }), McpWebSocketModule.forRoot({})],
  providers: [Tools],
})
class AppModule {}

const CALL = { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'from' } };
const HELLO = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'c', version: '1' },
  },
};
const CLIENT = '203.0.113.9';
/** As nginx on the same host sets them. */
const BY_PROXY = { 'x-forwarded-for': CLIENT, 'x-forwarded-proto': 'https' };

interface Called {
  readonly result: { readonly content: readonly { readonly text: string }[] };
}

async function start(platform: Platform, trustProxy: boolean) {
  const adapter =
    platform === 'express' ? new ExpressAdapter() : new FastifyAdapter({ trustProxy });
  const app = await NestFactory.create(AppModule, adapter, { logger: false });
  if (platform === 'express') (app as NestExpressApplication).set('trust proxy', trustProxy);
  await app.listen(0, '127.0.0.1');
  return app;
}

async function overWebSocket(url: string, headers: Record<string, string>): Promise<string> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/mcp`, 'mcp', { headers });
  await once(socket, 'open');
  for (const message of [HELLO, CALL]) {
    socket.send(JSON.stringify(message));
    const [data] = (await once(socket, 'message')) as [Buffer];
    if (message !== CALL) continue;
    socket.terminate();
    return (JSON.parse(data.toString()) as Called).result.content[0].text;
  }
  throw new Error('There is an answer to the last message');
}

describe.each(PLATFORMS)('behind a proxy on %s', (platform) => {
  it.each([
    [true, CLIENT],
    [false, '127.0.0.1'],
  ])('with trust proxy %s a WebSocket has the address of HTTP', async (trustProxy, address) => {
    const app = await start(platform, trustProxy);
    const url = await app.getUrl();
    const http = (await (await post(url, CALL, BY_PROXY)).json()) as Called;
    const webSocket = await overWebSocket(url, BY_PROXY);
    await app.close();
    expect([http.result.content[0].text, webSocket]).toEqual([address, address]);
  });

  it('has the protocol that its trust proxy setting makes of the headers', async () => {
    const socket = { remoteAddress: '127.0.0.1' };
    const request = { headers: BY_PROXY, socket } as never;
    for (const [trustProxy, protocol] of [
      [true, 'https'],
      [false, 'http'],
    ] as const) {
      const app = await start(platform, trustProxy);
      const origin = originOf(request, app.getHttpAdapter().getInstance());
      await app.close();
      expect(origin).toMatchObject({ protocol });
    }
  });
});

describe('where no framework can tell', () => {
  const socket = { remoteAddress: '127.0.0.1' };

  it.each(['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'])(
    'a request with %s comes from nobody knows where',
    (name) => {
      const request = { headers: { [name]: CLIENT }, socket } as never;
      expect(originOf(request, undefined)).toEqual({ remoteAddress: undefined, protocol: 'http' });
    },
  );

  it('one without is that of the socket', () => {
    const request = { headers: {}, socket: { ...socket, encrypted: true } } as never;
    expect(originOf(request, {})).toEqual({ remoteAddress: '127.0.0.1', protocol: 'https' });
  });
});
