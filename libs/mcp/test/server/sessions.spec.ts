import { SetupError } from '../../src/errors/setup.error.js';
import { InProcessBus } from '../../src/server/bus/in-process-bus.js';
import type { McpServerOptions } from '../../src/server/server.options.js';
import { SharedBus } from './support/buses.js';
import { NO_SUCH_SESSION, contextOf, errorOf, open, replica } from './support/session-server.js';
import { legacy, modern, post } from './support/talk.js';

describe('a session id', () => {
  it('comes with the capabilities that need one', async () => {
    const { opened } = await open(replica());
    expect(opened.result.capabilities).toMatchObject({
      tools: { listChanged: true },
      resources: { subscribe: true },
      logging: {},
    });
    const off = await legacy(replica({ sessions: undefined }), 'initialize', {});
    expect(off.headers).toEqual({});
    expect(off.result.capabilities).toEqual({ tools: {}, resources: {} });
  });

  it('is good on every replica that has the key, also after the one that issued it has gone', async () => {
    const bus = new SharedBus();
    const [a, b] = [replica({ bus }), replica({ bus })];
    const { headers } = await open(a);
    await a.drain(0);
    expect((await legacy(b, 'tools/list', {}, { headers })).status).toBe(200);
  });

  it('is refused where it is forged, of other keys, or expired', async () => {
    const server = replica();
    const { id } = await open(server);
    const foreign = await open(replica({ keys: ['other'] }));
    const expired = await open(replica({ sessions: { ttl: -1 } }));
    for (const bad of ['dead', `${id}x`, id.replace(/^./, 'x'), foreign.id, expired.id]) {
      const headers = { 'mcp-session-id': bad };
      expect(errorOf(await legacy(server, 'tools/list', {}, { headers }))).toEqual(NO_SUCH_SESSION);
    }
  });

  it('must be there, but for initialize', async () => {
    const server = replica();
    expect(errorOf(await legacy(server, 'tools/list'))).toEqual([
      400,
      -32600,
      'MCP_INVALID_REQUEST',
    ]);
    const notification = { jsonrpc: '2.0', method: 'notifications/initialized' };
    expect((await post(server, notification)).status).toBe(400);
  });

  it('is ignored on 2026-07-28, and in a server without sessions', async () => {
    const headers = { 'mcp-session-id': 'dead' };
    const stateless = await modern(replica(), 'tools/list', {}, { headers });
    expect([stateless.status, stateless.headers]).toEqual([200, {}]);
    const off = await legacy(replica({ sessions: undefined }), 'tools/list', {}, { headers });
    expect(off.status).toBe(200);
  });

  it('is not issued without keys', () => {
    expect(() => replica({ keys: [] })).toThrow(SetupError);
    expect(() => replica({ keys: [] })).toThrow(/MCP_SESSION_KEYS_MISSING/);
  });
});

describe('a session belongs to who opened it', () => {
  it('by the credentials that were presented', async () => {
    const server = replica();
    const { headers } = await open(server, { headers: { authorization: 'Bearer ada' } });
    expect((await legacy(server, 'tools/list', {}, { headers })).status).toBe(200);
    const stolen = { ...headers, authorization: 'Bearer eve' };
    expect(errorOf(await legacy(server, 'tools/list', {}, { headers: stolen }))).toEqual(
      NO_SUCH_SESSION,
    );
    expect((await server.endSession(contextOf(stolen))).status).toBe(404);
  });

  it('by the user whom the guards name, when the credentials are renewed', async () => {
    const gate: McpServerOptions['gate'] = async (call) => {
      call.request = { user: { id: call.headers.authorization?.slice(7, 10) } };
    };
    const server = replica({ gate });
    const { headers } = await open(server, { headers: { authorization: 'Bearer ada-1' } });
    const as = (authorization: string) =>
      legacy(server, 'tools/list', {}, { headers: { ...headers, authorization } });
    expect((await as('Bearer ada-2')).status).toBe(200);
    expect(errorOf(await as('Bearer eve-1'))).toEqual(NO_SUCH_SESSION);
  });

  it('and who was nobody then may be somebody later', async () => {
    const server = replica();
    const { headers } = await open(server);
    const later = { ...headers, authorization: 'Bearer ada' };
    expect((await legacy(server, 'tools/list', {}, { headers: later })).status).toBe(200);
  });
});

it('a thousand sessions cost nothing before there is something to remember', async () => {
  const bus = new InProcessBus();
  const writes = jest.spyOn(bus, 'change');
  const server = replica({ bus });
  const sessions = await Promise.all(Array.from({ length: 1000 }, () => open(server)));
  const pings = sessions.map(({ headers }) => legacy(server, 'ping', {}, { headers }));
  for (const { status } of await Promise.all(pings)) expect(status).toBe(200);
  expect(writes).not.toHaveBeenCalled();
});
