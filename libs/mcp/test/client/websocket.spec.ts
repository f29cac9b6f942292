import type { WebSocketServerOptions } from '../../src/client/client.options.js';
import { FaultWebSocket, type FaultWebSocketOptions } from './support/fault-websocket.js';
import { closeManagers, failure, startManager, textOf, untilState } from './support/managers.js';

describe('servers over WebSocket', () => {
  const servers: FaultWebSocket[] = [];
  const connected = async (
    options: FaultWebSocketOptions = {},
    more: Partial<WebSocketServerOptions> = {},
  ) => {
    const server = await new FaultWebSocket(options).start();
    servers.push(server);
    const test = await startManager({ fault: { type: 'websocket', url: server.url, ...more } });
    return { server, ...test };
  };
  afterEach(async () => {
    await closeManagers();
    await Promise.all(servers.splice(0).map((server) => server.stop()));
  });

  it.each(['legacy', 'modern'] as const)('speaks with a %s server', async (era) => {
    const { registry, server } = await connected({ era });
    expect(textOf(await registry.execute('mcp_fault_echo', { text: 'x' }))).toBe('x');
    expect(server.upgrades[0]?.headers['sec-websocket-protocol']).toBe('mcp');
  });

  it('a legacy server that is silent to the probe is used all the same', async () => {
    const { manager } = await connected({ onProbe: 'silence' }, { connectTimeout: 1000 });
    expect(manager.health().servers.fault?.state).toBe('ready');
  });

  it('O-J19: headers, Authorization included, arrive at the upgrade', async () => {
    const headers = { Authorization: 'Bearer t', 'X-Tenant': 'acme' };
    const { server, manager } = await connected({ authorization: 'Bearer t' }, { headers });
    expect(manager.health().servers.fault?.state).toBe('ready');
    expect(server.upgrades[0]?.headers).toMatchObject({ 'x-tenant': 'acme' });
  });

  it('O-J19: a refused upgrade is a visible state, with its status', async () => {
    const { manager } = await connected({ authorization: 'Bearer t' });
    expect(manager.health().servers.fault).toMatchObject({
      state: 'failed',
      reason: expect.stringContaining('401'),
    });
  });

  it('O-J20: a pending call ends when the connection drops; later calls work again', async () => {
    const { registry, server, manager } = await connected();
    const pending = failure(registry.execute('mcp_fault_hang'));
    const begun = performance.now();
    await server.stop();
    expect(await pending).toMatchObject({ code: 'REMOTE_CONNECTION_LOST' });
    expect(performance.now() - begun).toBeLessThan(1000);
    expect(manager.health().servers.fault?.state).not.toBe('ready');
    await server.start();
    expect(textOf(await registry.execute('mcp_fault_echo', { text: 'back' }))).toBe('back');
  });

  it('O-J21: attempts go on after a failed one, and tools are listed by the new connection', async () => {
    const test = await connected();
    await test.server.stop();
    await test.log.line(/debug fault: failed: .*ECONNREFUSED/);
    await test.server.start();
    await untilState(test, 'fault', 'ready');
    expect(test.registry.list({ origin: 'fault' }).length).toBeGreaterThan(10);
    expect(test.server.sockets.size).toBe(1);
  });

  it('a server that answers no pings is given up and called again', async () => {
    const test = await connected({ autoPong: false }, { pingInterval: 50 });
    await test.log.line(/warn fault: failed/);
    await untilState(test, 'fault', 'ready');
    expect(test.server.upgrades.length).toBeGreaterThan(1);
  });

  it('closes its socket with the application', async () => {
    const { server, manager } = await connected();
    const [socket] = server.sockets;
    const closed = new Promise((resolve) => socket?.once('close', resolve));
    await manager.close();
    expect(await closed).toBe(1000);
  });
});
