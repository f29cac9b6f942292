import {
  Injectable,
  Module,
  Req,
  type INestApplication,
  type MiddlewareConsumer,
  type NestModule,
} from '@nestjs/common';
import express from 'express';
import { McpPrompt, McpResource, McpTool, SetupError } from 'nest-toolport';
import { NEST_MAJOR } from './support/nest-version.js';
import { startBench, type Bench, type BenchOptions, type ToolAnswer } from './support/bench.js';

// Where no HTTP request has passed the application's middleware, the pipeline runs it for each call.
const ELSEWHERE = ['stdio', 'in-process', 'websocket'] as const;

interface Asked {
  readonly headers: Record<string, unknown>;
}
interface Answering {
  statusCode: number;
  end(text?: string): void;
  destroy(): void;
}

/** NestJS 11 knows one only. */
const PREFIXES = NEST_MAJOR >= 12 ? ['a', 'b'] : 'b';

let ran: string[] = [];

@Injectable()
class Desk {
  @McpTool({ name: 'desk', description: 'Who sits there' })
  ask() {
    ran.push('tool');
    return { seat: 1 };
  }
  @McpResource('desk://map', { name: 'map' })
  map() {
    ran.push('resource');
    return 'a map';
  }
  @McpPrompt({ name: 'greet', description: 'Greets' })
  greet() {
    ran.push('prompt');
    return 'Hello';
  }
}

function authenticate({ headers }: Asked, response: Answering, next: () => void): void {
  if (headers['x-key'] === 'good') return next();
  response.statusCode = 401;
  response.end('no key');
}

/** Middleware of a module, which authenticates. */
function closedBy(...routes: string[]) {
  @Module({ providers: [Desk] })
  class ClosedModule implements NestModule {
    configure(consumer: MiddlewareConsumer): void {
      consumer.apply(authenticate).forRoutes(...routes);
    }
  }
  return ClosedModule;
}

@Module({ providers: [Desk] })
class OpenModule {}

@Injectable()
class Mirror {
  @McpTool({ name: 'mirror', description: 'What the request is' })
  look(@Req() request: { signal?: AbortSignal; get(name: string): unknown }) {
    return { signal: request.signal instanceof AbortSignal, key: request.get('x-key') };
  }
}

@Module({ providers: [Mirror] })
class MirrorModule {}

const MESSAGES: readonly [what: string, method: string, params: object][] = [
  ['tool of a provider', 'tools/call', { name: 'desk', arguments: {} }],
  ['resource', 'resources/read', { uri: 'desk://map' }],
  ['prompt', 'prompts/get', { name: 'greet' }],
  ['list', 'tools/list', {}],
];

describe.each(ELSEWHERE)('middleware over %s', (transport) => {
  const benches: Bench[] = [];
  const start = async (...given: [root: new () => object, options?: BenchOptions]) => {
    const bench = await startBench(transport, ...given);
    benches.push(bench);
    return bench;
  };
  beforeEach(() => (ran = []));
  afterEach(() => Promise.all(benches.splice(0).map((bench) => bench.close())));

  const prefixed = (app: INestApplication) => app.setGlobalPrefix('api');

  it.each(MESSAGES)(
    'under a global prefix keeps a %s from strangers',
    async (_w, method, params) => {
      const under = { configure: prefixed, endpoint: '/api/mcp' };
      const bench = await start(closedBy('*path'), under);
      const refused = await bench.send(method, params);
      expect(refused.status).not.toBe(200);
      expect(ran).toEqual([]);
      const known = await bench.send(method, params, { headers: { 'x-key': 'good' } });
      expect(known.status).toBe(200);
    },
  );

  it.each(MESSAGES)(
    'bound to the endpoint keeps a %s from strangers',
    async (_w, method, params) => {
      const bench = await start(closedBy('mcp'));
      expect((await bench.send(method, params)).status).not.toBe(200);
      expect(ran).toEqual([]);
    },
  );

  it('bound to one of several prefixes keeps strangers out, whichever they come by', async () => {
    const bench = await start(OpenModule, {
      configure: (app) => {
        app.setGlobalPrefix(PREFIXES as string);
        app.use('/b/mcp', authenticate);
      },
      endpoint: '/b/mcp',
    });
    for (const [, method, params] of MESSAGES) {
      expect((await bench.send(method, params)).status).not.toBe(200);
    }
    expect(ran).toEqual([]);
  });

  it('bound to the path that a provider’s tool has of its own is asked about at boot', async () => {
    const configure = (app: INestApplication) => void app.use('/mcp/tools', authenticate);
    const started = start(MirrorModule, { configure });
    await expect(started).rejects.toThrow(SetupError);
    await expect(started).rejects.toThrow('MCP_ROUTE_MIDDLEWARE');
    const bench = await start(MirrorModule, {
      configure,
      mcp: { routeMiddleware: 'run' },
    });
    expect((await bench.call('mirror')).status).not.toBe(200);
    const known = await bench.call('mirror', {}, { headers: { 'x-key': 'good' } });
    expect(known.status).toBe(200);
  });

  it('that destroys the response ends the call, and nothing waits for it', async () => {
    const bench = await start(OpenModule, {
      configure: (app) => {
        app.use(({ headers }: Asked, response: Answering, next: () => void) =>
          headers['x-bot'] ? response.destroy() : next(),
        );
      },
      mcp: { maxInFlight: 1 },
    });
    const call = (headers = {}): Promise<ToolAnswer> => bench.call('desk', {}, { headers });
    for (const _time of [1, 2, 3]) expect((await call({ 'x-bot': 'yes' })).status).not.toBe(200);
    expect((await call()).result?.structuredContent).toEqual({ seat: 1 });
    expect(ran).toEqual(['tool']);
  });

  it('that is an application of Express leaves request and response as they were', async () => {
    const inside: unknown[] = [];
    const mounted = express().disable('x-powered-by');
    mounted.use((request, response, next) => {
      inside.push(response.req === request);
      next();
    });
    const bench = await start(MirrorModule, { configure: (app) => void app.use(mounted) });
    const { result } = await bench.call('mirror', {}, { headers: { 'x-key': 'good' } });
    expect(result?.structuredContent).toEqual({ signal: true, key: 'good' });
    expect(inside).toContain(true);
    expect(inside).not.toContain(false);
  });
});
