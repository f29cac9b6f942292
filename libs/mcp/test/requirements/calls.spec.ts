import {
  ForbiddenException,
  HttpException,
  Injectable,
  UnauthorizedException,
  UseGuards,
  type CanActivate,
  type ExecutionContext,
} from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { McpCallContext, McpTool } from 'nest-toolport';
import { Everything } from './support/everything.js';
import { HeldTools, abortOf } from './support/held-tools.js';
import { EVERY_KIND, HANDSHAKE, STATELESS } from './support/kinds.js';
import type { Json } from './support/peer.js';
import { stage } from './support/stage.js';

const { start, open } = stage();
/** All that was said in this file. */
const said: Json[] = [];

const CANCELLING = EVERY_KIND.filter((kind) => kind !== '2026-07-28 over HTTP');
const cancel = (requestId: unknown, reason?: string) => ({
  jsonrpc: '2.0',
  method: 'notifications/cancelled',
  params: { requestId, reason },
});
const HOLD = { name: 'hold', _meta: { progressToken: 1 } };

describe.each(CANCELLING)('a cancel, %s', (kind) => {
  it('stops its call, for which nothing more is sent', async () => {
    const app = await start([HeldTools]);
    const peer = await open(app, kind, { said });
    const pending = peer.begin('tools/call', HOLD, 'a');
    const { signal } = await app.get(HeldTools).running();
    expect(await peer.say(cancel('a', 'changed my mind'))).toEqual([]);
    expect(await abortOf(signal)).toMatchObject({
      code: 'CANCELLED',
      message: 'The client cancelled the request: changed my mind',
    });
    app.get(HeldTools).release();
    expect(await pending.silence()).toEqual([]);
  });

  it('that comes late, or for nothing, or malformed, is ignored', async () => {
    const app = await start([HeldTools]);
    const peer = await open(app, kind, { said });
    const pending = peer.begin('tools/call', HOLD, 1);
    const { signal } = await app.get(HeldTools).running();
    for (const id of ['1', 2, null, {}]) expect(await peer.say(cancel(id))).toEqual([]);
    expect(signal.aborted).toBe(false);
    app.get(HeldTools).release();
    expect((await pending.all()).at(-1)).toMatchObject({ result: { content: [{ text: 'done' }] } });
    expect(await peer.say(cancel(1))).toEqual([]);
    expect((await peer.answer('tools/list')).error).toBeUndefined();
  });
});

it.each(HANDSHAKE)('initialize cannot be cancelled, %s', async (kind) => {
  const latch = { reached: () => {}, pass: () => {} };
  const reached = new Promise<void>((resolve) => (latch.reached = resolve));
  const passed = new Promise<void>((resolve) => (latch.pass = resolve));
  const slow: CanActivate = {
    canActivate: async () => {
      if (McpCallContext.current()?.name !== 'initialize') return true;
      latch.reached();
      await passed;
      return true;
    },
  };
  const app = await start([HeldTools], {}, (one) => one.useGlobalGuards(slow));
  const peer = await open(app, kind, { handshake: false });
  const opening = peer.begin('initialize', { protocolVersion: '2025-11-25' }, 1);
  await reached;
  // Over HTTP nobody has a session yet by which one could be named: it is refused.
  await peer.say(cancel(1));
  latch.pass();
  expect((await opening.all()).at(-1)).toMatchObject({
    result: { protocolVersion: '2025-11-25' },
  });
});

it.each(EVERY_KIND)('progress stops with the result, %s', async (kind) => {
  const app = await start([HeldTools]);
  const held = app.get(HeldTools);
  const peer = await open(app, kind, { said });
  const pending = peer.begin('tools/call', HOLD);
  const call = await held.running();
  call.progress(1);
  held.release();
  await pending.all();
  call.progress(200);
  const progress = (await pending.silence()).flatMap(({ method, params }) =>
    method === 'notifications/progress' ? [(params as Json).progress] : [],
  );
  expect(progress).toEqual([1, 100]);
});

it.each(STATELESS)('without a level, nothing is logged, %s', async (kind) => {
  const app = await start([HeldTools]);
  const peer = await open(app, kind, { said });
  const pending = peer.begin('tools/call', { name: 'hold' });
  await app.get(HeldTools).running();
  app.get(HeldTools).release();
  expect(await pending.silence()).toMatchObject([{ result: { resultType: 'complete' } }]);
});

/** By its key: nobody without one, a reader no tool. */
class KeyGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { headers } = context.switchToHttp().getRequest<{ headers: Record<string, string> }>();
    if (headers['x-key'] === undefined) throw new UnauthorizedException('Who?');
    if (headers['x-key'] === 'stranger') throw new ForbiddenException('Not you');
    return true;
  }
}

describe.each(EVERY_KIND)('access, %s', (kind) => {
  it.each([
    ['tools/list', {}],
    ['prompts/list', {}],
    ['resources/list', {}],
    ['resources/templates/list', {}],
    ['tools/call', { name: 'who' }],
    ['tools/call', { name: 'unknown' }],
    ['prompts/get', { name: 'letter', arguments: { to: 'Bo', tone: 'x' } }],
    ['resources/read', { uri: 'shelf://logo' }],
    ['resources/read', { uri: 'shelf://unknown' }],
    [
      'completion/complete',
      { ref: { type: 'ref/prompt', name: 'letter' }, argument: { name: 'to', value: '' } },
    ],
    kind.startsWith('2026')
      ? ['subscriptions/listen', { notifications: {} }]
      : ['initialize', { protocolVersion: '2025-11-25' }],
  ] as [string, Json][])('the guards of the application refuse %s %j', async (method, params) => {
    const sessions = undefined;
    const app = await start([Everything, { provide: APP_GUARD, useClass: KeyGuard }], { sessions });
    const answers = [];
    for (const headers of [undefined, { 'x-key': 'stranger' }]) {
      const peer = await open(app, kind, { said, headers, handshake: false });
      answers.push(await peer.answer(method, params));
    }
    const texts = answers.map((answer) => JSON.stringify(answer));
    expect(texts).toEqual([
      expect.stringMatching(/UNAUTHORIZED/),
      expect.stringMatching(/FORBIDDEN/),
    ]);
    for (const { result } of answers) expect(result === undefined || result.isError).toBe(true);
  });
});

let left = 1;
const limiter: CanActivate = {
  canActivate: () => {
    if (left-- > 0) return true;
    throw new HttpException('Too many', 429);
  },
};

@Injectable()
class Fragile {
  @McpTool({ name: 'broken', description: 'Fails as nobody foresaw' })
  broken() {
    throw new TypeError('secret detail of /etc/app.conf');
  }

  @McpTool({ name: 'rare', description: 'Not to be called often' })
  @UseGuards(limiter)
  rare() {
    return 'rare';
  }
}

describe.each(EVERY_KIND)('what goes wrong, %s', (kind) => {
  it('is masked where nobody foresaw it', async () => {
    const peer = await open(await start([Fragile]), kind, { said });
    const answer = await peer.answer('tools/call', { name: 'broken' });
    expect(JSON.stringify(answer)).not.toMatch(/secret|conf|TypeError/);
    expect(answer.error ?? answer.result.isError).toBeTruthy();
  });

  it('is said where a limit of calls refuses one', async () => {
    left = 1;
    const peer = await open(await start([Fragile]), kind, { said });
    const call = () => peer.answer('tools/call', { name: 'rare' });
    expect((await call()).result).toMatchObject({ content: [{ text: 'rare' }] });
    expect((await call()).result).toMatchObject({
      isError: true,
      content: [{ text: /TOO_MANY_REQUESTS/ }],
    });
  });
});

it('the server cancels no request that the client has made', () => {
  expect(said.length).toBeGreaterThan(50);
  expect(said.filter(({ method }) => method === 'notifications/cancelled')).toEqual([]);
});
