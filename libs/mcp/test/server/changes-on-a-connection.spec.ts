import { setUp } from './support/changing-server.js';
import { Wire } from './support/talk.js';

describe('a connection of the handshake era', () => {
  it('hears of changed lists, and of the resources that it has subscribed to', async () => {
    const { server } = setUp();
    const wire = new Wire(server);
    const opened = await wire.open('2025-11-25');
    expect(opened.result.capabilities).toMatchObject({
      tools: { listChanged: true },
      resources: { listChanged: true, subscribe: true },
    });
    await wire.request('resources/subscribe', { uri: 'test://a' });
    const list = wire.next();
    server.notifier.toolsChanged();
    expect(await list).toEqual({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' });
    const updated = wire.next();
    server.notifier.resourceUpdated('test://b');
    server.notifier.resourceUpdated('test://a');
    expect(await updated).toMatchObject({ params: { uri: 'test://a' } });
    await wire.request('resources/unsubscribe', { uri: 'test://a' });
    const next = wire.next();
    server.notifier.resourceUpdated('test://a');
    server.notifier.promptsChanged();
    expect(await next).toMatchObject({ method: 'notifications/prompts/list_changed' });
  });

  it('hears nothing before it was opened, nor after it is gone', async () => {
    const { server } = setUp();
    const silent = new Wire(server);
    const gone = new Wire(server);
    await gone.open('2025-11-25');
    gone.controller.abort();
    const live = new Wire(server);
    await live.open('2025-11-25');
    const heard = live.next();
    server.notifier.toolsChanged();
    await heard;
    expect([silent.sent, gone.sent]).toEqual([[], []]);
  });

  it('cannot subscribe to what does not exist', async () => {
    const wire = new Wire(setUp().server);
    await wire.open('2025-11-25');
    const { error } = await wire.request('resources/subscribe', { uri: 'test://nothing' });
    expect(error.code).toBe(-32002);
  });
});
