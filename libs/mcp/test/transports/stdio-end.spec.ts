import type { MessageContext } from '../../src/server/message-context.js';
import { LineSession } from './support/line-session.js';

const ping = (id: unknown) => ({ jsonrpc: '2.0', id, method: 'ping' });
const pong = (id: unknown) => ({ jsonrpc: '2.0', id, result: {} });

describe('stdio: the end', () => {
  /** A session with one call under way, that the test ends. */
  async function holding(drainTimeout?: number) {
    let begin!: (context: MessageContext) => void;
    let end!: () => void;
    const begun = new Promise<MessageContext>((resolve) => (begin = resolve));
    const ended = new Promise<object>((resolve) => (end = () => resolve({ done: true })));
    const hold = (_params: unknown, context: MessageContext) => {
      begin(context);
      return ended;
    };
    const session = new LineSession({ hold }, { drainTimeout }).read();
    session.say({ ...ping(1), method: 'hold' });
    return { session, context: await begun, end };
  }

  it('finishes the calls in flight at the end of input', async () => {
    const { session, context, end } = await holding();
    session.input.end();
    await new Promise((resolve) => session.input.once('end', resolve));
    expect(context.signal.aborted).toBe(false);
    end();
    await session.over;
    expect(await session.messages(1)).toEqual([{ jsonrpc: '2.0', id: 1, result: { done: true } }]);
    expect(context.signal.aborted).toBe(true);
  });

  it('waits no longer than the drain time', async () => {
    const { session, context } = await holding(20);
    session.input.end();
    await session.over;
    expect(context.signal.aborted).toBe(true);
    expect(session.lines).toEqual([]);
  });

  it('when stopped, refuses new requests, takes cancels, and finishes what runs', async () => {
    const { session, end } = await holding();
    session.stop();
    const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } };
    session.say(ping(2)).say(cancel);
    expect(await session.messages(1)).toMatchObject([
      { id: 2, error: { code: -32603, data: { code: 'MCP_SHUTTING_DOWN' } } },
    ]);
    expect(session.server.seen.at(-1)).toEqual(cancel);
    end();
    await session.over;
    expect(await session.messages(2)).toMatchObject([{ id: 2 }, { id: 1, result: { done: true } }]);
  });

  it('O-G06: ends when its reader is gone, and tells the calls', async () => {
    const { session, context, end } = await holding();
    session.output.destroy(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }));
    await new Promise((resolve) => context.signal.addEventListener('abort', resolve));
    end();
    await session.over;
    expect(session.input.destroyed).toBe(true);
  });

  it('ends when its input breaks', async () => {
    const session = new LineSession().read().say(ping(1));
    await session.messages(1);
    session.input.destroy(new Error('read ECONNRESET'));
    await session.over;
    expect(await session.messages(1)).toEqual([pong(1)]);
  });

  it.each(['its input ends', 'it is stopped'])(
    'does not wait for a reader that has stalled, when %s',
    async (how) => {
      let seen!: () => void;
      const taken = new Promise<void>((resolve) => (seen = resolve));
      const large = (params: object) => (seen(), params);
      const session = new LineSession({ large }, { drainTimeout: 20 });
      // More than a pipe takes whose other end nobody reads.
      const params = { text: 'x'.repeat(1024 * 1024) };
      session.say({ ...ping(1), method: 'large', params });
      await taken;
      if (how === 'it is stopped') session.stop();
      else session.input.end();
      await session.over;
      expect(session.input.destroyed).toBe(true);
    },
    10_000,
  );
});
