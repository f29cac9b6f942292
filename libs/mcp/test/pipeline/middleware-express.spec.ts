import { Controller, Get, Module, type INestApplication } from '@nestjs/common';
import { ExpressAdapter } from '@nestjs/platform-express';
import express from 'express';
import { McpTool } from 'nest-toolport';
import { note, takeTrace } from './fixtures/trace.js';
import { startBench } from './support/bench.js';

type Next = () => void;
const pass = (_request: unknown, _response: unknown, next: Next): void => next();

/** What an application hands out of the framework below it. */
function expressOf(app: INestApplication): { use(...given: unknown[]): unknown } {
  return app.getHttpAdapter().getInstance() as { use(...given: unknown[]): unknown };
}

describe('middleware of the application of Express itself', () => {
  @Controller('seen')
  class SeenController {
    @McpTool({ name: 'seen' }) @Get() get() {
      return 'seen';
    }
  }
  @Module({ controllers: [SeenController] })
  class SeenModule {}

  it('counts as bound: what main.ts puts on the application of Express itself', async () => {
    const use = (app: INestApplication) => expressOf(app).use('/seen', pass);
    await expect(startBench('http-express', SeenModule, { configure: use })).rejects.toThrow(
      '/seen',
    );
  });

  it('counts as bound: what an application of Express held when Nest was given it', async () => {
    const server = express();
    server.use('/seen', pass);
    const held = startBench('http-express', SeenModule, {
      adapter: new ExpressAdapter(server),
    });
    await expect(held).rejects.toThrow('MCP_ROUTE_MIDDLEWARE');
  });

  it.each(['in-process', 'websocket'] as const)(
    'runs for a call over %s where Express held it for all paths',
    async (transport) => {
      let refuses = false;
      const server = express();
      server.use((_request, response, next) => {
        note('held');
        if (refuses) response.status(401).end('no');
        else next();
      });
      const bench = await startBench(transport, SeenModule, {
        adapter: new ExpressAdapter(server),
      });
      takeTrace();
      expect((await bench.call('seen')).texts).toEqual(['seen']);
      expect(takeTrace()).toEqual(['held']);
      refuses = true;
      expect((await bench.call('seen')).status).not.toBe(200);
      await bench.close();
    },
  );

  it('counts as bound: lists of paths in lists', async () => {
    const use = (app: INestApplication) => expressOf(app).use([['/x', ['/seen']]], pass);
    const started = startBench('http-express', SeenModule, { configure: use });
    await expect(started).rejects.toThrow('(/seen)');
  });

  it('counts as bound over stdio as well', async () => {
    const use = (app: INestApplication) => expressOf(app).use('/seen', pass);
    await expect(startBench('stdio', SeenModule, { configure: use })).rejects.toThrow('(/seen)');
  });

  it.each(['http-express', 'in-process', 'websocket'] as const)(
    'runs once for a call over %s, however it was given',
    async (transport) => {
      const noting = (_request: unknown, _response: unknown, next: Next) => {
        note('express');
        next();
      };
      const configure = (app: INestApplication) => expressOf(app).use([noting]);
      const bench = await startBench(transport, SeenModule, { configure });
      takeTrace();
      await bench.call('seen');
      expect(takeTrace().filter((step) => step === 'express')).toEqual(['express']);
      await bench.close();
    },
  );

  it('does not hold what Nest puts there for itself', async () => {
    const bench = await startBench('in-process', SeenModule, {
      create: { return503OnClosing: true },
    });
    Object.assign(bench.app.getHttpAdapter(), { isShuttingDown: true });
    expect((await bench.call('seen')).result?.isError).not.toBe(true);
    await bench.close();
  });
});
