import { UnauthorizedException, type INestApplication } from '@nestjs/common';
import { PING, post, withApp } from './support/http-app.js';
import { StubServer } from './support/stub-server.js';

describe('The endpoint and Fastify plugins', () => {
  it('O-B06: runs onSend hooks, on streams too', () => {
    const configure = (app: INestApplication) => {
      const instance = app.getHttpAdapter().getInstance() as {
        addHook(
          name: 'onSend',
          hook: (
            request: unknown,
            reply: { header(n: string, v: string): void },
            payload: unknown,
            done: () => void,
          ) => void,
        ): void;
      };
      instance.addHook('onSend', (_request, reply, _payload, done) => {
        reply.header('x-h', '1');
        done();
      });
    };
    return withApp('fastify', { configure }, async ({ origin }) => {
      for (const accept of ['application/json', 'text/event-stream']) {
        expect((await post(origin, PING, { accept })).headers.get('x-h')).toBe('1');
      }
    });
  });

  it('runs preHandler hooks before the server, which may refuse', () => {
    const configure = (app: INestApplication) => {
      const instance = app.getHttpAdapter().getInstance() as {
        addHook(
          name: 'preHandler',
          hook: (request: { headers: object }, reply: unknown) => Promise<void>,
        ): void;
      };
      instance.addHook('preHandler', async ({ headers }) => {
        if (!('x-key' in headers)) throw new UnauthorizedException();
      });
    };
    return withApp('fastify', { configure }, async ({ origin }, server) => {
      expect((await post(origin, PING)).status).toBe(401);
      expect(server.seen).toEqual([]);
      expect((await post(origin, PING, { 'x-key': '1' })).status).toBe(200);
    });
  });

  it('keeps what @fastify/helmet sets, and sends events at once behind @fastify/compress', async () => {
    let go: () => void = () => {};
    const server = new StubServer({
      chatty: async (_params, context) => {
        await context.send({
          jsonrpc: '2.0',
          method: 'notifications/progress',
          params: { progress: 1 },
        });
        await new Promise<void>((resolve) => (go = resolve));
        return {};
      },
    });
    const configure = async (app: INestApplication) => {
      const instance = app.getHttpAdapter().getInstance() as {
        register(plugin: unknown, options?: object): Promise<void>;
      };
      await instance.register((await import('@fastify/helmet')).default);
      await instance.register((await import('@fastify/compress')).default, { threshold: 0 });
    };
    await withApp(
      'fastify',
      { configure },
      async ({ origin }) => {
        const response = await post(
          origin,
          { ...PING, method: 'chatty' },
          { 'accept-encoding': 'gzip' },
        );
        expect(response.headers.get('x-frame-options')).toBe('SAMEORIGIN');
        const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
        let text = '';
        while (!text.includes('"progress":1')) text += (await reader.read()).value;
        go();
        while (!text.includes('"result"')) text += (await reader.read()).value;
      },
      server,
    );
  });
});
