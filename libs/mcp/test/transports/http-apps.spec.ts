import {
  All,
  Controller,
  Get,
  Injectable,
  Module,
  Post,
  type CallHandler,
  type ExecutionContext,
  type INestApplication,
  type MiddlewareConsumer,
  type NestInterceptor,
  type NestModule,
} from '@nestjs/common';
import { APP_INTERCEPTOR, NestApplication } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import { map } from 'rxjs';
import {
  endpointModule,
  PING,
  PLATFORMS,
  post,
  startApp,
  statusOf,
  withApp,
} from './support/http-app.js';
import { rawRequest } from './support/raw-http.js';
import { StubServer } from './support/stub-server.js';

const BODY = JSON.stringify(PING);

describe.each(PLATFORMS)('The endpoint in a Nest application on %s', (platform) => {
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

  // NestJS 11, for which the suite runs as well (tools/nest11.mjs), has no such protection.
  if ('enableCsrfProtection' in NestApplication.prototype) {
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
  }
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

/** `fetch` sets `Sec-Fetch-*` and `Origin` itself. */
async function rawPost(origin: string, headers: Record<string, string>) {
  const port = Number(new URL(origin).port);
  return rawRequest(port, {
    headers: { 'content-type': 'application/json', ...headers },
    body: BODY,
  });
}
