import type { McpServer } from '../../src/server/mcp-server.js';
import type { McpServerOptions } from '../../src/server/server.options.js';
import { describeBuses } from './support/buses.js';
import {
  Blocking,
  contextOf,
  errorOf,
  NO_SUCH_SESSION,
  open,
  replica,
} from './support/session-server.js';
import { isSettled, OpenExchange } from './support/streams.js';
import { legacy, post, type Json } from './support/talk.js';

/** Opens a GET stream, without waiting for it. */
function connect(server: McpServer, headers: Record<string, string>) {
  const exchange = new OpenExchange(headers);
  return { exchange, reply: server.stream(exchange.context) };
}

describeBuses('what happens in a session at the same time', (replicas) => {
  it('an end is for good, whatever else changes in the same moment', async () => {
    const [a, b] = replicas.make();
    for (let round = 0; round < 20; round += 1) {
      const { headers } = await open(a);
      // Both replicas have the session at hand, and each changes it without having heard the other.
      await Promise.all([a, b].map((server) => legacy(server, 'ping', {}, { headers })));
      await Promise.all([
        legacy(a, 'resources/subscribe', { uri: 'test://a' }, { headers }),
        legacy(b, 'logging/setLevel', { level: 'debug' }, { headers }),
        b.endSession(contextOf(headers)),
        a.endSession(contextOf(headers)),
        legacy(b, 'resources/subscribe', { uri: 'test://b' }, { headers }),
      ]);
      await replicas.heard();
      for (const server of [a, b]) {
        expect(errorOf(await legacy(server, 'ping', {}, { headers }))).toEqual(NO_SUCH_SESSION);
      }
    }
  });

  it('no subscription is lost to another one', async () => {
    const [a, b] = replicas.make();
    const { headers } = await open(a);
    await Promise.all(
      ['test://a', 'test://b'].flatMap((uri) =>
        [a, b].map((server) => legacy(server, 'resources/subscribe', { uri }, { headers })),
      ),
    );
    const { exchange, reply } = connect(a, headers);
    while (!exchange.accepted) await replicas.heard();
    b.notifier.resourceUpdated('test://a');
    b.notifier.resourceUpdated('test://b');
    const heard = [await exchange.next(), await exchange.next()];
    expect(heard.map(({ params }) => params)).toEqual([{ uri: 'test://a' }, { uri: 'test://b' }]);
    exchange.leave();
    await reply;
  });

  it('of streams that are opened at once, on whichever replicas, exactly one stays', async () => {
    const [a, b] = replicas.make();
    const { headers } = await open(a);
    const streams = [a, b, a, b, b, a].map((server) => connect(server, headers));
    // What was said is heard, what followed from it was said, and is heard as well.
    for (let round = 0; round < 3; round += 1) await replicas.heard();
    const settled = await Promise.all(streams.map(({ reply }) => isSettled(reply)));
    expect(settled.filter((over) => !over)).toHaveLength(1);
    streams.forEach(({ exchange }) => exchange.leave());
    await Promise.all(streams.map(({ reply }) => reply));
  });

  it('a storm of reconnects leaves the last stream open, and nothing of the others', async () => {
    const [a] = replicas.make({ maxStreams: 2 });
    const { headers } = await open(a);
    let last = connect(a, headers);
    for (let round = 0; round < 200; round += 1) {
      const next = connect(a, headers);
      while (!next.exchange.accepted && !(await isSettled(next.reply)));
      expect(await last.reply).toEqual({ status: 200 });
      last = next;
    }
    await replicas.heard();
    expect(await isSettled(last.reply)).toBe(false);
    a.notifier.toolsChanged();
    expect(await last.exchange.next()).toMatchObject({
      method: 'notifications/tools/list_changed',
    });
    last.exchange.leave();
    await last.reply;
  });

  it('a stream hears of what became of its session while its guards were at work', async () => {
    let pass = () => {};
    let waiting = () => {};
    const gate: McpServerOptions['gate'] = async (call) => {
      if (call.name !== 'GET') return;
      const passed = new Promise<void>((resolve) => (pass = resolve));
      waiting();
      await passed;
    };
    const atGate = () => new Promise<void>((resolve) => (waiting = resolve));
    const [a, b] = replicas.make({ gate });
    const { headers } = await open(a);

    let reached = atGate();
    const first = connect(a, headers);
    await reached;
    await legacy(b, 'resources/subscribe', { uri: 'test://a' }, { headers });
    await replicas.heard();
    pass();
    while (!first.exchange.accepted) await replicas.heard();
    b.notifier.resourceUpdated('test://a');
    expect(await first.exchange.next()).toMatchObject({ params: { uri: 'test://a' } });

    reached = atGate();
    const second = connect(a, headers);
    await reached;
    await b.endSession(contextOf(headers));
    await replicas.heard();
    pass();
    expect(await second.reply).toEqual({ status: 200 });
    await first.reply;
  });
});

describeBuses('who names himself by a header that is no credential', (replicas) => {
  const gate: McpServerOptions['gate'] = async (call) => {
    const id = call.headers['x-user'];
    call.request = { user: id === undefined ? undefined : { id } };
  };
  const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 5 } };

  it('is held apart from others who do so', async () => {
    const [a, b] = replicas.make({ gate });
    const { headers } = await open(a, { headers: { 'x-user': 'ada' } });
    const eve = { ...headers, 'x-user': 'eve' };
    expect(errorOf(await legacy(b, 'tools/list', {}, { headers: eve }))).toEqual(NO_SUCH_SESSION);
    expect((await b.endSession(contextOf(eve))).status).toBe(404);
    expect((await legacy(b, 'tools/list', {}, { headers })).status).toBe(200);
  });

  it('is neither answered for nor cancelled, in a session that nobody has claimed', async () => {
    const blocking = new Blocking();
    const [a, b] = replicas.make(
      { gate },
      {
        block: (args, call) => {
          // As the guards of a tool of one's own do.
          call.request = { user: { id: 'ada' } };
          call.admit();
          return blocking.run(args, call);
        },
      },
    );
    const { headers } = await open(a);
    const ada = { ...headers, 'x-user': 'ada' };
    const eve = { ...headers, 'x-user': 'eve' };
    const answer = legacy(a, 'tools/call', { name: 'block' }, { headers: ada, id: 5 });
    await blocking.begun;
    await post(b, cancel, { headers: eve });
    await replicas.heard();
    expect(await isSettled(answer as never)).toBe(false);
    await post(b, cancel, { headers: ada });
    expect((await answer).messages as Json[]).toEqual([]);
  });
});

it('a client remembers no URI of megabytes with us, though a template matches it', async () => {
  const server = replica();
  const { headers } = await open(server);
  const uri = `test://${'x'.repeat(3000)}`;
  const { error } = await legacy(server, 'resources/subscribe', { uri }, { headers });
  expect(error).toMatchObject({ code: -32602, message: expect.stringMatching(/2048 characters/) });
});
