import cookie from '@fastify/cookie';
import {
  Body,
  Controller,
  Get,
  Module,
  Post,
  Req,
  type CallHandler,
  type CanActivate,
  type ExecutionContext,
  type INestApplication,
  type NestInterceptor,
} from '@nestjs/common';
import { APP_GUARD, APP_INTERCEPTOR } from '@nestjs/core';
import cookieSession from 'cookie-session';
import { McpTool } from 'nest-toolport';
import { IncomingMessage } from 'node:http';
import { inspect } from 'node:util';
import type { FastifyInstance } from 'fastify';
import passport from 'passport';
import { requestOf, type SeenRequest } from './fixtures/enhancers.js';
import { startBench } from './support/bench.js';

/** A request as a framework and its libraries make it: whatever they put on it. */
type Extended = SeenRequest & { [key: string]: any };
type Look = (request: Extended) => unknown;

/** Who met a request: by identity, as cls and loggers keep their stores. */
const met = new WeakMap<object, string[]>();
function meet(request: Extended, who: string): void {
  for (const one of [request, request.raw ?? request]) met.set(one, [...(met.get(one) ?? []), who]);
}
class MeetingGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    meet(requestOf(context) as Extended, 'guard');
    return true;
  }
}
class MeetingInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler) {
    meet(requestOf(context) as Extended, 'interceptor');
    return next.handle();
  }
}

/** Getters that cannot be read: one that wants a private member of the real request, perhaps. */
function unreadable(request: object): string[] {
  const names: string[] = [];
  for (let at: object | null = request; at; at = Object.getPrototypeOf(at) as object | null) {
    for (const [name, property] of Object.entries(Object.getOwnPropertyDescriptors(at))) {
      if (!property.get || name === '__proto__') continue;
      try {
        Reflect.get(request, name);
      } catch {
        names.push(name);
      }
    }
  }
  return names;
}

const LOOKS: Record<string, Look> = {
  identity: (request) => [met.get(request), met.get(request.raw ?? request)],
  inspection: (request) => inspect(request, { depth: 3 }).length > 0,
  names: (request) => [request.constructor.name, Object.entries(request).length > 0],
  copy: (request) => {
    const { url, method } = Object.assign({}, request, request.raw) as SeenRequest;
    return [url, method];
  },
  clone: (request) => {
    try {
      return structuredClone(request);
    } catch (error) {
      return (error as Error).name;
    }
  },
  left: (request) => {
    const { readableEnded, complete, destroyed } = request.raw ?? request;
    return [readableEnded, complete, destroyed];
  },
  getters: (request) => [request, request.raw ?? request].map(unreadable),
  deletion: (request) => {
    const was = request.marked;
    Reflect.deleteProperty(request, 'marked');
    return [was, 'marked' in request];
  },
};
const EXPRESS: Record<string, Look> = {
  headers: (request) => [request.get('x-probe'), request.header('X-Probe'), request.xhr],
  media: (request) => [request.is('json'), request.accepts('json'), request.acceptsLanguages('de')],
  place: (request) => [request.ip, request.ips, request.hostname, request.protocol, request.secure],
  range: (request) => request.range(100),
  session: ({ session }) => {
    Object.assign(session, { views: 1 });
    return [session.isNew, session.views];
  },
  passport: async (request) => {
    const before = request.isAuthenticated();
    await new Promise((done) => request.logIn({ id: 1 }, { session: false }, done));
    return [before, request.isAuthenticated(), request.user];
  },
  endOfSession: (request) => {
    Object.assign(request, { session: null });
    return request.session;
  },
};
const FASTIFY: Record<string, Look> = {
  place: (request) => [request.ip, request.ips, request.hostname, request.protocol, request.host],
  route: ({ routeOptions, is404 }) => {
    const { url, method, config } = routeOptions;
    return [url, method, config, is404];
  },
  server: ({ id, log, server }) => [typeof id, typeof log.info, typeof server.version],
  cookies: (request) => [request.cookies, request.unsignCookie('nonsense')],
  decorators: (request) => {
    request.setDecorator('tenant', 't2');
    return [request.getDecorator('tenant'), request.tenant];
  },
  raw: ({ raw, headers }) => [raw?.headers === headers, raw.headersDistinct['x-probe']],
};

let looks: Record<string, Look> = {};
@Controller('probe')
class ProbeController {
  @McpTool({ name: 'probe' }) @Post() async probe(
    @Req() request: Extended,
    @Body() _body: { a?: number },
  ) {
    meet(request, 'handler');
    const seen: Record<string, unknown> = {};
    for (const [title, look] of Object.entries({ ...LOOKS, ...looks })) {
      // A library that breaks breaks the comparison, and says where.
      seen[title] = await Promise.resolve(request).then(look).catch(String);
    }
    return seen;
  }
}
@Module({
  controllers: [ProbeController],
  providers: [
    { provide: APP_GUARD, useClass: MeetingGuard },
    { provide: APP_INTERCEPTOR, useClass: MeetingInterceptor },
  ],
})
class ProbeModule {}

@Controller('private')
class PrivateController {
  @McpTool({ name: 'marked' }) @Get() marked(@Req() { raw }: Extended) {
    return raw.marked as unknown;
  }
  @McpTool({ name: 'unmarked' }) @Get('not') unmarked(@Req() { raw }: Extended) {
    return raw.url as unknown;
  }
}
@Module({ controllers: [PrivateController] })
class PrivateModule {}

function onExpress(app: INestApplication): void {
  const express = app.getHttpAdapter().getInstance() as { set(key: string, value: boolean): void };
  express.set('trust proxy', true);
  app.use((request: SeenRequest, _response: unknown, next: () => void) => {
    request.marked = true;
    next();
  });
  app.use(cookieSession({ name: 'session', keys: ['k'] }));
  app.use(passport.initialize(), passport.session());
}

function onFastify(app: INestApplication): void {
  const fastify = app.getHttpAdapter().getInstance() as FastifyInstance;
  void fastify.register(cookie, { secret: 'a secret of the tests, long enough' });
  fastify.decorateRequest('tenant', 't1');
  fastify.addHook('onRequest', (request, _reply, done) => {
    Object.assign(request, { marked: true });
    done();
  });
}

const HEADERS = {
  accept: 'application/json, text/event-stream',
  'accept-language': 'de',
  cookie: 'a=1',
  range: 'bytes=0-5',
  'x-forwarded-for': '192.0.2.9, 192.0.2.8',
  'x-forwarded-host': 'a.desk.example',
  'x-forwarded-proto': 'https',
  'x-probe': 'p',
};

it.each([
  ['http-express', onExpress, EXPRESS],
  ['http-fastify', onFastify, FASTIFY],
] as const)(
  'libraries find on the request what they find on the route, over %s',
  async (...one) => {
    const [transport, configure, own] = one;
    looks = own;
    const bench = await startBench(transport, ProbeModule, {
      configure,
      fastify: { trustProxy: true },
    });
    const body = { a: 1 };
    const rest = await bench.rest({ method: 'POST', path: '/probe', body, headers: HEADERS });
    const tool = await bench.call('probe', body, { headers: HEADERS });
    await bench.close();
    const expected = JSON.parse(rest.text) as Record<string, unknown>;
    expect(JSON.stringify(expected)).not.toContain('Error:');
    expect(expected.identity).toEqual(Array(2).fill(expect.arrayContaining(['guard', 'handler'])));
    expect(JSON.parse(tool.texts[0])).toEqual(expected);
  },
);

it('a request class with private members fails the call that reads them, and no other', async () => {
  class PrivateMessage extends IncomingMessage {
    readonly #path = 'the POST';
    get marked() {
      return this.#path;
    }
  }
  looks = {};
  const bench = await startBench('http-fastify', PrivateModule, {
    fastify: { http: { IncomingMessage: PrivateMessage } },
  });
  const rest = await bench.rest({ method: 'GET', path: '/private' });
  const tool = await bench.call('marked');
  const other = await bench.call('unmarked');
  await bench.close();
  expect(rest.text).toBe('the POST');
  expect([tool.code, tool.texts[0]]).toEqual(['INTERNAL', expect.not.stringContaining('#path')]);
  expect(other.texts).toEqual(['/private/not']);
});
