import type { INestApplication } from '@nestjs/common';
import { McpNotifier } from 'nest-toolport';
import { META } from '../../src/protocol/messages.js';
import { Everything } from './support/everything.js';
import { HeldTools } from './support/held-tools.js';
import { EVERY_KIND, STATELESS } from './support/kinds.js';
import type { Json, Peer, Pending } from './support/peer.js';
import { stage } from './support/stage.js';
import { ALL_LISTS } from './support/talking-peer.js';

const { start, open, close } = stage();
const A = 'shelf://books/a';
const B = 'shelf://books/b';

/** The changes among the messages, in words. */
const changes = (messages: readonly Json[]) =>
  messages.flatMap(({ method, params }) => {
    const change = /^notifications\/(.*(?:list_changed|updated))$/.exec(String(method))?.[1];
    const { uri } = (params ?? {}) as { uri?: string };
    return change === undefined ? [] : [uri === undefined ? change : `${change} ${uri}`];
  });

/** What was heard until the lists of prompts changed, which the test lets be the last. */
async function heardBy(pending: Pending) {
  await pending.until(({ method }) => method === 'notifications/prompts/list_changed');
  return changes(pending.heard);
}

describe.each(EVERY_KIND)('changes, %s', (kind) => {
  it('of a resource are told to who has subscribed to it, of lists to who listens', async () => {
    const app = await start([Everything]);
    const notifier = app.get(McpNotifier);
    const [one, two, three] = [await open(app, kind), await open(app, kind), await open(app, kind)];
    const listening = [await one.listen([A]), await two.listen([A, B]), await three.listen()];
    notifier.resourceUpdated(B);
    notifier.resourceUpdated(A);
    notifier.promptsChanged();
    const heard = await Promise.all(listening.map(heardBy));
    expect(heard.map((changed) => changed.toSorted())).toEqual([
      ['prompts/list_changed', `resources/updated ${A}`],
      ['prompts/list_changed', `resources/updated ${A}`, `resources/updated ${B}`],
      ['prompts/list_changed'],
    ]);
  });
});

describe.each(EVERY_KIND.filter((kind) => !STATELESS.includes(kind)))(
  'a subscription, %s',
  (kind) => {
    it('ends when the client ends it, and is not to be had for what does not exist', async () => {
      const app = await start([Everything]);
      const notifier = app.get(McpNotifier);
      const peer = await open(app, kind);
      const listening = await peer.listen([A, B]);
      expect((await peer.answer('resources/unsubscribe', { uri: A })).result).toEqual({});
      expect((await peer.answer('resources/subscribe', { uri: 'shelf://maps/1' })).error.code).toBe(
        -32002,
      );
      notifier.resourceUpdated(A);
      notifier.resourceUpdated(B);
      notifier.promptsChanged();
      expect(await heardBy(listening)).toEqual(
        expect.arrayContaining([`resources/updated ${B}`, 'prompts/list_changed']),
      );
      expect(changes(listening.heard)).not.toContain(`resources/updated ${A}`);
    });
  },
);

describe.each(STATELESS)('subscriptions/listen, %s', (kind) => {
  let app: INestApplication;
  let peer: Peer;
  let said: Json[];
  beforeEach(async () => {
    said = [];
    app = await start([Everything, HeldTools]);
    peer = await open(app, kind, { said });
  });

  const stamp = (id: unknown) => ({ _meta: { [META.subscriptionId]: id } });
  const acknowledged = ({ method }: Json) => method === 'notifications/subscriptions/acknowledged';
  const of = (id: unknown) => (message: Json) =>
    ((message.params as Json | undefined)?._meta as Json | undefined)?.[META.subscriptionId] === id;

  it('is acknowledged first, with what is honoured and no more', async () => {
    const notifications = { ...ALL_LISTS, resourceSubscriptions: [A, 'shelf://maps/1'], other: 1 };
    const listening = peer.begin('subscriptions/listen', { notifications }, 7);
    await listening.until(acknowledged);
    expect(listening.heard).toEqual([
      {
        jsonrpc: '2.0',
        method: 'notifications/subscriptions/acknowledged',
        params: { ...stamp(7), notifications: { ...ALL_LISTS, resourceSubscriptions: [A] } },
      },
    ]);
  });

  it('acknowledges no list of what is not offered', async () => {
    const bare = await open(await start([HeldTools]), kind);
    const listening = bare.begin('subscriptions/listen', { notifications: ALL_LISTS });
    expect(await listening.until(acknowledged)).toMatchObject({
      params: { notifications: { toolsListChanged: true } },
    });
    const [{ params }] = listening.heard as { params: { notifications: Json } }[];
    expect(Object.keys(params.notifications)).toEqual(['toolsListChanged']);
  });

  it.each([7, 0, '7', 'x'])('stamps every frame with the id %j, its type kept', async (id) => {
    const listening = await peer.listen([A], id);
    app.get(McpNotifier).resourceUpdated(A);
    app.get(McpNotifier).promptsChanged();
    await heardBy(listening);
    expect(listening.heard).toHaveLength(3);
    expect(listening.heard.filter(of(id))).toHaveLength(3);
  });

  it('may be open several times, each for what it asked for', async () => {
    const filters = [{ toolsListChanged: true }, { promptsListChanged: true }, ALL_LISTS];
    const listening = filters.map((notifications, id) =>
      peer.begin('subscriptions/listen', { notifications }, id),
    );
    for (const [id, one] of listening.entries()) {
      await one.until((message) => acknowledged(message) && of(id)(message));
    }
    app.get(McpNotifier).toolsChanged();
    app.get(McpNotifier).promptsChanged();
    const isPrompts = ({ method }: Json) => method === 'notifications/prompts/list_changed';
    await listening[1].until((message) => isPrompts(message) && of(1)(message));
    await listening[2].until((message) => isPrompts(message) && of(2)(message));
    await listening[0].until(of(0));
    const heard = listening.map((one, id) => changes(one.heard.filter(of(id))));
    expect(heard).toEqual([
      ['tools/list_changed'],
      ['prompts/list_changed'],
      ['tools/list_changed', 'prompts/list_changed'],
    ]);
  });

  it('carries neither logs nor progress of a call', async () => {
    const listening = await peer.listen([], 'sub');
    const _meta = { progressToken: 1, [META.logLevel]: 'debug' };
    const call = peer.begin('tools/call', { name: 'hold', _meta }, 'call');
    await app.get(HeldTools).running();
    app.get(HeldTools).release();
    expect((await call.all()).map(({ method }) => method)).toEqual([
      'notifications/progress',
      'notifications/message',
      undefined,
    ]);
    app.get(McpNotifier).promptsChanged();
    await heardBy(listening);
    expect(listening.heard.filter(of('sub')).map(({ method }) => method)).toEqual([
      'notifications/subscriptions/acknowledged',
      'notifications/prompts/list_changed',
    ]);
  });

  it('ends with a final result when the server does, and is then said to be over', async () => {
    const listening = await peer.listen([], 'sub');
    const closed = app.close();
    const result = await listening.until(({ id }) => id === 'sub');
    expect(result).toMatchObject({
      result: { resultType: 'complete', _meta: { [META.subscriptionId]: 'sub' } },
    });
    await closed;
    await close();
    // A stream of its own ends by itself; on a shared channel, the specification wants both forms.
    expect(said.filter(({ method }) => method === 'notifications/cancelled')).toMatchObject(
      kind.endsWith('stdio') ? [{ params: { requestId: 'sub' } }] : [],
    );
  });
});

it('2026-07-28 over stdio: a subscription that the client cancels is silent from then on', async () => {
  const app = await start([Everything]);
  const peer = await open(app, '2026-07-28 over stdio');
  const listening = await peer.listen([A], 'sub');
  const params = { requestId: 'sub' };
  await peer.say({ jsonrpc: '2.0', method: 'notifications/cancelled', params });
  app.get(McpNotifier).promptsChanged();
  app.get(McpNotifier).resourceUpdated(A);
  expect(await listening.silence()).toHaveLength(1);
});
