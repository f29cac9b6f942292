// Long because each of its tests runs on both platforms, and is of one door of the inspector.
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { Controller, Get, type INestApplication } from '@nestjs/common';
import fastifyHelmet from '@fastify/helmet';
import helmet from 'helmet';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { McpServer, SetupError } from 'nest-toolport';
import { inspectorProblems } from '../../src/inspector/inspector.options.js';
import { isFromThisMachine } from '../../src/inspector/local-caller.js';
import { JSON_HEADERS, rawRequest } from '../transports/support/raw-http.js';
import {
  inspectedApp,
  PLATFORMS,
  type InspectedApp,
  type InspectedOptions,
} from './support/inspected-app.js';

const PAGE = '/mcp/inspector';

describe.each(PLATFORMS)('The inspector on %s', (platform) => {
  async function withInspector(
    check: (running: InspectedApp) => Promise<void>,
    options: InspectedOptions = {},
  ): Promise<void> {
    const running = await inspectedApp(platform, options);
    try {
      await check(running);
    } finally {
      await running.app.close();
    }
  }

  async function ask(
    { origin }: InspectedApp,
    method: string,
    params: object = {},
    headers: Record<string, string> = {},
  ) {
    const response = await fetch(`${origin}/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
    return { status: response.status, body: (await response.json()) as Answer };
  }

  const inspect = (running: InspectedApp, token: unknown, headers?: Record<string, string>) =>
    ask(running, 'dev.toolport/inspect', { token }, headers);

  it('is not there unless asked for, neither the page nor the method behind it', () =>
    withInspector(
      async (running) => {
        expect((await fetch(running.origin + PAGE)).status).toBe(404);
        expect((await inspect(running, 'x')).body.error?.code).toBe(-32601);
        expect(running.link).toBe('');
      },
      { mcp: { inspector: false } },
    ));

  it('serves one page for everybody, which holds nothing of the application', () =>
    withInspector(async ({ origin, token }) => {
      const response = await fetch(origin + PAGE);
      const text = await response.text();
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(response.headers.get('cache-control')).toBe('no-store');
      for (const secret of ['orders', 'Orders', 'inspected', 'notes:', token]) {
        expect(text).not.toContain(secret);
      }
      const again = await fetch(`${origin}${PAGE}/?x=1`, {
        headers: { authorization: 'key good' },
      });
      expect((await again.text()) === text).toBe(true);
    }));

  it('lets the page run its own script alone, and stand in no frame', () =>
    withInspector(async ({ origin }) => {
      const { headers } = await fetch(origin + PAGE);
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).toMatch(
        /^default-src 'none'; script-src 'sha256-\S+'; style-src 'sha256-\S+';/,
      );
      expect(policy).toContain("connect-src 'self'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).toContain("trusted-types 'none'");
      expect(policy).not.toMatch(/unsafe|\*|https?:/);
    }));

  it('keeps its own policy where the application has helmet', async () => {
    const configure = async (app: INestApplication) => {
      if (platform === 'express') app.use(helmet());
      else await (app as NestFastifyApplication).register(fastifyHelmet);
    };
    await withInspector(
      async ({ origin }) => {
        const { headers } = await fetch(origin + PAGE);
        expect(headers.get('content-security-policy')).toMatch(
          /^default-src 'none'; script-src 'sha256-/,
        );
        expect(headers.get('strict-transport-security')).not.toBeNull();
      },
      { configure },
    );
  });

  it('lies beside the endpoint, under the global prefix', () =>
    withInspector(
      async (running) => {
        expect((await fetch(`${running.origin}/api/mcp/inspector`)).status).toBe(200);
        expect((await fetch(running.origin + PAGE)).status).toBe(404);
        expect(running.link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api\/mcp\/inspector#[\w-]{32}$/);
      },
      { configure: (app) => void app.setGlobalPrefix('api') },
    ));

  it('answers GET and HEAD and nothing else', () =>
    withInspector(async ({ origin }) => {
      const head = await fetch(origin + PAGE, { method: 'HEAD' });
      expect(head.status).toBe(200);
      expect(await head.text()).toBe('');
      expect((await fetch(origin + PAGE, { method: 'POST' })).status).toBe(404);
    }));

  it.each([
    ['a foreign Host', { host: 'evil.example' }],
    ['a foreign Origin', { origin: 'https://evil.example' }],
    ['a proxy', { 'x-forwarded-for': '127.0.0.1' }],
    ['a tunnel', { forwarded: 'for=127.0.0.1' }],
  ])('is closed to %s, the page and the details', (_, headers: Record<string, string>) =>
    withInspector(async ({ app, token }) => {
      const { port } = app.getHttpServer().address() as { port: number };
      const page = await rawRequest(port, { method: 'GET', path: PAGE, headers });
      expect(page.status).toBe(403);
      const body = JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'dev.toolport/inspect',
        params: { token },
      });
      const details = await rawRequest(port, { body, headers: { ...JSON_HEADERS, ...headers } });
      expect(details.status).toBe(403);
      expect(details.text).not.toContain('OrdersController');
    }),
  );

  it.each([['none'], [undefined], [['a']], ['']])('tells nothing for the token %p', (token) =>
    withInspector(async (running) => {
      const { status, body } = await inspect(running, token);
      expect(status).toBe(403);
      expect(body.result).toBeUndefined();
      expect(body.error).toMatchObject({ code: 403, data: { code: 'MCP_FORBIDDEN' } });
    }),
  );

  it('tells where tools come from and which guards a call meets, in their order', () =>
    withInspector(async (running) => {
      const { body } = await inspect(running, running.token, { authorization: 'key good' });
      expect(body.result?.tools).toContainEqual({
        key: 'orders_members',
        operationId: 'OrdersController.members',
        module: 'AppModule',
        route: { verb: 'GET', path: '/orders/all/secret' },
        guards: ['KeyGuard', 'MemberGuard'],
        tags: [],
        scopes: [],
      });
      expect(body.result?.prompts).toMatchObject([{ operationId: 'SlowService.letter' }]);
      expect(body.result?.resourceTemplates).toMatchObject([{ key: 'notes://{topic}' }]);
      expect(body.result?.notices).toContainEqual(
        expect.objectContaining({
          code: 'MCP_DESCRIPTION_MISSING',
          where: 'OrdersController.members',
        }),
      );
    }));

  it('is closed by the guards that close tools/list, whoever holds the token', () =>
    withInspector(async (running) => {
      const wrong = { authorization: 'key bad' };
      const list = await ask(running, 'tools/list', {}, wrong);
      const details = await inspect(running, running.token, wrong);
      expect([list.status, details.status]).toEqual([401, 401]);
      expect(details.body).toEqual(list.body);
    }));

  it('tells of nothing that the list does not show this caller, nor of its notices', () =>
    withInspector(async (running) => {
      const details = await inspect(running, running.token);
      const list = await ask(running, 'tools/list');
      const names = (list.body.result?.tools ?? []).map(({ name }) => name);
      expect((details.body.result?.tools ?? []).map(({ key }) => key)).toEqual(names);
      expect(names).not.toContain('orders_members');
      expect(JSON.stringify(details.body)).not.toMatch(/members|hidden/i);
    }));

  it('is unknown where there is no HTTP, to whoever holds the token', () =>
    withInspector(async ({ app, token }) => {
      const reply = await app.get(McpServer).handle(
        { jsonrpc: '2.0', id: 1, method: 'dev.toolport/inspect', params: { token } },
        {
          transport: 'in-process',
          headers: {},
          remoteAddress: '127.0.0.1',
          signal: new AbortController().signal,
          send: async () => {},
        },
      );
      expect(reply.message).toMatchObject({ error: { code: -32601 } });
    }));

  it('has another token at each start', async () => {
    const tokens: string[] = [];
    const note = async ({ token }: InspectedApp) => void tokens.push(token);
    await withInspector(note);
    await withInspector(note);
    expect(new Set(tokens).size).toBe(2);
  });

  it('does not start where a route of the application would answer first', async () => {
    @Controller('mcp')
    class TakenController {
      @Get('inspector')
      page() {
        return 'mine';
      }
    }
    const started = inspectedApp(platform, { controllers: [TakenController] });
    await expect(started).rejects.toThrow(/MCP_PATH_TAKEN.*GET \/mcp\/inspector/s);
  });

  it('does not start with a misspelt option', async () => {
    const inspector = { allowInProducton: true } as object;
    const started = inspectedApp(platform, { mcp: { inspector } });
    await expect(started).rejects.toThrow(/MCP_OPTION_INVALID.*allowInProducton/s);
  });
});

describe('The inspector in production', () => {
  const environment = process.env.NODE_ENV;
  afterEach(() => {
    process.env.NODE_ENV = environment;
  });

  it('keeps the application from starting, and says what to do', async () => {
    process.env.NODE_ENV = 'production';
    const fault = await inspectedApp('express').then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(fault).toBeInstanceOf(SetupError);
    expect((fault as SetupError).problems).toMatchObject([
      { code: 'MCP_INSPECTOR_IN_PRODUCTION', remedy: expect.stringContaining('allowInProduction') },
    ]);
  });

  it('starts where somebody insists', async () => {
    process.env.NODE_ENV = 'production';
    const { app, link } = await inspectedApp('express', {
      mcp: { inspector: { allowInProduction: true } },
    });
    await app.close();
    expect(link).not.toBe('');
  });

  it.each(['production', 'Production', 'prod', ' PROD '])('knows %p for production', (name) => {
    expect(inspectorProblems(true, name)).toHaveLength(1);
    expect(inspectorProblems({ allowInProduction: false }, name)).toHaveLength(1);
    expect(inspectorProblems(false, name)).toEqual([]);
  });
});

describe('isFromThisMachine', () => {
  const socket = (remoteAddress?: string) => ({ socket: { remoteAddress } });

  it.each([
    ['IPv4', '127.0.0.1'],
    ['another loopback address', '127.1.2.3'],
    ['IPv6', '::1'],
    ['IPv4 in IPv6', '::ffff:127.0.0.1'],
  ])('knows loopback by %s', (_, address) => {
    const request = socket(address);
    expect(isFromThisMachine({ headers: {}, remoteAddress: address, request })).toBe(true);
  });

  it('believes no header that says so: the socket must, too', () => {
    const far = { headers: {}, remoteAddress: '127.0.0.1' };
    expect(isFromThisMachine({ ...far, request: socket('192.0.2.1') })).toBe(false);
    expect(isFromThisMachine({ ...far, request: { raw: socket('192.0.2.1') } })).toBe(false);
    expect(isFromThisMachine({ ...far, request: socket(undefined) })).toBe(false);
    expect(isFromThisMachine({ ...far, request: undefined })).toBe(false);
  });

  it('takes whom the platform knows to stand behind a proxy for remote', () => {
    const request = socket('127.0.0.1');
    expect(isFromThisMachine({ headers: {}, remoteAddress: '192.0.2.1', request })).toBe(false);
    expect(isFromThisMachine({ headers: {}, remoteAddress: '127.0.0.1.evil', request })).toBe(
      false,
    );
  });
});

it('ships the page that its sources make, small enough', () => {
  const run = spawnSync(process.execPath, [resolve('tools/inspector-page.mjs'), '--check'], {
    encoding: 'utf8',
  });
  expect(run.stderr).toBe('');
  expect(run.status).toBe(0);
});

interface Answer {
  readonly result?: {
    readonly tools: readonly { readonly key: string; readonly name: string }[];
    readonly prompts: readonly object[];
    readonly resourceTemplates: readonly object[];
    readonly notices: readonly object[];
  };
  readonly error?: { readonly code: number };
}
