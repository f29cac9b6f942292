import { McpError } from '../../src/errors/mcp.error.js';
import { META } from '../../src/protocol/messages.js';
import { ALL, listen, setUp, stamped } from './support/changing-server.js';
import { resourceEntry } from './support/entries.js';
import { isSettled } from './support/streams.js';
import { modern } from './support/talk.js';

describe('subscriptions/listen', () => {
  it('acknowledges first, and only what the server honours', async () => {
    const { server } = setUp();
    const { exchange, reply } = listen(server, ALL);
    expect(await exchange.next()).toEqual({
      jsonrpc: '2.0',
      method: 'notifications/subscriptions/acknowledged',
      params: { ...stamped(1), notifications: { ...ALL, resourceSubscriptions: ['test://a'] } },
    });
    expect(exchange.accepted).toBe(true);
    expect(await isSettled(reply)).toBe(false);
    exchange.leave();
    await reply;
  });

  it('hears what it asked for and nothing else', async () => {
    const { server, tables } = setUp();
    const { exchange, reply } = listen(server, {
      promptsListChanged: true,
      toolsListChanged: false,
      resourceSubscriptions: ['test://a'],
    });
    await exchange.next();
    tables.tools.remove('t');
    server.notifier.resourcesChanged();
    server.notifier.resourceUpdated('test://b');
    server.notifier.resourceUpdated('test://a');
    server.notifier.promptsChanged();
    expect(await exchange.next()).toMatchObject({
      method: 'notifications/resources/updated',
      params: { uri: 'test://a', ...stamped(1) },
    });
    expect(await exchange.next()).toMatchObject({ method: 'notifications/prompts/list_changed' });
    exchange.leave();
    await reply;
    expect(exchange.sent).toHaveLength(3);
  });

  it('keeps no more for a slow reader than one notification of each kind', async () => {
    const { server } = setUp();
    const { exchange, reply } = listen(server, ALL);
    await exchange.next();
    const release = exchange.block();
    for (let round = 0; round < 1000; round += 1) {
      server.notifier.toolsChanged();
      server.notifier.resourceUpdated('test://a');
      await Promise.resolve();
    }
    release();
    await exchange.next();
    await exchange.next();
    await exchange.next();
    exchange.leave();
    await reply;
    // One was under way when the reader stopped; of the thousands after it, one of each kind is left.
    expect(exchange.sent.length).toBeLessThanOrEqual(4);
  });

  it('ends with a final result when the server drains', async () => {
    const { server } = setUp();
    const { exchange, reply } = listen(server, ALL);
    await exchange.next();
    await server.drain(1000);
    expect(await reply).toEqual({
      status: 200,
      headers: undefined,
      message: {
        jsonrpc: '2.0',
        id: 1,
        result: {
          resultType: 'complete',
          _meta: { [META.subscriptionId]: 1, [META.serverInfo]: { name: 'f', version: '1' } },
        },
      },
    });
    const late = await listen(server, ALL).reply;
    expect(late).toMatchObject({
      status: 503,
      message: { error: { data: { code: 'MCP_SHUTTING_DOWN' } } },
    });
  });

  it('is refused past the limit of open streams', async () => {
    const { server } = setUp({ maxStreams: 1 });
    const first = listen(server, ALL);
    await first.exchange.next();
    expect(await listen(server, ALL).reply).toMatchObject({ status: 503 });
    first.exchange.leave();
    await first.reply;
    const next = listen(server, ALL);
    await next.exchange.next();
    next.exchange.leave();
    await next.reply;
  });

  it('leaves out what its guards refuse, and fails where they could not be asked', async () => {
    const { server, tables } = setUp();
    const admitting = (admit: () => Promise<void>) => {
      const entry = resourceEntry('test://c', async () => ({ contents: [] }));
      tables.resources?.fixed.replace([{ ...entry, admit }]);
      return listen(server, { resourceSubscriptions: ['test://c'] });
    };
    const refused = admitting(() =>
      Promise.reject(new McpError('FORBIDDEN', 'no', { status: 403 })),
    );
    expect(await refused.exchange.next()).toMatchObject({ params: { notifications: {} } });
    expect(JSON.stringify(refused.exchange.sent)).not.toContain('test://c');
    refused.exchange.leave();
    await refused.reply;
    const { reply } = admitting(() => Promise.reject(new TypeError('a fault of somebody')));
    expect(await reply).toMatchObject({ message: { error: { code: -32603 } } });
  });

  it('is refused where nothing can be streamed', async () => {
    const { server } = setUp();
    expect(await listen(server, ALL, 1, { streams: false }).reply).toMatchObject({ status: 406 });
  });

  it.each([
    undefined,
    null,
    [],
    { toolsListChanged: 'yes' },
    { resourceSubscriptions: 'test://a' },
    { resourceSubscriptions: [1] },
  ])('refuses the filter %j', async (notifications) => {
    const { error } = await modern(setUp().server, 'subscriptions/listen', { notifications });
    expect(error.code).toBe(-32602);
  });
});
