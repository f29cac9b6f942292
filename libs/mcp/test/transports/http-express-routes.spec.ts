import { All, Controller, Get, Next, Post, Req, type INestApplication } from '@nestjs/common';
import { PING, post, withApp } from './support/http-app.js';

/** Fifty controllers with a route each, as an application of some size has them. */
const CONTROLLERS = Array.from({ length: 50 }, (_, index) => {
  @Controller(`things${index}`)
  class ThingsController {
    @Post() create() {
      return index;
    }
  }
  return ThingsController;
});

interface Layer {
  readonly route?: { readonly path: string };
  match(path: string): boolean;
}

/** Notes the routes that Express asks about a request. */
function noteRoutes(app: INestApplication): string[] {
  const asked: string[] = [];
  const { stack } = (app.getHttpAdapter().getInstance() as { router: { stack: Layer[] } }).router;
  for (const layer of stack) {
    const { route } = layer;
    if (!route) continue;
    const match = layer.match.bind(layer);
    layer.match = (path) => {
      asked.push(route.path);
      return match(path);
    };
  }
  return asked;
}

@Controller()
class NearbyController {
  @Get('mcp') page() {
    return 'a page for people';
  }
  @All('old/*rest') old(@Req() request: { url: string }, @Next() next: () => void) {
    request.url = '/mcp';
    next();
  }
}

interface HeaderTaker {
  setHeader(name: string, value: string): void;
}

describe('The endpoint among the routes of an Express application', () => {
  it('is found without a search through the routes of other paths', () =>
    withApp('express', { controllers: CONTROLLERS }, async ({ app, origin }) => {
      const asked = noteRoutes(app);
      expect((await post(origin, PING)).status).toBe(200);
      expect(asked).toEqual([]);
    }));

  it('leaves them all where they are', () =>
    withApp('express', { controllers: CONTROLLERS }, async ({ origin }) => {
      const answers = await Promise.all(
        CONTROLLERS.map((_, index) => fetch(`${origin}/things${index}`, { method: 'POST' })),
      );
      expect(await Promise.all(answers.map((answer) => answer.text()))).toEqual(
        CONTROLLERS.map((_, index) => String(index)),
      );
      expect((await fetch(`${origin}/nothing`)).status).toBe(404);
    }));

  it('stays behind the routes that share its path, and behind middleware', () => {
    const configure = (app: INestApplication) =>
      void app.use((_request: unknown, response: HeaderTaker, next: () => void) => {
        response.setHeader('x-seen', 'yes');
        next();
      });
    const controllers = [NearbyController, ...CONTROLLERS];
    return withApp('express', { configure, controllers }, async ({ origin }) => {
      expect(await (await fetch(`${origin}/mcp`)).text()).toBe('a page for people');
      const answer = await post(origin, PING);
      expect([answer.status, answer.headers.get('x-seen')]).toEqual([200, 'yes']);
    });
  });

  const sentOn = async (origin: string): Promise<Response> => {
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    };
    return fetch(`${origin}/old/place`, { method: 'POST', headers, body: JSON.stringify(PING) });
  };

  it('is still found by a request that a route sends on to it', () => {
    const controllers = [...CONTROLLERS, NearbyController];
    const nest = { bodyParser: false };
    return withApp('express', { controllers, nest }, async ({ origin }) => {
      expect((await sentOn(origin)).status).toBe(200);
    });
  });

  it('says so where such a request comes with its body read', () =>
    withApp('express', { controllers: [NearbyController] }, async ({ origin }) => {
      const answer = await sentOn(origin);
      expect([answer.status, await answer.json()]).toEqual([
        500,
        {
          jsonrpc: '2.0',
          id: null,
          error: {
            code: -32600,
            message: expect.stringContaining('rewrite its path ahead of the body parser'),
            data: { code: 'MCP_INVALID_REQUEST' },
          },
        },
      ]);
    }));
});
