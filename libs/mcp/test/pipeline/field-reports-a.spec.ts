// Long because the cases of one area stand side by side, each with the application that it is about.
import { setTimeout as delay } from 'node:timers/promises';
import {
  Body,
  Catch,
  Controller,
  createParamDecorator,
  Get,
  Inject,
  Injectable,
  Module,
  Param,
  ParseIntPipe,
  Post,
  Query,
  Req,
  Res,
  Scope,
  SetMetadata,
  UseGuards,
  ValidationPipe,
  type ArgumentsHost,
  type CanActivate,
  type ExecutionContext,
  type INestApplication,
  type MiddlewareConsumer,
  type NestModule,
  type OnModuleInit,
  type Type,
} from '@nestjs/common';
import { APP_FILTER, APP_GUARD, NestFactory, Reflector, REQUEST } from '@nestjs/core';
import { ThrottlerGuard, ThrottlerModule } from '@nestjs/throttler';
import { IsInt } from 'class-validator';
import { McpCall, McpCallContext, McpTool } from 'nest-toolport';
import { of, tap } from 'rxjs';
import { requestOf, type Reply, type SeenRequest } from './fixtures/enhancers.js';
import { note, takeTrace } from './fixtures/trace.js';
import { startBench, TRANSPORTS, type Bench, type BenchOptions } from './support/bench.js';

const open: Bench[] = [];
async function start(
  root: Type,
  transport: (typeof TRANSPORTS)[number] = 'http-express',
  options: BenchOptions = {},
): Promise<Bench> {
  const bench = await startBench(transport, root, options);
  open.push(bench);
  return bench;
}
afterEach(async () => {
  await Promise.all(open.splice(0).map((bench) => bench.close()));
  takeTrace();
});

function moduleOf(controllers: Type[], providers: unknown[] = [], imports: Type[] = []): Type {
  @Module({ controllers, providers: providers as Type[], imports })
  class ReportModule {}
  return ReportModule;
}
const namesOf = async (bench: Bench) => {
  const { result } = await bench.send('tools/list');
  return (result as unknown as { tools: { name: string }[] }).tools.map(({ name }) => name);
};

@Controller('things')
class ThingsController {
  @McpTool({ name: 'first' }) @Get('first') first() {
    return 1;
  }
  @McpTool({ name: 'second' }) @Get('second') second() {
    return 2;
  }
}

it.each([
  ['true', () => true],
  ['a promise', () => Promise.resolve(true)],
  ['an Observable', () => of(true)],
])('O-A01 a global guard that says yes by %s hides no tool', async (_title, canActivate) => {
  const bench = await start(moduleOf([ThingsController]), 'http-express', {
    configure: (app) => app.useGlobalGuards({ canActivate }),
  });
  expect(await namesOf(bench)).toEqual(['first', 'second']);
});

it('O-A02 the application’s filter gets the original error once, and its answer is sent', async () => {
  class DomainError extends Error {}
  const caught: unknown[] = [];
  @Catch(DomainError)
  class DomainFilter {
    catch(error: unknown) {
      caught.push(error);
      return { code: 'E42' };
    }
  }
  const thrown = new DomainError('inner');
  @Controller('failing')
  class FailingController {
    @McpTool({ name: 'fails' }) @Get() fails() {
      throw thrown;
    }
  }
  const root = moduleOf([FailingController], [{ provide: APP_FILTER, useClass: DomainFilter }]);
  const { result, texts } = await (await start(root)).call('fails');
  expect(caught).toEqual([thrown]);
  expect(result?.isError).toBe(true);
  expect(texts[0]).toContain('E42');
  expect(texts.join()).not.toContain('field-reports');
});

it('O-A03 a guard sees the headers of this POST', async () => {
  const probes: unknown[] = [];
  const guard: CanActivate = {
    canActivate: (context) => probes.push(requestOf(context).headers['x-probe']) > 0,
  };
  const bench = await start(moduleOf([ThingsController]), 'http-express', {
    configure: (app) => app.useGlobalGuards(guard),
  });
  await bench.send('server/discover', {}, { headers: { 'x-probe': 'init' } });
  await bench.call('first', {}, { headers: { 'x-probe': 'call' } });
  expect(probes).toEqual(['init', 'call']);
});

it('O-A04 what a middleware wrote is found by the scoped service of its own call', async () => {
  let made = 0;
  @Injectable({ scope: Scope.REQUEST })
  class TenantService {
    constructor(@Inject(REQUEST) readonly request: SeenRequest) {
      made += 1;
    }
  }
  @Controller('tenants')
  class TenantsController {
    constructor(private readonly service: TenantService) {}
    @McpTool({ name: 'tenant' }) @Get() async tenant() {
      await delay(50);
      return this.service.request.tenant;
    }
  }
  @Module({ controllers: [TenantsController], providers: [TenantService] })
  class TenantsModule implements NestModule {
    configure(consumer: MiddlewareConsumer): void {
      const middleware = (request: SeenRequest, _response: unknown, next: () => void) => {
        request.tenant = request.headers['x-tenant'];
        next();
      };
      consumer.apply(middleware).forRoutes('*path');
    }
  }
  const bench = await start(TenantsModule);
  const tenants = ['t1', 't2'];
  const answers = await Promise.all(
    tenants.map((tenant) => bench.call('tenant', {}, { headers: { 'x-tenant': tenant } })),
  );
  expect(answers.map(({ texts }) => texts[0])).toEqual(tenants);
  expect(made).toBe(2);
});

it.each(TRANSPORTS)(
  'O-A05 a request-scoped factory gets the request, over %s',
  async (transport) => {
    const METHOD = Symbol('method');
    @Injectable({ scope: Scope.REQUEST })
    class MethodService {
      constructor(@Inject(METHOD) private readonly seen: string) {}
      @McpTool({ name: 'method' }) method() {
        return this.seen;
      }
    }
    const factory = {
      provide: METHOD,
      scope: Scope.REQUEST,
      inject: [REQUEST],
      useFactory: (request: SeenRequest) => `${String(request.method)} ${String(request.url)}`,
    };
    const bench = await start(moduleOf([], [MethodService, factory]), transport);
    expect((await bench.call('method')).texts).toEqual(['POST /mcp/tools/method']);
  },
);

it('O-A06 a request-scoped class keeps its tools, with one instance per call', async () => {
  let made = 0;
  @Injectable({ scope: Scope.REQUEST })
  class PingService {
    readonly serial = (made += 1);
    @McpTool({ name: 'ping' }) ping() {
      return this.serial;
    }
  }
  const bench = await start(moduleOf([], [PingService]));
  expect(await namesOf(bench)).toEqual(['ping']);
  expect((await bench.call('ping')).texts).toEqual(['1']);
  expect((await bench.call('ping')).texts).toEqual(['2']);
});

it('O-A07 properties that are injected, or set in onModuleInit, are there', async () => {
  const DEPENDENCY = Symbol('dependency');
  @Injectable()
  class LateService implements OnModuleInit {
    @Inject(DEPENDENCY) private readonly injected: string;
    private initialised?: string;
    onModuleInit(): void {
      this.initialised = 'set';
    }
    @McpTool({ name: 'late' }) late() {
      return [this.injected, this.initialised];
    }
  }
  const bench = await start(moduleOf([], [LateService, { provide: DEPENDENCY, useValue: 'in' }]));
  expect((await bench.call('late')).texts).toEqual(['["in","set"]']);
});

it('O-A08 factories, values and inherited methods keep their tools, each once', async () => {
  class MadeService {
    @McpTool({ name: 'made' }) made() {
      return 'made';
    }
  }
  class GivenService {
    @McpTool({ name: 'given' }) given() {
      return 'given';
    }
  }
  class BaseService {
    @McpTool({ name: 'inherited' }) inherited() {
      return this.constructor.name;
    }
  }
  @Injectable()
  class SubService extends BaseService {}
  const providers = [
    { provide: MadeService, useFactory: () => new MadeService() },
    { provide: 'given', useValue: new GivenService() },
    SubService,
  ];
  const bench = await start(moduleOf([], providers));
  expect((await namesOf(bench)).toSorted()).toEqual(['given', 'inherited', 'made']);
  expect((await bench.call('inherited')).texts).toEqual(['SubService']);
});

class StrictDto {
  @IsInt() n: number;
}
it.each(TRANSPORTS)('O-A09 what main.ts makes global takes part, over %s', async (transport) => {
  @Controller('strict')
  class StrictController {
    @McpTool({ name: 'strict' }) @Post() strict(@Body() dto: StrictDto) {
      return dto;
    }
  }
  @Catch()
  class NotingFilter {
    catch(error: { getStatus(): number; getResponse(): object }, host: ArgumentsHost): void {
      note('filter');
      const reply = host.switchToHttp().getResponse<Reply>();
      reply.status(error.getStatus()).send(error.getResponse());
    }
  }
  const configure = (app: INestApplication) => {
    app.useGlobalPipes(new ValidationPipe({ whitelist: true, forbidNonWhitelisted: true }));
    app.useGlobalGuards({ canActivate: () => (note('guard'), true) });
    app.useGlobalInterceptors({
      intercept: (_context, next) => (note('interceptor'), next.handle()),
    });
    app.useGlobalFilters(new NotingFilter());
  };
  const bench = await start(moduleOf([StrictController]), transport, { configure });
  const { result, texts } = await bench.call('strict', { n: 1, extra: 1 });
  expect(result?.isError).toBe(true);
  expect(texts[0]).toContain('extra should not exist');
  expect(takeTrace()).toEqual(['guard', 'interceptor', 'filter']);
});

it.each(TRANSPORTS)(
  'O-A10 a stock throttler counts a call and refuses it, over %s',
  async (transport) => {
    @Module({
      imports: [ThrottlerModule.forRoot([{ ttl: 60_000, limit: 1 }])],
      controllers: [ThingsController],
      providers: [{ provide: APP_GUARD, useClass: ThrottlerGuard }],
    })
    class ThrottledModule {}
    const bench = await start(ThrottledModule, transport);
    expect((await bench.call('first')).texts).toEqual(['1']);
    const { status, code } = await bench.call('first');
    expect([status, code]).toEqual([429, 'TOO_MANY_REQUESTS']);
  },
);

it('O-A11 a method that answers by @Res() does not hang, with passthrough it returns', async () => {
  @Controller('replying')
  class ReplyingController {
    @McpTool({ name: 'replies' }) @Get('a') replies(@Res() reply: { json(body: object): void }) {
      reply.json({ a: 1 });
    }
    @McpTool({ name: 'returns' }) @Get('b') returns(@Res({ passthrough: true }) _reply: unknown) {
      return { a: 2 };
    }
  }
  const warned: string[] = [];
  const warn = (line: string) => void warned.push(line);
  const bench = await start(moduleOf([ReplyingController]), 'http-express', {
    configure: (app) => app.useLogger({ log: () => {}, error: () => {}, warn }),
  });
  expect(warned.filter((line) => line.includes('answers by itself'))).toEqual([
    expect.stringContaining('ReplyingController.replies: '),
  ]);
  expect((await bench.call('replies')).result?.structuredContent).toEqual({ a: 1 });
  expect((await bench.call('returns')).result?.structuredContent).toEqual({ a: 2 });
});

it('O-A12 the enhancers run in the order of the route', async () => {
  const guard = (name: string): CanActivate => ({ canActivate: () => (note(name), true) });
  @Controller('ordered')
  @UseGuards(guard('class'))
  class OrderedController {
    @McpTool({ name: 'ordered' })
    @Get(':id')
    @UseGuards(guard('method'))
    ordered(@Param('id', { transform: (value: unknown) => (note('pipe'), value) }) id: string) {
      note('handler');
      return id;
    }
  }
  const bench = await start(moduleOf([OrderedController]), 'http-express', {
    configure: (app) =>
      app.useGlobalGuards(guard('global')).useGlobalInterceptors({
        intercept: (_context, next) => {
          note('before');
          return next.handle().pipe(tap(() => note('after')));
        },
      }),
  });
  await bench.rest({ method: 'GET', path: '/ordered/x' });
  const byRest = takeTrace();
  await bench.call('ordered', { id: 'x' });
  expect(byRest).toHaveLength(7);
  // The endpoint itself is guarded by nothing here but the call's own guards.
  expect(takeTrace()).toEqual(byRest);
});

describe('O-A13 an existing controller, its API key and its roles', () => {
  @Injectable()
  class ApiKeyGuard implements CanActivate {
    constructor(private readonly reflector: Reflector) {}
    canActivate(context: ExecutionContext): boolean {
      const role = requestOf(context).headers['x-api-key'];
      const required = this.reflector.get<string | undefined>('role', context.getHandler());
      return role !== undefined && (required === undefined || role === required);
    }
  }
  @Controller('orders')
  @UseGuards(ApiKeyGuard)
  class OrdersController {
    @McpTool({ name: 'purge' }) @Post('purge') @SetMetadata('role', 'admin') purge() {
      return { purged: true };
    }
  }
  const headers = (key: string) => ({ headers: { 'x-api-key': key } });

  it('hold for the tool as for the route', async () => {
    const bench = await start(moduleOf([OrdersController]));
    expect((await bench.call('purge', {}, headers('user'))).status).toBe(403);
    expect((await bench.call('purge', {}, headers('admin'))).texts).toEqual(['{"purged":true}']);
  });

  it('serve REST byte for byte as without the module', async () => {
    const bench = await start(moduleOf([OrdersController]));
    const plain = await NestFactory.create(moduleOf([OrdersController]), { logger: false });
    await plain.listen(0, '127.0.0.1');
    const request = { method: 'POST', ...headers('admin') };
    const response = await fetch(`${await plain.getUrl()}/orders/purge`, request);
    const {
      status,
      text,
      headers: theirs,
    } = await bench.rest({ path: '/orders/purge', ...request });
    expect([status, text]).toEqual([response.status, await response.text()]);
    expect([...theirs.keys()].toSorted()).toEqual([...response.headers.keys()].toSorted());
    await plain.close();
  });
});

it('O-A14 no identity ever crosses between interleaved callers', async () => {
  @Controller('me')
  class MeController {
    @McpTool({ name: 'me' }) @Get() async me(@Req() { headers }: SeenRequest) {
      await delay(Math.random() * 50);
      return [headers.authorization, McpCallContext.current()?.headers.authorization];
    }
  }
  const bench = await start(moduleOf([MeController]));
  const callers = Array.from({ length: 200 }, (_, place) => `Bearer ${place % 2 ? 'A' : 'B'}`);
  const answers = await Promise.all(
    callers.map((authorization) => bench.call('me', {}, { headers: { authorization } })),
  );
  expect(answers.map(({ texts }) => JSON.parse(texts[0]) as unknown)).toEqual(
    callers.map((caller) => [caller, caller]),
  );
});

it('O-A15 the request’s _meta reaches the context unchanged, and never the DTO', async () => {
  const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
  @Controller('traced')
  class TracedController {
    @McpTool({ name: 'traced' }) @Post() traced(
      @Body() dto: StrictDto,
      @McpCall() call: McpCallContext,
    ) {
      return { dto, traceparent: call.meta.traceparent };
    }
  }
  const pipe = new ValidationPipe({ whitelist: true, forbidNonWhitelisted: true });
  const bench = await start(moduleOf([TracedController]), 'http-express', {
    configure: (app) => app.useGlobalPipes(pipe),
  });
  const { result } = await bench.call('traced', { n: 1 }, { meta: { traceparent } });
  expect(result?.structuredContent).toEqual({ dto: { n: 1 }, traceparent });
});

it('O-A16 an API key in a header of its own reaches the guard', async () => {
  const guard: CanActivate = {
    canActivate: (context) => requestOf(context).headers['x-api-key'] === 'k1',
  };
  const bench = await start(moduleOf([ThingsController]), 'http-express', {
    configure: (app) => app.useGlobalGuards(guard),
  });
  expect((await bench.call('first', {}, { headers: { 'x-api-key': 'k1' } })).texts).toEqual(['1']);
  expect((await bench.call('first')).status).toBe(403);
});

it('O-A17 every parameter is resolved as by REST', async () => {
  const Agent = createParamDecorator(
    (_data: unknown, context: ExecutionContext) => requestOf(context).headers['x-agent'],
  );
  @Controller('mixed')
  class MixedController {
    @McpTool({ name: 'mixed' }) @Post(':id') mixed(
      @Param('id', ParseIntPipe) id: number,
      @Query('page') page: string,
      @Body() body: StrictDto,
      @Agent() agent: string,
    ) {
      return { id, page, body, agent };
    }
  }
  const bench = await start(moduleOf([MixedController]));
  const headers = { 'x-agent': 'me' };
  const { result } = await bench.call('mixed', { id: 7, page: '2', n: 1 }, { headers });
  expect(result?.structuredContent).toEqual({ id: 7, page: '2', body: { n: 1 }, agent: 'me' });
  const refused = await bench.call('mixed', { id: 'abc', page: '2', n: 1 }, { headers });
  expect(refused.result?.isError).toBe(true);
  expect(refused.texts[0]).toContain('numeric string is expected');
});

it('O-A18 request-scoped factories get their dependencies in overlapping calls', async () => {
  @Injectable({ scope: Scope.REQUEST })
  class OneService {
    readonly key = Symbol('one');
  }
  @Injectable({ scope: Scope.REQUEST })
  class TwoService {
    constructor(readonly one: OneService) {}
  }
  const BOTH = Symbol('both');
  const seen = new Set<symbol>();
  let missing = 0;
  const factory = {
    provide: BOTH,
    scope: Scope.REQUEST,
    inject: [OneService, TwoService],
    useFactory: async (one?: OneService, two?: TwoService) => {
      await delay(Math.random() * 5);
      if (!one || one !== two?.one) missing += 1;
      else seen.add(one.key);
      return one;
    },
  };
  @Injectable({ scope: Scope.REQUEST })
  class BothService {
    constructor(@Inject(BOTH) private readonly both: OneService) {}
    @McpTool({ name: 'both' }) run() {
      return this.both instanceof OneService;
    }
  }
  const bench = await start(moduleOf([], [OneService, TwoService, factory, BothService]));
  const answers = await Promise.all(Array.from({ length: 100 }, () => bench.call('both')));
  expect(new Set(answers.map(({ texts }) => texts[0]))).toEqual(new Set(['true']));
  expect([missing, seen.size]).toEqual([0, 100]);
});
