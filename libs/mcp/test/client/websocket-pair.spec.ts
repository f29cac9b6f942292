import 'reflect-metadata';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import {
  Injectable,
  Module,
  UnauthorizedException,
  type CanActivate,
  type ExecutionContext,
  type INestApplication,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { WebSocket } from 'ws';
import { McpCall, McpCallContext, McpModule, McpParam, McpTool } from '../../src/index.js';
import { McpWebSocketModule } from '../../src/websocket.js';
import { closeManagers, failure, startManager, textOf, untilState } from './support/managers.js';

/** Both ends are ours, over a real socket: the client's manager and the server's module. */
describe.each(['express', 'fastify'])('a WebSocket from end to end, on %s', (platform) => {
  let app: INestApplication;
  let url: string;
  let aborted: Promise<unknown>;

  class KeyGuard implements CanActivate {
    canActivate(context: ExecutionContext): boolean {
      const { headers } = context.switchToHttp().getRequest();
      if (headers.authorization !== 'Bearer k') throw new UnauthorizedException();
      return true;
    }
  }

  @Injectable()
  class Tools {
    @McpTool({ name: 'echo' })
    echo(@McpParam('text') text: string) {
      return text;
    }

    @McpTool({ name: 'transport' })
    transport(@McpCall() call: McpCallContext) {
      return call.transport;
    }

    @McpTool({ name: 'steps' })
    steps(@McpCall() call: McpCallContext) {
      for (let step = 1; step <= 3; step++) call.progress(step, 3);
      return 'done';
    }

    @McpTool({ name: 'wait' })
    wait(@McpCall() call: McpCallContext) {
      aborted = once(call.signal, 'abort');
      call.progress(1);
      return aborted;
    }

    @McpTool({ name: 'ask' })
    async ask(@McpCall() call: McpCallContext) {
      const answer = await call.elicit<{ colour: string }>({
        message: 'Which colour?',
        requestedSchema: { type: 'object', properties: { colour: { type: 'string' } } },
      });
      return answer.action === 'accept' ? `accept ${answer.content.colour}` : answer.action;
    }
  }

  beforeEach(async () => {
    @Module({
      imports: [
        McpModule.forRoot({ name: 'pair', version: '1.0.0' }),
        McpWebSocketModule.forRoot({}),
      ],
      providers: [Tools],
    })
    class AppModule {}
    const options = { logger: false, abortOnError: false } as const;
    app =
      platform === 'express'
        ? await NestFactory.create(AppModule, options)
        : await NestFactory.create(AppModule, new FastifyAdapter(), options);
    app.useGlobalGuards(new KeyGuard());
    await app.listen(0, '127.0.0.1');
    url = `ws://127.0.0.1:${(app.getHttpServer().address() as AddressInfo).port}/mcp`;
  });
  afterEach(async () => {
    await closeManagers();
    await app.close();
  });

  const connect = (more: object = {}) =>
    startManager({
      pair: { type: 'websocket', url, headers: { Authorization: 'Bearer k' }, ...more },
    });

  it.each(['auto', 'legacy', '2026-07-28'])('speaks, with the protocol %s', async (protocol) => {
    const { registry, manager } = await connect({ protocol });
    expect(manager.health().servers.pair?.state).toBe('ready');
    expect(textOf(await registry.execute('mcp_pair_echo', { text: 'grün' }))).toBe('grün');
    expect(textOf(await registry.execute('mcp_pair_transport'))).toBe('websocket');
  });

  it('guards see the headers of the upgrade on every call', async () => {
    const { registry, manager } = await connect({ headers: {} });
    expect(registry.list()).toEqual([]);
    expect(manager.health().servers.pair?.state).not.toBe('ready');
  });

  it('brings progress, all of it, before the answer', async () => {
    const { registry } = await connect();
    const steps: number[] = [];
    await registry.execute('mcp_pair_steps', {}, { onProgress: (p) => steps.push(p.progress) });
    expect(steps).toEqual([1, 2, 3]);
  });

  it.each(['legacy', '2026-07-28'])('a cancel reaches the method (%s)', async (protocol) => {
    const { registry } = await connect({ protocol });
    const abort = new AbortController();
    const call = failure(
      registry.execute(
        'mcp_pair_wait',
        {},
        { signal: abort.signal, onProgress: () => abort.abort() },
      ),
    );
    expect(await call).toMatchObject({ code: 'CANCELLED' });
    await aborted;
  });

  it.each(['legacy', '2026-07-28'])('a question reaches the client (%s)', async (protocol) => {
    const servers = {
      pair: { type: 'websocket', url, headers: { Authorization: 'Bearer k' }, protocol },
    };
    const { registry } = await startManager(servers as never, {
      handlers: [
        { kind: 'elicit', handler: () => ({ action: 'accept', content: { colour: 'blue' } }) },
      ],
    });
    expect(textOf(await registry.execute('mcp_pair_ask'))).toBe('accept blue');
  });

  it('a client that drops its socket ends its calls on the server', async () => {
    const { manager, registry } = await connect();
    let running!: () => void;
    const begun = new Promise<void>((resolve) => (running = resolve));
    const call = failure(registry.execute('mcp_pair_wait', {}, { onProgress: running }));
    await begun;
    await manager.close();
    expect(await call).toMatchObject({ code: 'REMOTE_SHUTTING_DOWN' });
    await aborted;
  });

  it('closing the application tells its clients', async () => {
    const test = await connect();
    await app.close();
    await untilState(test, 'pair', 'failed');
    expect(test.manager.health().status).toBe('down');
  });

  describe('refuses', () => {
    const refusal = async (path: string, protocol: string | undefined, headers = {}) => {
      const socket = new WebSocket(url.replace(/\/mcp$/, path), protocol, { headers });
      const [, response] = await once(socket, 'unexpected-response');
      response.destroy();
      return response.statusCode;
    };

    it.each([
      ['a page of another origin', '/mcp', 'mcp', { origin: 'https://evil.example' }, 403],
      ['a name that was rebound to us', '/mcp', 'mcp', { host: 'evil.example' }, 403],
      ['a client without the subprotocol', '/mcp', undefined, {}, 400],
      ['another subprotocol', '/mcp', 'chat', {}, 400],
      ['another path', '/elsewhere', 'mcp', {}, 404],
    ])('%s', async (_, path, protocol, headers, status) => {
      expect(await refusal(path, protocol, headers)).toBe(status);
    });

    it.each([
      ['what is no JSON', '{"jsonrpc"', -32700],
      ['a binary frame', Buffer.from('{}'), -32600],
    ])('%s, and goes on', async (_, frame, code) => {
      const socket = new WebSocket(url, 'mcp', { headers: { authorization: 'Bearer k' } });
      await once(socket, 'open');
      socket.send(frame);
      const [answer] = await once(socket, 'message');
      expect(JSON.parse(String(answer))).toMatchObject({ id: null, error: { code } });
      socket.send('{"jsonrpc":"2.0","id":"p","method":"ping"}');
      const [pong] = await once(socket, 'message');
      expect(JSON.parse(String(pong))).toMatchObject({ id: 'p' });
      socket.terminate();
    });

    it('a message that is too long, by closing', async () => {
      const socket = new WebSocket(url, 'mcp', { headers: { authorization: 'Bearer k' } });
      await once(socket, 'open');
      socket.send('x'.repeat(4 * 1024 * 1024 + 1));
      const [code] = await once(socket, 'close');
      expect(code).toBe(1009);
    });
  });
});
