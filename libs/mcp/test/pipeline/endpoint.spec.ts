import {
  Controller,
  Get,
  HttpException,
  Inject,
  Injectable,
  Module,
  Scope,
  SetMetadata,
  UnauthorizedException,
  UseGuards,
  type CanActivate,
  type ExecutionContext,
} from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, APP_PIPE, Reflector, REQUEST } from '@nestjs/core';
import { McpTool } from 'nest-toolport';
import { requestOf, type SeenRequest } from './fixtures/enhancers.js';
import { note, takeTrace } from './fixtures/trace.js';
import { startBench, TRANSPORTS, type Bench } from './support/bench.js';

const Public = () => SetMetadata('public', true);

@Injectable()
class GateGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}
  canActivate(context: ExecutionContext): boolean {
    const { headers, method, url, params, query, body } = requestOf(context);
    const rpc = (body as { method?: string } | undefined)?.method ?? '';
    const empty = [params, query].every((part) => Object.keys(part as object).length === 0);
    note([context.getClass().name, method, url, rpc, empty].join(' '));
    const places = [context.getHandler(), context.getClass()];
    if (this.reflector.getAllAndOverride<boolean>('public', places)) return true;
    if (headers['x-deny'] === '401') throw new UnauthorizedException('no key');
    if (headers['x-deny'] === '429') throw new HttpException('slow down', 429);
    if (headers['x-deny'] === 'error') throw new Error('secret');
    return headers['x-deny'] !== '403';
  }
}
@Injectable({ scope: Scope.REQUEST })
class ScopedGuard implements CanActivate {
  constructor(@Inject(REQUEST) private readonly request: SeenRequest) {}
  canActivate(context: ExecutionContext): boolean {
    note(`scoped ${this.request === requestOf(context)}`);
    return this.request.headers['x-deny'] !== 'scoped';
  }
}
class MethodGuard implements CanActivate {
  canActivate(): boolean {
    note('method guard');
    return true;
  }
}
/** Enhancers that have no business with a message of the protocol. */
const noting = (name: string) => ({
  intercept: (_context: unknown, next: { handle(): unknown }) => {
    note(name);
    return next.handle();
  },
  transform: (value: unknown) => {
    note(name);
    return value;
  },
  catch: (error: unknown) => {
    note(name);
    throw error;
  },
});

@Controller('things')
class ThingsController {
  @McpTool({ name: 'thing' }) @Get() @UseGuards(MethodGuard) thing() {
    return 'thing';
  }
}

@Module({
  controllers: [ThingsController],
  providers: [
    { provide: APP_GUARD, useClass: GateGuard },
    { provide: APP_INTERCEPTOR, useValue: noting('interceptor') },
    { provide: APP_PIPE, useValue: noting('pipe') },
    { provide: APP_FILTER, useValue: noting('filter') },
  ],
})
class GatedModule {}
@Module({
  imports: [GatedModule],
  providers: [{ provide: APP_GUARD, useClass: ScopedGuard }],
})
class ScopedModule {}

describe.each(TRANSPORTS)('what is not a call, over %s', (transport) => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await startBench(transport, GatedModule);
  });
  afterAll(() => bench.close());
  beforeEach(() => void takeTrace());

  it('passes the global guards once, as the endpoint’s handler, and nothing else', async () => {
    const { status } = await bench.send('tools/list');
    expect(status).toBe(200);
    expect(takeTrace()).toEqual(['McpEndpoint POST /mcp tools/list true']);
  });

  it.each([
    ['403', 403, 'MCP_FORBIDDEN'],
    ['401', 401, 'MCP_UNAUTHORIZED'],
    ['429', 429, 'MCP_FORBIDDEN'],
  ])('is closed by a guard that refuses with %s', async (deny, status, code) => {
    const answer = await bench.send('tools/list', {}, { headers: { 'x-deny': deny } });
    expect([answer.status, answer.code]).toEqual([status, code]);
  });

  it('masks what a guard throws by mistake', async () => {
    const { texts } = await bench.send('tools/list', {}, { headers: { 'x-deny': 'error' } });
    expect(texts[0]).not.toContain('secret');
  });

  it('tells nobody whether a tool exists whom the guards refuse', async () => {
    const refused = await bench.call('none', {}, { headers: { 'x-deny': '403' } });
    const known = await bench.call('none', {});
    expect([refused.code, known.code]).toEqual(['MCP_FORBIDDEN', 'MCP_TOOL_NOT_FOUND']);
  });

  it('leaves a call to its own guards, each once', async () => {
    await bench.call('thing', {});
    expect(takeTrace()).toEqual([
      'ThingsController GET /things  true',
      'method guard',
      'interceptor',
    ]);
  });
});

describe('the endpoint', () => {
  it('bears the metadata that the application gives it, and guards of its own', async () => {
    const guard = { canActivate: () => (note('own guard'), true) };
    const bench = await startBench('in-process', GatedModule, {
      mcp: { decorators: [Public()], guards: [guard] },
    });
    const { status } = await bench.send('tools/list', {}, { headers: { 'x-deny': '403' } });
    expect(status).toBe(200);
    expect(takeTrace()).toContain('own guard');
    expect((await bench.call('thing', {}, { headers: { 'x-deny': '403' } })).status).toBe(403);
    await bench.close();
  });

  it('is guarded by request-scoped global guards, made for the message', async () => {
    const bench = await startBench('in-process', ScopedModule);
    takeTrace();
    const open = await bench.send('tools/list');
    expect(takeTrace()).toContain('scoped true');
    const closed = await bench.send('tools/list', {}, { headers: { 'x-deny': 'scoped' } });
    expect([open.status, closed.status]).toEqual([200, 403]);
    await bench.close();
  });
});
