import { META } from '../../src/protocol/messages.js';
import { Asker } from './support/asker.js';
import { HeldTools } from './support/held-tools.js';
import type { Json, Peer } from './support/peer.js';
import { stage } from './support/stage.js';

const { start, open } = stage();

/** Milliseconds: after it nothing more is said, so that what needs it cannot be seen here. */
const drainTimeout = 2_000;

describe.each(['the end of input', 'a signal'])('stdio: %s', (end) => {
  const stop = () => {
    const controller = new AbortController();
    const over = (peer: Peer) => {
      if (end === 'a signal') controller.abort();
      return peer.close();
    };
    return { signal: controller.signal, over };
  };

  it('ends a subscription with its final result, without the drain time', async () => {
    const app = await start([Asker], { drainTimeout });
    const said: Json[] = [];
    const { signal, over } = stop();
    const peer = await open(app, '2026-07-28 over stdio', { said, stop: signal });
    await peer.listen([], 'sub');
    await over(peer);
    expect(said.slice(1)).toMatchObject([
      { method: 'notifications/cancelled', params: { requestId: 'sub' } },
      { id: 'sub', result: { resultType: 'complete', _meta: { [META.subscriptionId]: 'sub' } } },
    ]);
  });

  it('ends a question that nobody can answer any more', async () => {
    const app = await start([Asker], { drainTimeout });
    const said: Json[] = [];
    const { signal, over } = stop();
    const capabilities = { elicitation: {} };
    const peer = await open(app, '2025-11-25 over stdio', { said, stop: signal, capabilities });
    const asking = peer.begin('tools/call', { name: 'ask' }, 'asking');
    await asking.until(({ method }) => method === 'elicitation/create');
    await over(peer);
    expect(said.at(-1)).toMatchObject({
      id: 'asking',
      result: { isError: true, content: [{ text: /shutting down/ }] },
    });
  });

  it('lets a call that works come to its end, which asks nothing any more', async () => {
    const app = await start([Asker, HeldTools], { drainTimeout });
    const said: Json[] = [];
    const { signal, over } = stop();
    const capabilities = { elicitation: {} };
    const peer = await open(app, '2025-11-25 over stdio', { said, stop: signal, capabilities });
    peer.begin('tools/call', { name: 'hold' }, 'held');
    peer.begin('tools/call', { name: 'hold_then_ask' }, 'asks');
    await app.get(HeldTools).running();
    await app.get(Asker).begun;
    const ended = over(peer);
    // A turn of the event loop, in which the end of input is seen.
    await new Promise(setImmediate);
    app.get(HeldTools).release();
    app.get(Asker).release();
    await ended;
    expect(said.find(({ id }) => id === 'held')).toMatchObject({
      result: { content: [{ text: 'done' }] },
    });
    expect(said.find(({ id }) => id === 'asks')).toMatchObject({ result: { isError: true } });
  });
});
