import { AsyncLocalStorage } from 'node:async_hooks';
import {
  Controller,
  Get,
  Injectable,
  Module,
  Param,
  Query,
  Req,
  UnauthorizedException,
  type DynamicModule,
  type INestApplication,
  type MiddlewareConsumer,
  type NestMiddleware,
  type NestModule,
} from '@nestjs/common';
import { McpTool, SetupError, type McpToolOptions } from 'nest-toolport';
import type { SeenRequest } from './fixtures/enhancers.js';
import { note, takeTrace } from './fixtures/trace.js';
import { startBench, TRANSPORTS, type Bench, type TransportName } from './support/bench.js';

const store = new AsyncLocalStorage<string>();
type Next = (error?: unknown) => void;

@Injectable()
class EverywhereMiddleware implements NestMiddleware {
  use(_request: unknown, _response: unknown, next: Next): void {
    note('everywhere');
    next();
  }
}
@Injectable()
class BoundMiddleware implements NestMiddleware {
  use(request: SeenRequest, response: { statusCode: number; end(text: string): void }, next: Next) {
    note(`bound ${String(request.method)} ${String(request.originalUrl ?? request.url)}`);
    if (request.headers['x-key'] === 'answer') {
      response.statusCode = 401;
      return response.end('no key');
    }
    if (request.headers['x-key'] === 'fail') throw new UnauthorizedException('bad key');
    request.tenant = 'acme';
    store.run('store', () => next());
  }
}

/** A module whose controller's routes have a middleware of their own. */
function boundModule(routeMiddleware: McpToolOptions['routeMiddleware']): DynamicModule {
  @Controller('orders')
  class OrdersController {
    @McpTool({ name: 'order', routeMiddleware })
    @Get(':id')
    find(@Param('id') id: string, @Query('q') _q: string, @Req() request: SeenRequest) {
      const raw = (request.raw ?? request) as SeenRequest;
      note('handler');
      return { id, tenant: raw.tenant ?? null, store: store.getStore() ?? null };
    }
  }
  @Controller('free')
  class FreeController {
    @McpTool({ name: 'free' }) @Get() free() {
      return 'free';
    }
  }
  @Module({})
  class BoundModule implements NestModule {
    configure(consumer: MiddlewareConsumer): void {
      consumer.apply(EverywhereMiddleware).forRoutes('*path');
      consumer.apply(BoundMiddleware).forRoutes(OrdersController);
    }
  }
  return { module: BoundModule, controllers: [OrdersController, FreeController] };
}

function rootOf(routeMiddleware: McpToolOptions['routeMiddleware']) {
  @Module({ imports: [boundModule(routeMiddleware)] })
  class RootModule {}
  return RootModule;
}

const pass = (_request: unknown, _response: unknown, next: Next): void => next();

/** The path that Fastify's raw request shows to middleware, and Express'. */
const SEEN = 'bound GET /orders/a%20b?q=1';

describe.each(TRANSPORTS)('middleware bound to a tool’s route, over %s', (transport) => {
  it('keeps the application from starting until somebody says what is meant', async () => {
    const start = startBench(transport, rootOf(undefined));
    await expect(start).rejects.toThrow(SetupError);
    await expect(start).rejects.toThrow(/OrdersController\.find.*bound to its route/s);
  });

  describe('that is to run', () => {
    let bench: Bench;
    beforeAll(async () => {
      bench = await startBench(transport, rootOf('run'));
    });
    afterAll(() => bench.close());
    beforeEach(() => void takeTrace());

    it('runs on the request of the call, round the call', async () => {
      const { result } = await bench.call('order', { id: 'a b', q: '1' });
      expect(result?.structuredContent).toEqual({ id: 'a b', tenant: 'acme', store: 'store' });
      expect(takeTrace()).toEqual(['everywhere', SEEN, 'handler']);
    });

    it('may answer by itself, and the method does not run', async () => {
      const answer = await bench.call('order', { id: '1' }, { headers: { 'x-key': 'answer' } });
      expect(answer.status).toBe(401);
      expect(takeTrace()).not.toContain('handler');
    });

    it('may fail, and the method does not run', async () => {
      const answer = await bench.call('order', { id: '1' }, { headers: { 'x-key': 'fail' } });
      expect(answer.status).toBe(401);
      expect(answer.texts[0]).toContain('bad key');
      expect(takeTrace()).not.toContain('handler');
    });

    it('leaves other tools alone', async () => {
      await bench.call('free');
      expect(takeTrace()).toEqual(['everywhere']);
    });
  });

  it('is passed by where it is to be skipped', async () => {
    const bench = await startBench(transport, rootOf('skip'));
    takeTrace();
    const { result } = await bench.call('order', { id: '7' });
    expect(result?.structuredContent).toEqual({ id: '7', tenant: null, store: null });
    expect(takeTrace()).toEqual(['everywhere', 'handler']);
    await bench.close();
  });
});

describe('middleware that leaves the endpoint out', () => {
  @Module({ controllers: [] })
  class Empty {}
  @Controller('prefixed')
  class PrefixedController {
    @McpTool({ name: 'prefixed' }) @Get() get() {
      return 'x';
    }
  }
  @Module({ imports: [Empty], controllers: [PrefixedController] })
  class PrefixedModule implements NestModule {
    configure(consumer: MiddlewareConsumer): void {
      consumer.apply(EverywhereMiddleware).forRoutes('*path');
    }
  }
  const start = (transport: TransportName, configure: (app: INestApplication) => void) =>
    startBench(transport, PrefixedModule, { configure });

  it('counts as bound: a wildcard under a prefix that the endpoint is not under', async () => {
    const exclude = (app: INestApplication) => app.setGlobalPrefix('api', { exclude: ['none'] });
    const bench = await start('in-process', exclude);
    await bench.close();
    const apart = startBench('in-process', PrefixedModule, {
      configure: exclude,
      mcp: { ignoreGlobalPrefix: true },
    });
    await expect(apart).rejects.toThrow('/api/*path');
  });

  it('counts as bound: a function that main.ts puts on one path', async () => {
    const use = (app: INestApplication) =>
      app.use('/prefixed', (_request: unknown, _response: unknown, next: Next) => next());
    await expect(start('http-express', use)).rejects.toThrow('/prefixed');
  });

  it.each([
    ['whose match ends with a segment', /^\/prefixed/],
    ['that knows the endpoint’s path without its slash alone', /^\/(prefixed|mcp)$/],
    ['that finds the endpoint’s path, but not at its start', /^\/prefixed|mcp/],
    ['whose match ends amid the endpoint’s segment', /^\/(prefixed|mc)/],
  ])('counts as bound: a regular expression %s', async (_, path) => {
    const use = (app: INestApplication) => app.use(path, pass);
    await expect(start('http-express', use)).rejects.toThrow(`(${String(path)})`);
  });

  it.each([
    ['passes by the route', /^\/pre/],
    ['covers the endpoint with and without a slash', /^\/(prefixed|mcp)/],
  ])('is not bound: a regular expression that %s', async (_, path) => {
    const use = (app: INestApplication) => app.use(path, pass);
    const bench = await start('http-express', use);
    expect((await bench.call('prefixed')).texts).toEqual(['x']);
    await bench.close();
  });
});
