import {
  Controller,
  Get,
  Module,
  Req,
  Version,
  VERSION_NEUTRAL,
  VersioningType,
  type ExecutionContext,
  type INestApplication,
  type VersioningOptions,
} from '@nestjs/common';
import { McpTool } from 'nest-toolport';
import { requestOf, type SeenRequest } from './fixtures/enhancers.js';
import { note, takeTrace } from './fixtures/trace.js';
import { startBench, TRANSPORTS, type Bench, type RestRequest } from './support/bench.js';

/** One path, and the version alone decides which method answers. */
@Controller({ path: 'orders', version: '1' })
class OrdersV1Controller {
  @McpTool({ name: 'first' }) @Get() first() {
    return 'first';
  }
  @McpTool({ name: 'fourth' }) @Version('4') @Get() fourth() {
    return 'fourth';
  }
}
@Controller({ path: 'orders', version: ['2', '3'] })
class OrdersV2Controller {
  @McpTool({ name: 'second' }) @Get() second(@Req() request: SeenRequest) {
    return `second ${String(request.headers['x-version'] ?? request.headers.accept)}`;
  }
}
@Controller({ path: 'health', version: VERSION_NEUTRAL })
class HealthController {
  @McpTool({ name: 'neutral' }) @Get() neutral() {
    return 'neutral';
  }
}
@Controller('usual')
class UsualController {
  @McpTool({ name: 'usual' }) @Get() usual() {
    return 'usual';
  }
}
@Module({
  controllers: [OrdersV1Controller, OrdersV2Controller, HealthController, UsualController],
})
class VersionedModule {}

const HEADER = { type: VersioningType.HEADER, header: 'X-Version' } as const;
const MEDIA = { type: VersioningType.MEDIA_TYPE, key: 'v=' } as const;
const CUSTOM = {
  type: VersioningType.CUSTOM,
  extractor: (request: unknown) => String((request as SeenRequest).headers['x-any']),
} as const;
type Versions = Record<string, string>;
const VERSIONS: Versions = { first: '1', second: '2', fourth: '4', neutral: '', usual: '9' };
const PATHS: Versions = { neutral: '/health', usual: '/usual' };

/** How a REST client asks for a version, and what a guard sees of it. */
const KINDS: Record<
  string,
  {
    options: VersioningOptions;
    ask(path: string, version: string): Omit<RestRequest, 'method'>;
    chosenBy(request: SeenRequest): unknown;
  }
> = {
  URI: {
    options: { type: VersioningType.URI, defaultVersion: '9' },
    ask: (path, version) => ({ path: `/api${version === '' ? '' : `/v${version}`}${path}` }),
    chosenBy: () => '',
  },
  HEADER: {
    options: { ...HEADER, defaultVersion: '9' },
    ask: (path, version) => ({
      path: `/api${path}`,
      headers: version === '' ? undefined : { 'x-version': version },
    }),
    chosenBy: ({ headers }) => headers['x-version'],
  },
  MEDIA_TYPE: {
    options: { ...MEDIA, defaultVersion: '9' },
    ask: (path, version) => ({
      path: `/api${path}`,
      headers: version === '' ? undefined : { accept: `application/json;v=${version}` },
    }),
    chosenBy: ({ headers }) => /v=(.+)/.exec(String(headers.accept))?.[1],
  },
  CUSTOM: {
    options: { ...CUSTOM, defaultVersion: '9' },
    ask: (path, version) => ({
      path: `/api${path}`,
      headers: version === '' ? undefined : { 'x-any': version },
    }),
    // Only the extractor knows where it looks: a call bears what its caller sent.
    chosenBy: () => '',
  },
};

const configure =
  (kind: keyof typeof KINDS) =>
  (app: INestApplication): void => {
    const exclude = ['health', 'mcp'];
    app.setGlobalPrefix('api', { exclude }).enableVersioning(KINDS[kind].options);
    app.useGlobalGuards({
      canActivate: (context: ExecutionContext) => {
        const request = requestOf(context);
        const { name } = context.getHandler();
        note(`${name} ${String(request.url)} ${String(KINDS[kind].chosenBy(request))}`);
        return true;
      },
    });
  };

describe.each(Object.keys(KINDS))('versions by %s', (kind) => {
  let rest: Record<string, Bench>;
  beforeAll(async () => {
    rest = {
      express: await startBench('http-express', VersionedModule, { configure: configure(kind) }),
      fastify: await startBench('http-fastify', VersionedModule, { configure: configure(kind) }),
    };
  });
  afterAll(() => Promise.all(Object.values(rest).map((bench) => bench.close())));

  it.each(TRANSPORTS)('a call is that of its own method’s route, over %s', async (transport) => {
    const tools = await startBench(transport, VersionedModule, { configure: configure(kind) });
    takeTrace();
    for (const [tool, version] of Object.entries(VERSIONS)) {
      const { path, headers } = KINDS[kind].ask(PATHS[tool] ?? '/orders', version);
      // What is excluded from the prefix.
      const place = tool === 'neutral' ? path.replace('/api', '') : path;
      const on = transport === 'http-fastify' ? rest.fastify : rest.express;
      const expected = await on.rest({ method: 'GET', path: place, headers });
      const seen = takeTrace();
      const answer = await tools.call(tool);
      expect([tool, expected.status, ...seen]).toEqual([tool, 200, ...takeTrace()]);
      expect(answer.texts[0].split(' ')[0]).toBe(expected.text.split(' ')[0]);
    }
    await tools.close();
  });
});

describe('the header that chooses a version', () => {
  const seenBy = async (options: VersioningOptions, headers: Record<string, string>) => {
    const bench = await startBench('stdio', VersionedModule, {
      configure: (app) => app.enableVersioning(options),
    });
    const { texts } = await bench.call('second', {}, { headers });
    await bench.close();
    return texts[0];
  };

  it('stays the caller’s where it names a version of the method', async () => {
    expect(await seenBy(HEADER, { 'x-version': '3' })).toBe('second 3');
    const accept = 'text/plain, application/json; v=3';
    expect(await seenBy(MEDIA, { accept })).toBe(`second ${accept}`);
  });

  it('names the method’s first version where the caller’s is another’s, or none', async () => {
    expect(await seenBy(HEADER, { 'x-version': '1' })).toBe('second 2');
    expect(await seenBy(HEADER, {})).toBe('second 2');
    expect(await seenBy(MEDIA, { accept: 'application/json;v=1' })).toBe(
      'second application/json;v=2',
    );
  });

  it('is left alone where a function extracts the version', async () => {
    expect(await seenBy(CUSTOM, { 'x-version': '1' })).toBe('second 1');
  });
});
