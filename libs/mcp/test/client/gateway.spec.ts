// Long because one gateway is followed through everything that can cross it.
import 'reflect-metadata';
import type { AddressInfo } from 'node:net';
import {
  Client,
  StreamableHTTPClientTransport,
  type ClientOptions,
} from '@modelcontextprotocol/client';
import {
  ForbiddenException,
  Injectable,
  Module,
  type CanActivate,
  type ExecutionContext,
  type INestApplication,
} from '@nestjs/common';
import { APP_INTERCEPTOR, NestFactory } from '@nestjs/core';
import { tap } from 'rxjs';
import { InjectTools, McpClientModule, ToolSet, type ServerOptions } from '../../src/client.js';
import { McpCallContext, McpModule, McpServer, ToolRegistry } from '../../src/index.js';
import { FaultHttp } from './support/fault-http.js';
import { FaultServer } from './support/fault-server.mjs';
import { FaultWebSocket } from './support/fault-websocket.js';
import { faultProgram, inProcess, textOf } from './support/managers.js';

const audit: string[] = [];

@Injectable()
class Audit {
  intercept(_: ExecutionContext, next: { handle(): import('rxjs').Observable<unknown> }) {
    return next.handle().pipe(tap(() => audit.push(McpCallContext.current()?.name ?? '')));
  }
}

@Injectable()
class KeyGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { headers } = context.switchToHttp().getRequest();
    if (headers['x-api-key'] !== 'k') throw new ForbiddenException('no key');
    return true;
  }
}

@Injectable()
class Agent {
  constructor(@InjectTools() readonly tools: ToolSet) {}
}

/** Official client → our endpoint → another server. */
describe('the gateway', () => {
  const cleanups: (() => unknown)[] = [];
  afterEach(async () => {
    audit.length = 0;
    for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
  });

  const boot = async (servers: Record<string, ServerOptions>) => {
    @Module({
      imports: [
        McpModule.forRoot({
          name: 'gateway',
          version: '1.0.0',
          sessions: { keys: ['a-key-for-this-test-only-0123456789'] },
        }),
        McpClientModule.forRoot({ servers }),
      ],
      providers: [Agent, { provide: APP_INTERCEPTOR, useClass: Audit }],
    })
    class AppModule {}
    const app: INestApplication = await NestFactory.create(AppModule, {
      logger: false,
      abortOnError: false,
    });
    cleanups.push(() => app.close());
    await app.listen(0, '127.0.0.1');
    const { port } = app.getHttpServer().address() as AddressInfo;
    return { app, url: new URL(`http://127.0.0.1:${port}/mcp`) };
  };

  const connect = async (
    url: URL,
    { answer, headers, ...options }: ClientOptions & { answer?: object; headers?: object } = {},
  ) => {
    const capabilities = answer ? { elicitation: { form: {} } } : {};
    const client = new Client({ name: 'official', version: '1.0.0' }, { capabilities, ...options });
    const asked: string[] = [];
    if (answer) {
      client.setRequestHandler('elicitation/create', async ({ params }) => {
        asked.push(params.message);
        return answer as never;
      });
    }
    await client.connect(
      new StreamableHTTPClientTransport(url, { requestInit: { headers: { ...headers } } }),
    );
    cleanups.push(() => client.close());
    return { client, asked };
  };

  const remotes: Record<string, (era: 'legacy' | 'modern') => Promise<ServerOptions>> = {
    stdio: async (era) => faultProgram({ era }, { expose: true }),
    websocket: async (era) => {
      const server = await new FaultWebSocket({ era }).start();
      cleanups.push(() => server.stop());
      return { type: 'websocket', url: server.url, expose: true };
    },
    http: async (era) => {
      const server = await new FaultHttp({ era, get: 'stream' }).start();
      cleanups.push(() => server.stop());
      return { url: server.url, expose: true };
    },
  };
  const eras = { legacy: {}, modern: { versionNegotiation: { mode: { pin: '2026-07-28' } } } };
  const combinations = Object.keys(remotes).flatMap((transport) =>
    (['legacy', 'modern'] as const).map((era) => [transport, era] as const),
  );

  describe.each(combinations)('to a server over %s (client of the era %s)', (transport, era) => {
    const start = async (options: Parameters<typeof connect>[1] = {}) => {
      const { url, app } = await boot({ far: await remotes[transport]('legacy') });
      return { app, ...(await connect(url, { ...eras[era], ...options })) };
    };

    it('lists the tools and calls them, through our interceptors', async () => {
      const { client } = await start();
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toContain('mcp_far_echo');
      const result = await client.callTool({ name: 'mcp_far_echo', arguments: { text: 'x' } });
      expect(textOf(result as never)).toBe('x');
      expect(audit).toContain('mcp_far_echo');
    });

    it('progress crosses it', async () => {
      const { client } = await start();
      const steps: number[] = [];
      await client.callTool(
        { name: 'mcp_far_slow', arguments: { ms: 300, every: 70 } },
        { onprogress: ({ progress }) => steps.push(progress) },
      );
      expect(steps.slice(0, 3)).toEqual([1, 2, 3]);
    });

    it('a cancel crosses it', async () => {
      const { client, app } = await start();
      const abort = new AbortController();
      const call = client.callTool(
        { name: 'mcp_far_slow', arguments: { ms: 60_000, every: 50 } },
        { signal: abort.signal, onprogress: () => abort.abort() },
      );
      await expect(call).rejects.toThrow(/abort/i);
      const agent = app.get(Agent);
      // The server answers in order: by then it has taken the cancel, if it got one.
      for (;;) {
        const received = JSON.parse(textOf(await agent.tools.execute('mcp_far_received')));
        const cancelled = received.some((m: { method?: string }) =>
          m.method?.endsWith('cancelled'),
        );
        if (cancelled) break;
      }
      expect(abort.signal.aborted).toBe(true);
    });

    it('a question crosses it, saying who asks', async () => {
      const { client, asked } = await start({
        answer: { action: 'accept', content: { colour: 'green' } },
      });
      const result = await client.callTool({ name: 'mcp_far_ask', arguments: {} });
      expect(JSON.parse(textOf(result as never))).toEqual({
        action: 'accept',
        content: { colour: 'green' },
      });
      expect(asked).toEqual(['far: Which colour?']);
    });

    it('a caller who cannot be asked has not consented', async () => {
      const { client } = await start();
      const result = await client.callTool({ name: 'mcp_far_ask', arguments: {} });
      expect(JSON.parse(textOf(result as never))).toEqual({ action: 'cancel' });
    });
  });

  it('over HTTP, questions of many calls at once reach the right callers', async () => {
    const { url } = await boot({ far: await remotes.http('legacy') });
    const callers = await Promise.all(
      ['red', 'green', 'blue'].map((colour) =>
        connect(url, { answer: { action: 'accept', content: { colour } } }),
      ),
    );
    const results = await Promise.all(
      callers.map(({ client }) => client.callTool({ name: 'mcp_far_ask', arguments: {} })),
    );
    expect(results.map((result) => JSON.parse(textOf(result as never)).content.colour)).toEqual([
      'red',
      'green',
      'blue',
    ]);
  });

  it('over a channel that does not tell calls apart, nobody is shown the question of another', async () => {
    const { url } = await boot({ far: await remotes.stdio('legacy') });
    const [one, two] = await Promise.all([
      connect(url, { answer: { action: 'accept', content: { colour: 'red' } } }),
      connect(url, { answer: { action: 'accept', content: { colour: 'blue' } } }),
    ]);
    const busy = one.client.callTool({ name: 'mcp_far_slow', arguments: { ms: 500 } });
    const result = await two.client.callTool({ name: 'mcp_far_ask', arguments: {} });
    expect(JSON.parse(textOf(result as never))).toEqual({ action: 'decline' });
    await busy;
    expect([...one.asked, ...two.asked]).toEqual([]);
  });

  it('never passes our caller’s credentials on', async () => {
    const server = await new FaultHttp({ get: 405 }).start();
    cleanups.push(() => server.stop());
    const { url } = await boot({
      far: { url: server.url, expose: true, forwardHeaders: ['x-tenant-id'] },
    });
    const headers = {
      authorization: 'Bearer ours',
      cookie: 'sid=1',
      'x-api-key': 'k',
      'x-tenant-id': 'acme',
    };
    const { client } = await connect(url, { headers });
    await client.callTool({ name: 'mcp_far_echo', arguments: { text: 'x' } });
    const { headers: seen } = await server.request(
      ({ message }) => message?.method === 'tools/call',
    );
    expect(seen).toMatchObject({ 'x-tenant-id': 'acme' });
    for (const name of ['authorization', 'cookie', 'x-api-key'])
      expect(seen).not.toHaveProperty(name);
    expect(JSON.stringify(server.seen.map((s) => s.headers))).not.toContain('Bearer ours');
  });

  it('serves what is included, under other names, behind guards of its own', async () => {
    const { url, app } = await boot({
      far: {
        ...inProcess(new FaultServer()),
        expose: {
          include: ['e*', 'count'],
          exclude: ['env'],
          rename: { echo: 'say' },
          guards: [KeyGuard],
        },
      },
    });
    const { client } = await connect(url);
    expect((await client.listTools()).tools.map(({ name }) => name).toSorted()).toEqual([
      'mcp_far_count',
      'say',
    ]);
    const refused = await client.callTool({ name: 'say', arguments: { text: 'x' } });
    expect(refused).toMatchObject({ isError: true });
    expect(textOf(refused as never)).toMatch(/FORBIDDEN/);
    const { client: keyed } = await connect(url, { headers: { 'x-api-key': 'k' } });
    const said = await keyed.callTool({ name: 'say', arguments: { text: 'x' } });
    expect(textOf(said as never)).toBe('x');
    // The application's own code is not our endpoint's caller: one tool, called directly.
    const { tools } = app.get(Agent);
    expect(
      tools
        .list()
        .filter(({ name }) => /echo|say/.test(name))
        .map(({ name }) => name),
    ).toEqual(['mcp_far_echo']);
    expect(textOf(await tools.execute('mcp_far_echo', { text: 'y' }))).toBe('y');
  });

  it('a failed operation, and a server that is gone, are results that the model can read', async () => {
    const { url } = await boot({ far: await remotes.stdio('legacy') });
    const { client } = await connect(url);
    const failed = await client.callTool({ name: 'mcp_far_fail', arguments: {} });
    expect(failed).toMatchObject({ isError: true });
    expect(textOf(failed as never)).toBe('OUT_OF_STOCK: none left');
    const died = await client.callTool({ name: 'mcp_far_die', arguments: {} });
    expect(textOf(died as never)).toMatch(/^REMOTE_CONNECTION_LOST: far/);
  });

  it('O-J04: our clients are told when the remote tools change', async () => {
    const server = new FaultServer();
    const { url } = await boot({ far: { ...inProcess(server), expose: true } });
    let changed!: () => void;
    const told = new Promise<void>((resolve) => (changed = resolve));
    const { client } = await connect(url, {
      ...eras.modern,
      listChanged: { tools: { onChanged: () => changed(), debounceMs: 0 } },
    });
    server.setTools([{ name: 'new', inputSchema: { type: 'object' } }]);
    await told;
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['mcp_far_new']);
  });

  it('leaves a tool disabled that its server defines anew, under our name for it as well', async () => {
    const server = new FaultServer();
    const expose = { rename: { echo: 'say' } };
    const { app } = await boot({ far: { ...inProcess(server), expose } });
    const { tools } = app.get(Agent);
    const served = () => app.get(McpServer).tools.map(({ name }) => name);
    const registry = app.get(ToolRegistry);
    registry.disable('mcp_far_echo');
    expect(served()).not.toContain('say');
    const changed = new Promise<void>((resolve) => registry.onChange(() => resolve()));
    const inputSchema = { type: 'object' } as const;
    server.setTools([
      { name: 'echo', inputSchema },
      { name: 'new', inputSchema },
    ]);
    await changed;
    expect(tools.list().map(({ name }) => name)).toEqual(['mcp_far_new']);
    expect(served()).toEqual(['mcp_far_new']);
  });

  it('needs an application that serves tools', async () => {
    @Module({
      imports: [
        McpClientModule.forRoot({
          servers: { far: { ...inProcess(new FaultServer()), expose: true } },
        }),
      ],
    })
    class AppModule {}
    const created = NestFactory.create(AppModule, { logger: false, abortOnError: false });
    await expect(created).rejects.toThrow(/servers\.far\.expose: its tools cannot be served/);
  });
});
