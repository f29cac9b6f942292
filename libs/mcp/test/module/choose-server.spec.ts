import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import {
  ForbiddenException,
  Injectable,
  Module,
  type CanActivate,
  type DynamicModule,
  type INestApplication,
  type INestApplicationContext,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { McpModule, McpTool, serveStdio } from 'nest-toolport';
import { createMcpTestClient, expectParity } from 'nest-toolport/testing';
import { WebSocket } from 'ws';
import { inProcessServer } from '../../src/client.js';
import { McpWebSocketModule, type McpWebSocketOptions } from '../../src/websocket.js';
import { closeManagers, startManager } from '../client/support/managers.js';

@Injectable()
class Tools {
  @McpTool({ name: 'buy', description: 'Of the shop', servers: ['default'] })
  buy() {
    return 'bought';
  }

  @McpTool({ name: 'refund', description: 'Of the back office', servers: ['office'] })
  refund() {
    return 'refunded';
  }

  @McpTool({ name: 'audit', description: 'Of the auditors', servers: ['audit'] })
  audit() {
    return 'audited';
  }
}

const SHOP = McpModule.forRoot({ name: 'shop' });
const OFFICE = McpModule.forRoot({ name: 'back office', server: 'office', path: '/office' });
const AUDIT = McpModule.forRoot({ name: 'audit', server: 'audit', path: '/audit' });

/** @param imports the last one is what Nest gives to whoever asks for `McpServer` */
function rootOf(...imports: DynamicModule[]): DynamicModule {
  @Module({})
  class AppModule {}
  return { module: AppModule, imports, providers: [Tools] };
}

const QUIET = { logger: false, abortOnError: false } as const;
const opened: INestApplicationContext[] = [];

async function start(...imports: DynamicModule[]): Promise<INestApplication> {
  const app = await NestFactory.create(rootOf(...imports), QUIET);
  opened.push(app);
  await app.init();
  return app;
}

const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

function namesIn(message: unknown): string[] {
  const { result } = JSON.parse(String(message)) as { result: { tools: { name: string }[] } };
  return result.tools.map(({ name }) => name);
}

const namesFor = async (...client: Parameters<typeof createMcpTestClient>) =>
  (await createMcpTestClient(...client).listTools()).map(({ name }) => name);

async function answerOverStdio(
  context: INestApplicationContext,
  message: object,
  options: Partial<Parameters<typeof serveStdio>[1]> = {},
): Promise<string> {
  const [input, output] = [new PassThrough(), new PassThrough()];
  input.end(`${JSON.stringify(message)}\n`);
  let answer = '';
  output.on('data', (chunk: Buffer) => (answer += chunk.toString('latin1')));
  await serveStdio(context, { input, output, globals: {}, ...options });
  return answer;
}

async function namesOverWebSocket(path: string, ...sockets: McpWebSocketOptions[]) {
  const modules = sockets.map((options) => McpWebSocketModule.forRoot(options));
  const app = await start(SHOP, OFFICE, ...modules);
  await app.listen(0, '127.0.0.1');
  const socket = new WebSocket(`${(await app.getUrl()).replace('http', 'ws')}${path}`, 'mcp');
  await once(socket, 'open');
  socket.send(JSON.stringify(LIST));
  const [data] = (await once(socket, 'message')) as [Buffer];
  socket.close();
  return namesIn(data);
}

afterEach(async () => {
  await closeManagers();
  for (const context of opened.splice(0)) await context.close();
});

describe('which of several servers is meant', () => {
  it('is the one without a key, in whatever order they are imported', async () => {
    expect(await namesFor(await start(SHOP, OFFICE))).toEqual(['buy']);
    expect(await namesFor(await start(OFFICE, SHOP))).toEqual(['buy']);
  });

  it('is the one that is named', async () => {
    const app = await start(SHOP, OFFICE, AUDIT);
    expect(await namesFor(app, { server: 'office' })).toEqual(['refund']);
    expect(await namesFor(app, { server: 'default' })).toEqual(['buy']);
  });

  it('is the only one, where that has a key', async () => {
    expect(await namesFor(await start(OFFICE))).toEqual(['refund']);
  });

  it('must be said where all of several have a key', async () => {
    const app = await start(OFFICE, AUDIT);
    expect(() => createMcpTestClient(app)).toThrow(
      /createMcpTestClient.*several servers.*"office", "audit"\n.*name the one that is meant, e.g. "office"/,
    );
  });

  it('must be one that there is', async () => {
    const app = await start(SHOP, OFFICE);
    expect(() => createMcpTestClient(app, { server: 'offcie' })).toThrow(
      /no server "offcie".*"default", "office"/,
    );
  });

  it('is said to be missing where the application imports no McpModule', async () => {
    const app = await start();
    expect(() => createMcpTestClient(app)).toThrow(/McpModule/);
  });
});

describe('a server of several', () => {
  it('is served over stdio by its key, else the one without', async () => {
    const app = await start(SHOP, OFFICE);
    expect(namesIn(await answerOverStdio(app, LIST))).toEqual(['buy']);
    const office = await answerOverStdio(app, LIST, { server: 'office' });
    expect(namesIn(office)).toEqual(['refund']);
  });

  it('runs the globals of serveStdio, whichever server that serves', async () => {
    const app = await start(SHOP, OFFICE, AUDIT);
    class Closed implements CanActivate {
      canActivate(): boolean {
        throw new ForbiddenException('closed');
      }
    }
    await answerOverStdio(app, LIST, { globals: { guards: [new Closed()] } });
    for (const [server, tool] of Object.entries({ default: 'buy', office: 'refund' })) {
      const result = await createMcpTestClient(app, { server }).callTool(tool);
      expect(JSON.stringify(result)).toContain('closed');
    }
  });

  it('is offered over WebSocket by its key, on the path that it has', async () => {
    expect(await namesOverWebSocket('/mcp', {})).toEqual(['buy']);
    const both = [{}, { server: 'office' }];
    expect(await namesOverWebSocket('/office', ...both)).toEqual(['refund']);
    expect(await namesOverWebSocket('/mcp', ...both)).toEqual(['buy']);
  });

  it('is called in process by its key, else the one without', async () => {
    const app = await start(SHOP, OFFICE);
    const { registry } = await startManager({
      shop: inProcessServer(app),
      office: inProcessServer(app, { server: 'office' }),
    });
    expect(registry.list().map(({ name }) => name)).toEqual(['mcp_office_refund', 'mcp_shop_buy']);
  });

  it('is compared with REST by its key', async () => {
    const app = await start(SHOP, OFFICE);
    await app.listen(0, '127.0.0.1');
    const rest = { method: 'GET', path: '/nowhere' };
    const parity = expectParity(app, { rest, tool: 'refund', server: 'office' });
    await expect(parity).rejects.toThrow(/REST refused with 404, the tool did not/);
  });
});
