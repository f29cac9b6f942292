import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import {
  Injectable,
  Module,
  type INestApplication,
  type INestApplicationContext,
  type OnModuleDestroy,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { WebSocket } from 'ws';
import { McpTool } from '../../src/decorators/tool.decorator.js';
import { McpModule } from '../../src/module/mcp.module.js';
import { serveStdio } from '../../src/module/serve-stdio.js';
import { McpWebSocketModule } from '../../src/module/websocket.module.js';

/** As a root module provides one: Nest destroys it before whatever an imported module has. */
@Injectable()
class Database implements OnModuleDestroy {
  isOpen = true;
  onModuleDestroy(): void {
    this.isOpen = false;
  }
}

@Injectable()
class Tools {
  begin!: () => void;
  end!: () => void;
  readonly begun = new Promise<void>((resolve) => (this.begin = resolve));
  readonly #ended = new Promise<void>((resolve) => (this.end = resolve));

  constructor(private readonly database: Database) {}

  @McpTool({ name: 'query', description: 'Asks the database once the test lets it' })
  async query(): Promise<string> {
    this.begin();
    await this.#ended;
    return this.database.isOpen ? 'open' : 'closed';
  }
}

@Module({
  imports: [
    McpModule.forRoot({ name: 'orders', version: '1.0.0' }),
    McpWebSocketModule.forRoot({}),
  ],
  providers: [Database, Tools],
})
class AppModule {}

const query = (id: number) =>
  JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'query' } });

/** An application, and what sends it one call and brings the answer. */
interface Served {
  readonly app: INestApplicationContext;
  readonly send: (id: number) => Promise<unknown>;
}

const NEST = { logger: false, abortOnError: false } as const;

const TRANSPORTS: Record<string, () => Promise<Served>> = {
  HTTP: async () => {
    const { app, authority } = await listening();
    return { app, send: (id) => postTo(`http://${authority}/mcp`, query(id)) };
  },
  WebSocket: async () => {
    const { app, authority } = await listening();
    const socket = new WebSocket(`ws://${authority}/mcp`, 'mcp');
    await once(socket, 'open');
    const answers = new Answers();
    socket.on('message', (data: Buffer) => answers.take(data.toString()));
    return { app, send: (id) => answers.to(id, () => socket.send(query(id))) };
  },
  'the stdio of an application context': async () => {
    const app = await NestFactory.createApplicationContext(AppModule, NEST);
    const input = new PassThrough();
    const output = new PassThrough();
    const answers = new Answers();
    createInterface({ input: output }).on('line', (line) => answers.take(line));
    void serveStdio(app, { input, output, globals: {} });
    return { app, send: (id) => answers.to(id, () => input.write(`${query(id)}\n`)) };
  },
};

async function listening(): Promise<{ app: INestApplication; authority: string }> {
  const app = await NestFactory.create(AppModule, NEST);
  await app.listen(0, '127.0.0.1');
  const { port } = app.getHttpServer().address() as AddressInfo;
  return { app, authority: `127.0.0.1:${port}` };
}

/** The answers of a connection, by the id of their request. */
class Answers {
  readonly #waiting = new Map<unknown, (answer: unknown) => void>();

  to(id: number, send: () => void): Promise<unknown> {
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      send();
    });
  }

  take(text: string): void {
    const answer = JSON.parse(text) as { id: unknown };
    this.#waiting.get(answer.id)?.(answer);
  }
}

async function postTo(url: string, body: string): Promise<unknown> {
  const accept = 'application/json, text/event-stream';
  const headers = { 'content-type': 'application/json', accept, connection: 'close' };
  return (await fetch(url, { method: 'POST', headers, body })).json();
}

describe.each(Object.entries(TRANSPORTS))(
  'app.close() with a call under way over %s',
  (_, serve) => {
    it('lets it end and takes no further one, before the root module is destroyed', async () => {
      const { app, send } = await serve();
      const tools = app.get(Tools);
      const answer = send(1);
      await tools.begun;
      const closed = app.close();
      expect(await send(2)).toMatchObject({ error: { data: { code: 'MCP_SHUTTING_DOWN' } } });
      expect(app.get(Database).isOpen).toBe(true);
      tools.end();
      expect(await answer).toMatchObject({ id: 1, result: { content: [{ text: 'open' }] } });
      await closed;
      expect(app.get(Database).isOpen).toBe(false);
    });
  },
);
