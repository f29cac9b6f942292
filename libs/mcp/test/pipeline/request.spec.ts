import {
  Body,
  Controller,
  Get,
  Injectable,
  Ip,
  Module,
  Param,
  Post,
  Put,
  Query,
  RawBody,
  Req,
  Version,
  VersioningType,
  type CanActivate,
  type ExecutionContext,
  type INestApplication,
} from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { McpCallContext, McpTool } from 'nest-toolport';
import { requestOf, type SeenRequest } from './fixtures/enhancers.js';
import { startBench, TRANSPORTS, type Bench } from './support/bench.js';

/** What a guard sees of the request: it runs before every pipe. */
let seen: Record<string, unknown> = {};

@Injectable()
class WatchingGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = requestOf(context) as SeenRequest & { raw?: SeenRequest };
    if (context.getClass() === ThingsController) {
      const { method, url, originalUrl, params, query, body, headers, signal } = request;
      const raw = request.raw ?? request;
      seen = {
        method,
        url,
        originalUrl,
        raw: [raw.method, raw.url],
        params: { ...(params as object) },
        query: { ...(query as object) },
        body,
        headers,
        signal,
        prototypes: [params, query].map((part) => Object.getPrototypeOf(part) as unknown),
        route: (request.route as { path?: string }).path,
      };
      request.user = { id: 7 };
    }
    return true;
  }
}

@Controller('things')
class ThingsController {
  @McpTool({ name: 'update' })
  @Put(':id/parts/:part')
  update(
    @Param('id') id: string,
    @Param('part') part: string,
    @Query('ids') ids: string[],
    @Query('page') page: string,
    @Body() body: Record<string, unknown>,
  ) {
    return { id, part, ids, page, body };
  }
  @McpTool({ name: 'whole' })
  @Get('whole')
  whole(@Query() query: Record<string, unknown>, @Ip() ip: string, @Req() request: SeenRequest) {
    const { caller } = McpCallContext.current() ?? {};
    return { query: { ...query }, ip, caller, user: request.user };
  }
  @McpTool({ name: 'raw' }) @Post('raw') raw(
    @RawBody() raw: Buffer | undefined,
    @Body() body: object,
  ) {
    return { raw: raw?.toString(), body };
  }
  @McpTool({ name: 'versioned' }) @Version('2') @Get('versioned/:id') versioned(
    @Param('id') id: string,
  ) {
    return id;
  }
}

@Module({
  controllers: [ThingsController],
  providers: [{ provide: APP_GUARD, useClass: WatchingGuard }],
})
class ThingsModule {}

describe.each(TRANSPORTS)('the request of a call, over %s', (transport) => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await startBench(transport, ThingsModule);
  });
  afterAll(() => bench.close());

  const args = { id: 'a/b', part: '?x', ids: [1, 2], page: '3', name: 'é', nested: { n: 1 } };

  it('is that of the tool’s own route', async () => {
    const { result } = await bench.call('update', args, { headers: { 'x-probe': 'yes' } });
    const url = '/things/a%2Fb/parts/%3Fx?ids=1&ids=2&page=3';
    expect(seen).toMatchObject({
      method: 'PUT',
      url,
      originalUrl: url,
      raw: ['PUT', url],
      route: '/things/:id/parts/:part',
      params: { id: 'a/b', part: '?x' },
      query: { ids: ['1', '2'], page: '3' },
      body: { name: 'é', nested: { n: 1 } },
      headers: { 'x-probe': 'yes' },
      prototypes: [null, null],
    });
    expect(result?.structuredContent).toEqual({
      id: 'a/b',
      part: '?x',
      ids: ['1', '2'],
      page: '3',
      body: { name: 'é', nested: { n: 1 } },
    });
  });

  it('carries the call’s signal', async () => {
    await bench.call('update', args);
    expect(seen.signal).toBeInstanceOf(AbortSignal);
  });

  it('never turns an argument into a header', async () => {
    const headers = { authorization: 'Bearer theirs', 'x-tenant': 'evil' };
    await bench.call('update', { ...args, headers, authorization: 'Bearer theirs' });
    expect(seen.headers).not.toHaveProperty('x-tenant');
    expect(seen.headers).not.toHaveProperty('authorization');
  });

  it('has no loopback address unless the caller has one', async () => {
    const { result } = await bench.call('whole', { a: 1, b: null });
    const address = ['stdio', 'in-process'].includes(transport) ? /^$/ : /127\.0\.0\.1/;
    expect(result?.structuredContent).toMatchObject({
      query: { a: '1' },
      ip: expect.stringMatching(address),
    });
  });

  it('shows the user that a guard found, and so does the call', async () => {
    const { result } = await bench.call('whole', {});
    expect(result?.structuredContent).toMatchObject({ user: { id: 7 }, caller: { id: 7 } });
  });

  it('has the body alone as its raw body', async () => {
    const { result } = await bench.call('raw', { a: 1 });
    expect(result?.structuredContent).toEqual({ raw: '{"a":1}', body: { a: 1 } });
  });

  it.each(['', '.', '..'])('is refused with the path argument %j, after the guards', async (id) => {
    seen = {};
    const { code, texts } = await bench.call('update', { ...args, id });
    expect(seen.method).toBe('PUT');
    expect(code).toBe('VALIDATION_FAILED');
    expect(texts[0]).toContain('id must be a path segment');
  });

  it('is refused without a path argument, and its own field is named', async () => {
    const { code, texts } = await bench.call('update', { ...args, part: undefined });
    expect(code).toBe('VALIDATION_FAILED');
    expect(texts[0]).toContain('part');
  });
});

describe('the URL of a call', () => {
  const urlOf = async (configure: (app: INestApplication) => void) => {
    const bench = await startBench('in-process', ThingsModule, { configure });
    await bench.call('versioned', { id: 1 });
    await bench.close();
    return seen.url;
  };

  it.each<[string, string, (app: INestApplication) => void]>([
    ['is plain', '/things/versioned/1', () => {}],
    ['bears the global prefix', '/api/things/versioned/1', (app) => app.setGlobalPrefix('api')],
    [
      'heeds exclusions from the prefix',
      '/things/versioned/1',
      (app) => app.setGlobalPrefix('api', { exclude: ['things/*path'] }),
    ],
    [
      'bears the version',
      '/api/v2/things/versioned/1',
      (app) => app.setGlobalPrefix('api').enableVersioning({ type: VersioningType.URI }),
    ],
    [
      'bears no version that travels in a header',
      '/things/versioned/1',
      (app) => app.enableVersioning({ type: VersioningType.HEADER, header: 'x-v' }),
    ],
  ])('%s', async (_title, url, configure) => {
    expect(await urlOf(configure)).toBe(url);
  });
});
