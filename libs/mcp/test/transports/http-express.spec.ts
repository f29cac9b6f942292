import type { INestApplication } from '@nestjs/common';
import compression from 'compression';
import cookieSession from 'cookie-session';
import { csrfSync } from 'csrf-sync';
import express from 'express';
import helmet from 'helmet';
import { PING, post, withApp } from './support/http-app.js';
import { StubServer } from './support/stub-server.js';

describe('The endpoint and Express middleware', () => {
  it('O-B08: answers behind a further express.json()', () =>
    withApp(
      'express',
      { configure: (app) => void app.use(express.json()) },
      async ({ origin }, server) => {
        expect((await post(origin, PING)).status).toBe(200);
        expect((await post(origin, '{bad')).status).toBe(400);
        expect(await (await post(origin, '{bad')).json()).toHaveProperty('jsonrpc');
        expect(server.seen).toEqual([PING]);
      },
    ));

  it('O-B08: answers in JSON-RPC what express.json() would refuse in HTML', () =>
    withApp(
      'express',
      { configure: (app) => void app.use(express.json({ limit: 10 })) },
      async ({ origin }) => {
        const response = await post(origin, PING, {
          'content-type': 'application/json; charset=utf-7',
        });
        expect(response.status).toBe(415);
        expect(await response.json()).toMatchObject({
          error: { data: { code: 'MCP_MEDIA_TYPE' } },
        });
      },
    ));

  it('keeps what helmet and cookie-session set', () => {
    const configure = (app: INestApplication) => {
      app.use(helmet());
      app.use(cookieSession({ name: 's', keys: ['k'] }));
      app.use((request: { session: { seen?: boolean } }, _response: unknown, next: () => void) => {
        request.session.seen = true;
        next();
      });
    };
    return withApp('express', { configure }, async ({ origin }) => {
      for (const accept of ['application/json', 'text/event-stream']) {
        const response = await post(origin, PING, { accept });
        expect(response.status).toBe(200);
        expect(response.headers.get('x-frame-options')).toBe('SAMEORIGIN');
        expect(response.headers.get('set-cookie')).toMatch(/^s=/);
      }
    });
  });

  it('O-B12: passes a CSRF check that leaves out the paths that the endpoint names', async () => {
    let endpointPaths: () => readonly string[] = () => [];
    const { csrfSynchronisedProtection } = csrfSync();
    const configure = (app: INestApplication) => {
      app.setGlobalPrefix('api');
      app.use(cookieSession({ name: 's', keys: ['k'] }));
      app.use(
        (request: express.Request, response: express.Response, next: express.NextFunction) => {
          if (endpointPaths().includes(request.path)) next();
          else csrfSynchronisedProtection(request, response, next);
        },
      );
    };
    await withApp('express', { configure }, async (running) => {
      endpointPaths = () => running.endpoint.paths;
      expect((await post(running.origin, PING, {}, '/api/mcp')).status).toBe(200);
      expect((await post(running.origin, PING, {}, '/api/rest')).status).toBe(403);
    });
  });

  it('is reached by a target that middleware rewrote', () => {
    const configure = (app: INestApplication) =>
      void app.use((request: { url: string }, _response: unknown, next: () => void) => {
        if (request.url === '/alias') request.url = '/mcp';
        next();
      });
    return withApp('express', { configure, nest: { bodyParser: false } }, async ({ origin }) => {
      expect((await post(origin, PING, {}, '/alias')).status).toBe(200);
    });
  });

  it('O-B10: sends each event at once behind compression()', async () => {
    const gates: (() => void)[] = [];
    const server = new StubServer({
      chatty: async (_params, context) => {
        for (const progress of [1, 2, 3]) {
          await context.send({
            jsonrpc: '2.0',
            method: 'notifications/progress',
            params: { progress },
          });
          await new Promise<void>((resolve) => gates.push(resolve));
        }
        return {};
      },
    });
    await withApp(
      'express',
      { configure: (app) => void app.use(compression({ threshold: 0, filter: () => true })) },
      async ({ origin }) => {
        const response = await post(
          origin,
          { ...PING, method: 'chatty' },
          { 'accept-encoding': 'gzip' },
        );
        const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
        // The tool goes on only when the event was read: held back, it would never end.
        for (const progress of [1, 2, 3]) {
          expect((await reader.read()).value).toContain(`"progress":${progress}`);
          gates.shift()?.();
        }
        expect((await reader.read()).value).toContain('"result"');
      },
      server,
    );
  });
});
