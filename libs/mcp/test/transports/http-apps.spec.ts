import {
  All,
  Controller,
  Get,
  Injectable,
  Module,
  Post,
  RequestMethod,
  UnauthorizedException,
  VersioningType,
  type CallHandler,
  type ExecutionContext,
  type INestApplication,
  type MiddlewareConsumer,
  type NestInterceptor,
  type NestModule,
} from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import compression from 'compression';
import cookieSession from 'cookie-session';
import { csrfSync } from 'csrf-sync';
import express from 'express';
import helmet from 'helmet';
import { map } from 'rxjs';
import {
  endpointModule,
  PING,
  PLATFORMS,
  post,
  startApp,
  type AppOptions,
  type Platform,
  type RunningApp,
} from './support/http-app.js';
import { rawRequest } from './support/raw-http.js';
import { StubServer } from './support/stub-server.js';

const BODY = JSON.stringify(PING);

/** Runs `check` against an app that lives as long. */
async function withApp(
  platform: Platform,
  options: AppOptions,
  check: (running: RunningApp, server: StubServer) => Promise<void>,
  server = new StubServer(),
): Promise<void> {
  const running = await startApp(platform, server, options);
  try {
    await check(running, server);
  } finally {
    await running.app.close();
  }
}

const statusOf = async ({ port }: RunningApp, path: string): Promise<number> =>
  (await rawRequest(port, { path, body: BODY })).status;

describe.each(PLATFORMS)('The endpoint in a Nest application on %s', (platform) => {
  describe('its path', () => {
    it('O-B01: lies under the global prefix, and nowhere else', () =>
      withApp(
        platform,
        { configure: (app) => void app.setGlobalPrefix('api') },
        async (running) => {
          expect(await statusOf(running, '/api/mcp')).toBe(200);
          expect(await statusOf(running, '/api/mcp/')).toBe(200);
          expect(await statusOf(running, '/mcp')).toBe(404);
          expect(running.endpoint.paths).toEqual(['/api/mcp']);
        },
      ));

    it.each([
      ['a name', 'mcp'],
      ['a path', '/mcp'],
      ['a pattern', '{*any}'],
      ['a route', { path: 'mcp', method: RequestMethod.POST }],
    ])('O-B01: lies outside of it where it is excluded by %s', (_, excluded) => {
      const configure = (app: INestApplication) =>
        void app.setGlobalPrefix('api', { exclude: [excluded] });
      return withApp(platform, { configure }, async (running) => {
        expect(await statusOf(running, '/mcp')).toBe(200);
        expect(await statusOf(running, '/api/mcp')).toBe(404);
      });
    });

    it('stays under it where only another method or path is excluded', () => {
      const exclude = [{ path: 'mcp', method: RequestMethod.GET }, 'mcp/other'];
      const configure = (app: INestApplication) => void app.setGlobalPrefix('api', { exclude });
      return withApp(platform, { configure }, async (running) => {
        expect(await statusOf(running, '/api/mcp')).toBe(200);
        expect(await statusOf(running, '/mcp')).toBe(404);
      });
    });

    it('O-B02: follows the prefix where it is longer', () => {
      const configure = (app: INestApplication) => void app.setGlobalPrefix('svc');
      return withApp(platform, { configure, endpoint: { path: 'ai/mcp' } }, async (running) => {
        expect(await statusOf(running, '/svc/ai/mcp')).toBe(200);
      });
    });

    it('ignores the prefix when asked to', () => {
      const configure = (app: INestApplication) => void app.setGlobalPrefix('api');
      return withApp(
        platform,
        { configure, endpoint: { ignoreGlobalPrefix: true } },
        async (running) => {
          expect(await statusOf(running, '/mcp')).toBe(200);
          expect(await statusOf(running, '/api/mcp')).toBe(404);
        },
      );
    });

    it('may be the root', () =>
      withApp(platform, { endpoint: { path: '/' } }, async (running) => {
        expect(await statusOf(running, '/')).toBe(200);
      }));

    it('is refused where it is a pattern', async () => {
      const refused = startApp(platform, new StubServer(), { endpoint: { path: '/mcp/:id' } });
      await expect(refused).rejects.toThrow(/McpModule\.forRoot\(\{ path \}\).*no plain path/s);
    });

    it.each([
      ['URI', { type: VersioningType.URI, defaultVersion: '1' } as const],
      ['header', { type: VersioningType.HEADER, header: 'x-v', defaultVersion: '1' } as const],
      ['media type', { type: VersioningType.MEDIA_TYPE, key: 'v=', defaultVersion: '1' } as const],
    ])('O-B03: knows no version (%s versioning)', (_, versioning) =>
      withApp(
        platform,
        { configure: (app) => void app.enableVersioning(versioning) },
        async (running) => {
          expect(await statusOf(running, '/mcp')).toBe(200);
          expect(await statusOf(running, '/v1/mcp')).toBe(404);
        },
      ),
    );

    it('O-B04: is one of several, each with its own server', async () => {
      const other = new StubServer({ 'only-b': () => ({ b: true }) });
      const { EndpointModule } = endpointModule(other, { path: '/b/mcp' });
      await withApp(
        platform,
        { endpoint: { path: '/a/mcp' }, modules: [EndpointModule] },
        async ({ origin }) => {
          const call = { ...PING, method: 'only-b' };
          expect(await (await post(origin, call, {}, '/b/mcp')).json()).toMatchObject({
            result: { b: true },
          });
          expect((await post(origin, call, {}, '/a/mcp')).status).toBe(404);
        },
      );
    });
  });

  describe('and the app’s body parser', () => {
    it.each([
      ['Nest’s defaults', {}],
      ['bodyParser: false', { nest: { bodyParser: false } }],
      ['rawBody: true', { nest: { rawBody: true } }],
    ])('O-B08: answers with %s', (_, options) =>
      withApp(platform, options, async ({ origin, app }, server) => {
        expect((await post(origin, PING)).status).toBe(200);
        const text = 'y'.repeat(1_500_000);
        const large = await post(origin, { ...PING, method: 'echo', params: { text } });
        expect(large.status).toBe(200);
        expect(server.seen.at(-1)).toMatchObject({ params: { text } });
        expect(app.getHttpServer().listening).toBe(true);
      }),
    );

    it('leaves the bodies of other routes to it, limits included', async () => {
      @Controller('rest')
      class RestController {
        @Post() take() {
          return { taken: true };
        }
      }
      await withApp(platform, { controllers: [RestController] }, async ({ origin }) => {
        expect((await post(origin, { a: 1 }, {}, '/rest')).status).toBe(201);
        const size = platform === 'express' ? 150_000 : 1_500_000;
        expect((await post(origin, { a: 'y'.repeat(size) }, {}, '/rest')).status).toBe(413);
        expect((await post(origin, '{bad', {}, '/rest')).status).toBe(400);
      });
    });
  });

  it('runs the app’s middleware once per POST, the message as body', async () => {
    const bodies: unknown[] = [];
    @Module({})
    class LoggingModule implements NestModule {
      configure(consumer: MiddlewareConsumer) {
        consumer
          .apply((request: { body?: unknown }, _response: unknown, next: () => void) => {
            bodies.push(request.body);
            next();
          })
          .forRoutes('*path');
      }
    }
    await withApp(platform, { modules: [LoggingModule] }, async ({ origin }) => {
      await post(origin, PING);
      // Fastify's middleware runs before any body is read.
      expect(bodies).toEqual([platform === 'express' ? PING : undefined]);
    });
  });

  it('lets middleware turn a request away, before the server sees it', async () => {
    @Module({})
    class ClosedModule implements NestModule {
      configure(consumer: MiddlewareConsumer) {
        consumer
          .apply((_request: unknown, response: { statusCode: number; end(): void }) => {
            response.statusCode = 418;
            response.end();
          })
          .forRoutes('*path');
      }
    }
    await withApp(platform, { modules: [ClosedModule] }, async ({ origin }, server) => {
      expect((await post(origin, PING)).status).toBe(418);
      expect(server.seen).toEqual([]);
    });
  });

  it('O-B11: is not wrapped by the app’s interceptors', async () => {
    @Injectable()
    class Envelope implements NestInterceptor {
      intercept(_context: ExecutionContext, next: CallHandler) {
        return next.handle().pipe(map((data: unknown) => ({ ok: true, data })));
      }
    }
    const providers = [{ provide: APP_INTERCEPTOR, useClass: Envelope }];
    await withApp(platform, { providers }, async ({ origin }) => {
      expect(await (await post(origin, PING)).json()).toEqual({
        jsonrpc: '2.0',
        id: 1,
        result: {},
      });
    });
  });

  it('works in an app of Test.createTestingModule()', async () => {
    const server = new StubServer();
    const { EndpointModule } = endpointModule(server);
    const testing = await Test.createTestingModule({ imports: [EndpointModule] }).compile();
    const adapter = platform === 'express' ? new ExpressAdapter() : new FastifyAdapter();
    const app = testing.createNestApplication(adapter, { logger: false });
    app.setGlobalPrefix('api');
    await app.listen(0, '127.0.0.1');
    const { port } = app.getHttpServer().address() as { port: number };
    const text = 'y'.repeat(1_500_000);
    const response = await post(
      `http://127.0.0.1:${port}`,
      { ...PING, method: 'echo', params: { text } },
      {},
      '/api/mcp',
    );
    expect(await response.json()).toMatchObject({ result: { text } });
    await app.close();
  });

  it('leaves GET of its path to a page of the app', async () => {
    @Controller('mcp')
    class PageController {
      @Get() page() {
        return 'for people';
      }
    }
    await withApp(platform, { controllers: [PageController] }, async ({ origin }) => {
      expect(await (await fetch(`${origin}/mcp`)).text()).toBe('for people');
      expect((await post(origin, PING)).status).toBe(200);
    });
  });

  it('reports a route of the app that would answer first, and does not start', async () => {
    @Controller('mcp')
    class GreedyController {
      @Post() take() {
        return 'mine';
      }
    }
    const start = startApp(platform, new StubServer(), { controllers: [GreedyController] });
    await expect(start).rejects.toThrow(/MCP_PATH_TAKEN.*route \/mcp answers POST \/mcp first/s);
  });

  it('O-B15: comes after Nest’s CSRF protection', () => {
    const trusted = 'https://desk.example';
    const configure = (app: INestApplication) =>
      void app.enableCsrfProtection({ trustedOrigins: [trusted] });
    const endpoint = { http: { allowedOrigins: [trusted] } };
    return withApp(platform, { configure, endpoint }, async ({ origin }, server) => {
      const send = async (headers: Record<string, string>) =>
        (await rawPost(origin, headers)).status;
      expect(await send({})).toBe(200);
      expect(await send({ 'sec-fetch-site': 'cross-site', origin: trusted })).toBe(200);
      expect(await send({ 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' })).toBe(
        403,
      );
      expect(server.seen).toHaveLength(2);
    });
  });
});

describe('A wildcard route of the app', () => {
  @Controller()
  class ExpressWildcard {
    @All('{*any}') take() {
      return 'mine';
    }
  }
  @Controller()
  class FastifyWildcard {
    @All('*') take() {
      return 'mine';
    }
  }

  it('would answer first on Express: the app does not start', async () => {
    const start = startApp('express', new StubServer(), { controllers: [ExpressWildcard] });
    await expect(start).rejects.toThrow(/MCP_PATH_TAKEN.*\{\*any\}/s);
  });

  it('does no harm on Fastify, whose router prefers the plain path', () =>
    withApp('fastify', { controllers: [FastifyWildcard] }, async (running) => {
      expect(await statusOf(running, '/mcp')).toBe(200);
    }));
});

describe('The endpoint and Express middleware', () => {
  it('O-B08: answers behind a further express.json()', () =>
    withApp(
      'express',
      { configure: (app) => void app.use(express.json()) },
      async ({ origin }, server) => {
        expect((await post(origin, PING)).status).toBe(200);
        expect((await post(origin, '{bad')).status).toBe(400);
        expect(await (await post(origin, '{bad')).json()).toHaveProperty('jsonrpc');
        expect(server.seen).toEqual([PING]);
      },
    ));

  it('O-B08: answers in JSON-RPC what express.json() would refuse in HTML', () =>
    withApp(
      'express',
      { configure: (app) => void app.use(express.json({ limit: 10 })) },
      async ({ origin }) => {
        const response = await post(origin, PING, {
          'content-type': 'application/json; charset=utf-7',
        });
        expect(response.status).toBe(415);
        expect(await response.json()).toMatchObject({
          error: { data: { code: 'MCP_MEDIA_TYPE' } },
        });
      },
    ));

  it('keeps what helmet and cookie-session set', () => {
    const configure = (app: INestApplication) => {
      app.use(helmet());
      app.use(cookieSession({ name: 's', keys: ['k'] }));
      app.use((request: { session: { seen?: boolean } }, _response: unknown, next: () => void) => {
        request.session.seen = true;
        next();
      });
    };
    return withApp('express', { configure }, async ({ origin }) => {
      for (const accept of ['application/json', 'text/event-stream']) {
        const response = await post(origin, PING, { accept });
        expect(response.status).toBe(200);
        expect(response.headers.get('x-frame-options')).toBe('SAMEORIGIN');
        expect(response.headers.get('set-cookie')).toMatch(/^s=/);
      }
    });
  });

  it('O-B12: passes a CSRF check that leaves out the paths that the endpoint names', async () => {
    let endpointPaths: () => readonly string[] = () => [];
    const { csrfSynchronisedProtection } = csrfSync();
    const configure = (app: INestApplication) => {
      app.setGlobalPrefix('api');
      app.use(cookieSession({ name: 's', keys: ['k'] }));
      app.use(
        (request: express.Request, response: express.Response, next: express.NextFunction) => {
          if (endpointPaths().includes(request.path)) next();
          else csrfSynchronisedProtection(request, response, next);
        },
      );
    };
    await withApp('express', { configure }, async (running) => {
      endpointPaths = () => running.endpoint.paths;
      expect((await post(running.origin, PING, {}, '/api/mcp')).status).toBe(200);
      expect((await post(running.origin, PING, {}, '/api/rest')).status).toBe(403);
    });
  });

  it('is reached by a target that middleware rewrote', () => {
    const configure = (app: INestApplication) =>
      void app.use((request: { url: string }, _response: unknown, next: () => void) => {
        if (request.url === '/alias') request.url = '/mcp';
        next();
      });
    return withApp('express', { configure, nest: { bodyParser: false } }, async ({ origin }) => {
      expect((await post(origin, PING, {}, '/alias')).status).toBe(200);
    });
  });

  it('O-B10: sends each event at once behind compression()', async () => {
    const gates: (() => void)[] = [];
    const server = new StubServer({
      chatty: async (_params, context) => {
        for (const progress of [1, 2, 3]) {
          await context.send({
            jsonrpc: '2.0',
            method: 'notifications/progress',
            params: { progress },
          });
          await new Promise<void>((resolve) => gates.push(resolve));
        }
        return {};
      },
    });
    await withApp(
      'express',
      { configure: (app) => void app.use(compression({ threshold: 0, filter: () => true })) },
      async ({ origin }) => {
        const response = await post(
          origin,
          { ...PING, method: 'chatty' },
          { 'accept-encoding': 'gzip' },
        );
        const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
        // The tool goes on only when the event was read: held back, it would never end.
        for (const progress of [1, 2, 3]) {
          expect((await reader.read()).value).toContain(`"progress":${progress}`);
          gates.shift()?.();
        }
        expect((await reader.read()).value).toContain('"result"');
      },
      server,
    );
  });
});

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

/** `fetch` sets `Sec-Fetch-*` and `Origin` itself. */
async function rawPost(origin: string, headers: Record<string, string>) {
  const port = Number(new URL(origin).port);
  return rawRequest(port, {
    headers: { 'content-type': 'application/json', ...headers },
    body: BODY,
  });
}
