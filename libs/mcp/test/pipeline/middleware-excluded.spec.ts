import {
  Controller,
  Get,
  Injectable,
  Module,
  RequestMethod,
  Scope,
  UnauthorizedException,
  type MiddlewareConsumer,
  type NestMiddleware,
  type NestModule,
  type Type,
} from '@nestjs/common';
import { McpTool } from 'nest-toolport';
import { startBench, type Bench } from './support/bench.js';

interface Asked {
  readonly headers: Record<string, unknown>;
}
type Next = (error?: unknown) => void;
type Excluded = Parameters<ReturnType<MiddlewareConsumer['apply']>['exclude']>;

function authenticate({ headers }: Asked, _response: object, next: Next): void {
  if (headers['x-key'] === 'good') return next();
  next(new UnauthorizedException('no key'));
}

let made = 0;
class StaticMiddleware implements NestMiddleware {
  use(request: Asked, response: object, next: Next): void {
    authenticate(request, response, next);
  }
}
@Injectable({ scope: Scope.REQUEST })
class ScopedMiddleware extends StaticMiddleware {
  constructor() {
    super();
    made += 1;
  }
}

@Controller('orders')
class OrdersController {
  @McpTool({ name: 'orders' }) @Get() list() {
    return { secret: 42 };
  }
}
@Controller('health')
class HealthController {
  @McpTool({ name: 'health' }) @Get() look() {
    return { up: true };
  }
}
@Injectable()
class Desk {
  @McpTool({ name: 'desk', description: 'Who sits there' }) ask() {
    return { seat: 1 };
  }
}

interface Parts {
  readonly middleware?: typeof authenticate | Type<NestMiddleware>;
  readonly controllers?: Type[];
  readonly providers?: Type[];
}

/** All routes authenticated but those. */
function closedExcept(excluded: Excluded, parts: Parts = {}): Type {
  const { middleware = authenticate, controllers = [OrdersController], providers = [] } = parts;
  @Module({ controllers, providers })
  class ClosedModule implements NestModule {
    configure(consumer: MiddlewareConsumer): void {
      consumer
        .apply(middleware)
        .exclude(...excluded)
        .forRoutes('{*all}');
    }
  }
  return ClosedModule;
}

const OVER = ['http-express', 'http-fastify', 'stdio'] as const;

const FORMS: readonly [string, Excluded][] = [
  ['a path', ['mcp']],
  ['a path with a slash', ['/mcp']],
  ['a path and a method', [{ path: 'mcp', method: RequestMethod.POST }]],
  ['all below a path', ['mcp{/*rest}']],
  ['whatever ends so', ['{*all}mcp']],
  ['one of several', ['health', 'mcp']],
];

describe.each(OVER)('middleware that excludes the endpoint, over %s', (transport) => {
  const benches: Bench[] = [];
  const start = async (...given: [root: Type, routeMiddleware?: 'run' | 'skip']) => {
    const [root, routeMiddleware] = given;
    const bench = await startBench(transport, root, { mcp: { routeMiddleware } });
    benches.push(bench);
    return bench;
  };
  afterEach(() => Promise.all(benches.splice(0).map((bench) => bench.close())));

  it.each(FORMS)('by %s is asked about at boot', async (_form, excluded) => {
    await expect(start(closedExcept(excluded))).rejects.toThrow('MCP_ROUTE_MIDDLEWARE');
  });

  it.each([
    ['a function', authenticate],
    ['a class', StaticMiddleware],
    ['a request-scoped class', ScopedMiddleware],
  ])('given as %s runs for each call where it is to run', async (_kind, middleware) => {
    made = 0;
    const root = closedExcept(['mcp'], { middleware });
    await expect(start(root)).rejects.toThrow('MCP_ROUTE_MIDDLEWARE');
    expect(made).toBe(0);
    const bench = await start(root, 'run');
    const refused = await bench.call('orders');
    expect(refused).toMatchObject({ status: 401, code: 'UNAUTHORIZED' });
    const { result } = await bench.call('orders', {}, { headers: { 'x-key': 'good' } });
    expect(result?.structuredContent).toEqual({ secret: 42 });
  });

  it('lets a call pass where it is to be skipped', async () => {
    const bench = await start(closedExcept(['mcp']), 'skip');
    expect((await bench.call('orders')).result?.structuredContent).toEqual({ secret: 42 });
  });

  it('is asked about for a tool that only the endpoint serves, unless it excludes that, too', async () => {
    const parts = { controllers: [], providers: [Desk] };
    await expect(start(closedExcept(['mcp'], parts))).rejects.toThrow('MCP_ROUTE_MIDDLEWARE');
    const bench = await start(closedExcept(['mcp{/*rest}'], parts));
    expect((await bench.call('desk')).result?.structuredContent).toEqual({ seat: 1 });
  });

  it('is not asked about for a tool whose route it excludes as well', async () => {
    const bench = await start(closedExcept(['mcp', 'health'], { controllers: [HealthController] }));
    expect((await bench.call('health')).result?.structuredContent).toEqual({ up: true });
  });

  it('is not asked about where it excludes something else', async () => {
    const root = closedExcept(['health', { path: 'mcp', method: RequestMethod.GET }]);
    const bench = await start(root);
    expect((await bench.call('orders')).status).not.toBe(200);
    expect((await bench.call('orders', {}, { headers: { 'x-key': 'good' } })).status).toBe(200);
  });
});
