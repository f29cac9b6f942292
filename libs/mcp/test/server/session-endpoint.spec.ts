import { ProtocolError } from '../../src/errors/protocol.error.js';
import { McpServer } from '../../src/server/mcp-server.js';
import type { McpServerOptions } from '../../src/server/server.options.js';
import { describeBuses, SharedBus } from './support/buses.js';
import {
  Blocking,
  NO_SUCH_SESSION,
  contextOf,
  errorOf,
  open,
  replica,
} from './support/session-server.js';
import { OpenExchange, isSettled } from './support/streams.js';
import { legacy } from './support/talk.js';

describeBuses('the GET stream', (replicas) => {
  async function stream(server: McpServer, headers: Record<string, string>) {
    const exchange = new OpenExchange(headers);
    const reply = server.stream(exchange.context);
    while (!exchange.accepted && !(await isSettled(reply)));
    return { exchange, reply };
  }

  it('carries changes of lists, and of the resources that its session has subscribed to', async () => {
    const [a, b] = replicas.make();
    const { headers } = await open(a);
    const { exchange, reply } = await stream(a, headers);
    await legacy(b, 'resources/subscribe', { uri: 'test://a' }, { headers });
    b.notifier.resourceUpdated('test://b');
    b.notifier.resourceUpdated('test://a');
    expect(await exchange.next()).toMatchObject({
      method: 'notifications/resources/updated',
      params: { uri: 'test://a' },
    });
    await legacy(b, 'resources/unsubscribe', { uri: 'test://a' }, { headers });
    b.notifier.resourceUpdated('test://a');
    b.notifier.toolsChanged();
    expect(await exchange.next()).toEqual({
      jsonrpc: '2.0',
      method: 'notifications/tools/list_changed',
    });
    exchange.leave();
    expect(await reply).toEqual({ status: 200 });
  });

  it('gives way to a newer one of its session, on whichever replica', async () => {
    const [a, b] = replicas.make();
    const { headers } = await open(a);
    const first = await stream(a, headers);
    const second = await stream(b, headers);
    expect(await first.reply).toEqual({ status: 200 });
    const third = await stream(b, headers);
    expect(await second.reply).toEqual({ status: 200 });
    expect(await isSettled(third.reply)).toBe(false);
    third.exchange.leave();
    await third.reply;
  });

  it('needs a session', async () => {
    expect((await replica().stream(contextOf({}))).status).toBe(400);
    expect((await replica().stream(contextOf({ 'mcp-session-id': 'x' }))).status).toBe(404);
    const off = await replica({ sessions: undefined }).stream(contextOf({}));
    expect(off).toMatchObject({ status: 405, headers: { allow: 'POST' } });
  });

  it('needs the guards', async () => {
    let closed = false;
    const gate: McpServerOptions['gate'] = async () => {
      if (closed) throw new ProtocolError('MCP_UNAUTHORIZED', 'no');
    };
    const server = replica({ gate });
    const { headers } = await open(server);
    closed = true;
    expect((await server.stream(contextOf(headers))).status).toBe(401);
    expect((await server.endSession(contextOf(headers))).status).toBe(401);
  });
});

describeBuses('DELETE', (replicas) => {
  it('ends the session on all replicas, with its calls and its stream', async () => {
    const blocking = new Blocking();
    const [a, b] = replicas.make({}, { block: blocking.run });
    const { headers } = await open(a);
    const exchange = new OpenExchange(headers);
    const streamed = a.stream(exchange.context);
    const call = legacy(a, 'tools/call', { name: 'block' }, { headers, id: 5 });
    await blocking.begun;
    expect(await b.endSession(contextOf(headers))).toEqual({ status: 204 });
    expect(await streamed).toEqual({ status: 200 });
    expect((await call).messages).toEqual([]);
    for (const server of [a, b]) {
      expect(errorOf(await legacy(server, 'ping', {}, { headers }))).toEqual(NO_SUCH_SESSION);
      expect((await server.endSession(contextOf(headers))).status).toBe(404);
    }
  });

  it('is known to a replica that has started since', async () => {
    const bus = new SharedBus();
    const a = replica({ bus });
    const { headers } = await open(a);
    await a.endSession(contextOf(headers));
    expect((await legacy(replica({ bus }), 'ping', {}, { headers })).status).toBe(404);
  });

  it('is not served where other replicas would not hear of it, nor without sessions', async () => {
    const alone = replica({ sessions: { replicas: true } });
    const { headers } = await open(alone);
    expect((await alone.endSession(contextOf(headers))).status).toBe(405);
    const off = replica({ sessions: undefined });
    expect((await off.endSession(contextOf({}))).status).toBe(405);
  });
});
