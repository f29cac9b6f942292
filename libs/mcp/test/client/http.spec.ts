import type { ServerResponse } from 'node:http';
import type { HttpServerOptions } from '../../src/client/client.options.js';
import { McpCallContext } from '../../src/context/call-context.js';
import { FaultHttp, json, type FaultHttpOptions, type Seen } from './support/fault-http.js';
import { closeManagers, failure, startManager, textOf, untilState } from './support/managers.js';

describe('servers over HTTP', () => {
  const servers: FaultHttp[] = [];
  const http = async (options: FaultHttpOptions = {}) => {
    const server = await new FaultHttp(options).start();
    servers.push(server);
    return server;
  };
  const connected = async (options: FaultHttpOptions, more: Partial<HttpServerOptions> = {}) => {
    const server = await http(options);
    const test = await startManager({ fault: { url: server.url, ...more } });
    return { server, ...test };
  };
  afterEach(async () => {
    await closeManagers();
    await Promise.all(servers.splice(0).map((server) => server.stop()));
  });

  it.each([
    ['legacy', false, '2025-11-25'],
    ['legacy', true, '2025-11-25'],
    ['modern', false, '2026-07-28'],
    ['both', true, '2026-07-28'],
  ] as const)('speaks with a server of the era %s, streams: %s', async (era, sse, version) => {
    const { manager, registry } = await connected({ era, sse, sessions: era === 'legacy' });
    expect(manager.health().servers.fault?.protocolVersion).toBe(version);
    expect(textOf(await registry.execute('mcp_fault_echo', { text: 'x' }))).toBe('x');
  });

  it('sends the configured headers with every request', async () => {
    const { server } = await connected({ get: 'stream' }, { headers: { 'X-Api-Key': 'k' } });
    await server.request(({ method }) => method === 'GET');
    expect(server.seen.map(({ headers }) => headers['x-api-key'])).not.toContain(undefined);
  });

  it('forwards named headers of the current MCP call, and nothing else of it', async () => {
    const { server, registry } = await connected({}, { forwardHeaders: ['X-Tenant-Id'] });
    const call = new McpCallContext({
      kind: 'tool',
      name: 'x',
      transport: 'http',
      signal: new AbortController().signal,
      headers: { 'x-tenant-id': 'acme', authorization: 'Bearer ours', cookie: 'sid=1' },
    });
    await McpCallContext.run(call, () => registry.execute('mcp_fault_echo', { text: 'x' }));
    const { headers } = await server.request(isCall);
    expect(headers).toMatchObject({ 'x-tenant-id': 'acme' });
    expect(headers).not.toHaveProperty('authorization');
    expect(headers).not.toHaveProperty('cookie');
  });

  describe('O-J09: what kind of server is it?', () => {
    const answering = (answer: (response: ServerResponse, seen: Seen) => void) =>
      http({
        intercept: (seen, response) => {
          answer(response, seen);
          return true;
        },
      });
    const methods = (server: FaultHttp) => new Set(server.seen.map(({ method }) => method));

    it.each([500, 503])('O-J09: %i is reported, not hidden behind a GET', async (status) => {
      const server = await answering((response) => response.writeHead(status).end('oops'));
      const { manager } = await startManager({ fault: { url: server.url } });
      expect(manager.health().servers.fault).toMatchObject({
        state: 'failed',
        reason: expect.stringContaining(String(status)),
      });
      expect(methods(server)).toEqual(new Set(['POST']));
    });

    it('O-J09: 401 means that a login is needed', async () => {
      const server = await answering((response) => response.writeHead(401).end());
      const { manager } = await startManager({ fault: { url: server.url } });
      expect(manager.health().servers.fault).toMatchObject({
        state: 'unauthorized',
        reason: expect.stringContaining('401'),
      });
      expect(methods(server)).toEqual(new Set(['POST']));
      await expect(manager.server('fault').callTool('echo')).rejects.toMatchObject({
        code: 'REMOTE_UNAUTHORIZED',
      });
    });

    it('O-J09: 400 with a modern error is answered in the modern way', async () => {
      let refused = false;
      const server = await http({
        era: 'modern',
        intercept: ({ message }, response) => {
          if (refused) return false;
          refused = true;
          const data = { supported: ['2026-07-28'], requested: '2026-07-28' };
          const error = { code: -32022, message: 'Unsupported protocol version', data };
          json(response, 400, { jsonrpc: '2.0', id: message?.id, error });
          return true;
        },
      });
      const { manager } = await startManager({ fault: { url: server.url } });
      expect(manager.health().servers.fault).toMatchObject({ state: 'ready' });
      expect(methods(server)).toEqual(new Set(['POST']));
    });

    it('O-J09: 404 with a page leads to the older transport', async () => {
      const server = await answering((response) =>
        response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not Found</h1>'),
      );
      const { manager } = await startManager({ fault: { url: server.url } });
      expect(manager.health().servers.fault).toMatchObject({ state: 'failed' });
      expect(server.seen.at(-1)).toMatchObject({
        method: 'GET',
        headers: { accept: 'text/event-stream' },
      });
    });
  });

  describe('O-J10: a lost session', () => {
    const refusals: Record<string, FaultHttpOptions['lostSession']> = {
      404: { status: 404, message: 'Session not found' },
      '400 with a word about the session': { status: 400, message: 'No valid session ID' },
    };
    it.each(Object.keys(refusals))('O-J10: after %s the call is sent again, once', async (name) => {
      const { server, registry } = await connected({
        era: 'legacy',
        sessions: true,
        lostSession: refusals[name],
      });
      expect(textOf(await registry.execute('mcp_fault_count'))).toBe('1');
      server.forget();
      expect(textOf(await registry.execute('mcp_fault_count'))).toBe('2');
      expect(server.mcp.counted).toBe(2);
      expect(server.seen.filter(({ message }) => message?.method === 'initialize')).toHaveLength(2);
    });
  });

  it('O-J10: calls that meet the lost session together share one new one', async () => {
    const { server, registry } = await connected({ sessions: true });
    server.forget();
    const calls = Array.from({ length: 10 }, () => registry.execute('mcp_fault_count'));
    expect(new Set((await Promise.all(calls)).map(textOf)).size).toBe(10);
    expect(server.mcp.counted).toBe(10);
    expect(server.seen.filter(({ message }) => message?.method === 'initialize')).toHaveLength(2);
  });

  it('a call whose connection breaks under way is not sent again: it may have taken effect', async () => {
    const { server, registry } = await connected({ era: 'modern' });
    const call = failure(registry.execute('mcp_fault_hang'));
    await server.request(isCall);
    await server.restart();
    expect(await call).toMatchObject({ code: 'REMOTE_CONNECTION_LOST' });
    expect(server.seen.filter(isCall)).toHaveLength(1);
  });

  it.each(['legacy', 'modern'] as const)(
    'a %s server that ends a stream without an answer ends the call, not its time-out',
    async (era) => {
      const { registry } = await connected({
        era,
        intercept: (seen, response) => {
          if (!isCall(seen)) return false;
          response.writeHead(200, { 'content-type': 'text/event-stream' });
          response.end(': nothing more\n\n');
          return true;
        },
      });
      await expect(registry.execute('mcp_fault_echo')).rejects.toMatchObject({
        code: 'REMOTE_CONNECTION_LOST',
      });
    },
  );

  it('a server that was down is found again by the next call', async () => {
    const test = await connected({ era: 'modern' });
    await test.server.stop();
    await expect(
      test.registry.execute('mcp_fault_echo', {}, { timeout: 300 }),
    ).rejects.toMatchObject({ code: expect.stringMatching(/REMOTE_(UNAVAILABLE|TIMEOUT)/) });
    expect(test.manager.health().status).toBe('down');
    await test.server.start();
    expect(textOf(await test.registry.execute('mcp_fault_echo', { text: 'back' }))).toBe('back');
    expect(test.manager.health().status).toBe('up');
  });

  it('a server that is down at the start is connected when it comes up', async () => {
    const server = await http();
    await server.stop();
    const test = await startManager({ fault: { url: server.url } });
    expect(test.manager.health().servers.fault?.state).toBe('failed');
    await server.start();
    await untilState(test, 'fault', 'ready');
    expect(test.registry.find('mcp_fault_echo')).toBeDefined();
  });

  describe('O-J16: the optional stream', () => {
    it.each([404, 405, 406, 500, 'flap'] as const)(
      'O-J16: a GET that meets %s harms nothing and is no tight loop',
      async (get) => {
        const { server, registry, manager } = await connected({ era: 'legacy', get });
        await server.request(({ method }) => method === 'GET');
        const gets = () => server.seen.filter(({ method }) => method === 'GET').length;
        const begun = performance.now();
        while (performance.now() - begun < 400) await registry.execute('mcp_fault_echo');
        expect(gets()).toBeLessThanOrEqual(2);
        expect(manager.health().servers.fault).toMatchObject({ state: 'ready' });
      },
    );
  });

  it('ends its session with the application', async () => {
    const { server, manager } = await connected({ sessions: true });
    await manager.close();
    expect(server.seen.at(-1)?.method).toBe('DELETE');
  });
});

function isCall({ message }: Seen): boolean {
  return message?.method === 'tools/call';
}
