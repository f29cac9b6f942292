import {
  Catch,
  Inject,
  Injectable,
  Module,
  ParseIntPipe,
  Scope,
  UseFilters,
  UseGuards,
  UseInterceptors,
  UsePipes,
  ValidationPipe,
  type ArgumentsHost,
  type CanActivate,
  type ExceptionFilter,
  type ExecutionContext,
} from '@nestjs/common';
import { APP_GUARD, APP_PIPE, REQUEST } from '@nestjs/core';
import { Type } from 'class-transformer';
import { IsInt, IsString, Min, ValidateNested } from 'class-validator';
import { McpCall, McpCallContext, McpParam, McpTool, SetupError } from 'nest-toolport';
import {
  ClassGuard,
  ClassInterceptor,
  Dependency,
  DoublePipe,
  MethodInterceptor,
  NotingPipe,
  requestOf,
  Seen,
  type Reply,
  type SeenRequest,
} from './fixtures/enhancers.js';
import { note, takeTrace } from './fixtures/trace.js';
import { startBench, type Bench } from './support/bench.js';

class PlaceDto {
  @IsString() name: string;
}
class ForecastDto {
  @IsInt() @Min(1) days: number;
  @ValidateNested() @Type(() => PlaceDto) place: PlaceDto;
}

@Injectable({ scope: Scope.REQUEST })
class ScopedGlobalGuard implements CanActivate {
  constructor(@Inject(REQUEST) private readonly request: SeenRequest) {}
  canActivate(context: ExecutionContext): boolean {
    note(`guard:global:${this.request === requestOf(context)}`);
    return this.request.headers['x-deny'] !== 'global';
  }
}
@Catch(RangeError)
@Injectable()
class RangeFilter implements ExceptionFilter {
  constructor(private readonly dependency: Dependency) {}
  catch(error: RangeError, host: ArgumentsHost): void {
    note(`filter:${this.dependency.value}`);
    host.switchToHttp().getResponse<Reply>().status(416).send({ message: error.message });
  }
}

@Injectable()
@UseGuards(ClassGuard)
@UseInterceptors(ClassInterceptor)
class ForecastService {
  @McpTool({ name: 'forecast' })
  @UseInterceptors(MethodInterceptor)
  @UsePipes(NotingPipe)
  forecast(input: ForecastDto, @Seen() seen: string) {
    note('handler');
    const nested = input.place instanceof PlaceDto;
    return { isDto: input instanceof ForecastDto, nested, input, seen };
  }
  @McpTool({ name: 'single' })
  single(
    @McpParam('city') city: string,
    @McpParam('days', ParseIntPipe, DoublePipe) days: number,
    @McpCall() call: McpCallContext,
  ) {
    const { method, url, params, query, body } = call.request as SeenRequest;
    const route = (call.request as unknown as { route: { path: string } }).route.path;
    return {
      city,
      days,
      current: call === McpCallContext.current(),
      request: { method, url, route, params: { ...Object(params) }, query: { ...Object(query) } },
      body,
    };
  }
  @McpTool({ name: 'fails' }) @UseFilters(RangeFilter) fails() {
    throw new RangeError('out of range');
  }
}

@Injectable({ scope: Scope.REQUEST })
class ScopedService {
  constructor(@Inject(REQUEST) private readonly request: SeenRequest) {
    note('constructs');
  }
  @McpTool({ name: 'scoped' }) run(@McpCall() call: McpCallContext) {
    return { same: this.request === (call.request as object) };
  }
}

class PlainService {
  @McpTool({ name: 'plain' }) plain() {
    return 'plain';
  }
}

@Injectable()
class UntypedService {
  @McpTool() value(_city: string) {}
}
@Injectable()
class DoubledService {
  @McpTool() both(_a: PlaceDto, _b: ForecastDto) {}
}

@Module({
  providers: [
    Dependency,
    ForecastService,
    ScopedService,
    { provide: APP_GUARD, useClass: ScopedGlobalGuard },
    { provide: APP_PIPE, useValue: new ValidationPipe({ transform: true }) },
  ],
})
class ProvidersModule {}

describe('a provider’s tool', () => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await startBench('in-process', ProvidersModule);
  });
  afterAll(() => bench.close());
  beforeEach(() => void takeTrace());

  const place = { name: 'Paris' };

  it('takes one undecorated parameter as all its arguments, through every enhancer', async () => {
    const { result } = await bench.call('forecast', { days: 2, place });
    expect(result?.structuredContent).toEqual({
      isDto: true,
      nested: true,
      input: { days: 2, place },
      seen: 'http ForecastService.forecast 3',
    });
    expect(takeTrace()).toEqual([
      'guard:global:true',
      'guard:class:dep',
      'interceptor:class:before:dep',
      'interceptor:method:before:dep',
      'pipe:custom::dep',
      'pipe:body::dep',
      'handler',
      'interceptor:method:after',
      'interceptor:class:after',
    ]);
  });

  it('is validated by the application’s pipes', async () => {
    const { code, texts } = await bench.call('forecast', { days: 0, place: { name: 1 } });
    expect(code).toBe('VALIDATION_FAILED');
    expect(texts[0]).toContain('days must not be less than 1');
    expect(texts[0]).toContain('place.name must be a string');
  });

  it('takes single arguments by @McpParam(), its context by @McpCall()', async () => {
    const { result } = await bench.call('single', { city: 'Paris', days: 3 });
    expect(result?.structuredContent).toEqual({
      city: 'Paris',
      days: 6,
      current: true,
      request: {
        method: 'POST',
        url: '/mcp/tools/single',
        route: '/mcp/tools/single',
        params: {},
        query: {},
      },
      body: { city: 'Paris', days: 3 },
    });
  });

  it('is answered by its filters', async () => {
    const { status, texts } = await bench.call('fails');
    expect([status, texts[0]]).toEqual([416, 'BAD_REQUEST: out of range']);
    expect(takeTrace()).toContain('filter:dep');
  });

  it.each(['class', 'global'])('is denied by its %s guard', async (by) => {
    const { status } = await bench.call('fails', {}, { headers: { 'x-deny': by } });
    expect(status).toBe(403);
  });

  it('is made anew for each call where it is request-scoped', async () => {
    const answers = [await bench.call('scoped'), await bench.call('scoped')];
    expect(answers.map(({ result }) => result?.structuredContent)).toEqual([
      { same: true },
      { same: true },
    ]);
    expect(takeTrace().filter((step) => step === 'constructs')).toHaveLength(2);
  });
});

describe('a provider whose enhancers Nest would drop', () => {
  const FACTORY = { provide: ForecastService, useFactory: () => new ForecastService() };

  it.each([
    ['class-given guards', { providers: [Dependency, FACTORY] }, 'the guard ClassGuard'],
    [
      'a request-scoped global guard',
      {
        providers: [
          { provide: 'plain', useFactory: () => new PlainService() },
          { provide: APP_GUARD, useClass: ScopedGlobalGuard },
        ],
      },
      'the global ScopedGlobalGuard',
    ],
  ])('does not start with %s', async (_title, metadata, words) => {
    @Module(metadata)
    class FaultyModule {}
    const start = startBench('in-process', FaultyModule);
    await expect(start).rejects.toThrow(SetupError);
    await expect(start).rejects.toThrow(words);
  });

  it('starts where nothing would be dropped', async () => {
    @Module({ providers: [{ provide: 'plain', useFactory: () => new PlainService() }] })
    class FactoryModule {}
    const bench = await startBench('in-process', FactoryModule);
    expect((await bench.call('plain')).texts).toEqual(['plain']);
    await bench.close();
  });
});

describe('parameters that no argument can fill', () => {
  it.each([
    ['an undecorated value', UntypedService, 'parameter 0 has no decorator and no class'],
    ['two undecorated objects', DoubledService, 'more than one parameter takes the arguments'],
  ])('keep the application from starting: %s', async (_title, provider, words) => {
    @Module({ providers: [provider] })
    class FaultyModule {}
    await expect(startBench('in-process', FaultyModule)).rejects.toThrow(words);
  });
});
