import { once } from 'node:events';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import type { INestApplication } from '@nestjs/common';
import { McpNotifier } from 'nest-toolport';
import { META } from '../../src/protocol/messages.js';
import { SharedBus } from '../server/support/buses.js';
import { RawConnection, head } from '../transports/support/raw-http.js';
import { Asker } from './support/asker.js';
import { Everything } from './support/everything.js';
import { HeldTools, abortOf } from './support/held-tools.js';
import { urlOf } from './support/http-peer.js';
import type { Peer } from './support/peer.js';
import { KEYS, stage } from './support/stage.js';

const HANDSHAKE = '2025-11-25 over HTTP';
const STATELESS = '2026-07-28 over HTTP';
const { start, open } = stage();

/** How a request of the handshake era is answered that brings these headers. */
async function listWith(url: string, headers: Record<string, string>) {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  });
  const { error } = (await response.json()) as { error?: { data: { code: string } } };
  return [response.status, error?.data.code];
}

describe('a session id', () => {
  it('is visible ASCII, no longer than a kilobyte, and never given twice', async () => {
    const app = await start([Everything]);
    const peers = [];
    for (let count = 0; count < 20; count += 1) peers.push(await open(app, HANDSHAKE));
    const ids = peers.map(({ session }) => session ?? '');
    for (const id of ids) expect(id).toMatch(/^[\x21-\x7e]{32,1024}$/);
    expect(new Set(ids).size).toBe(20);
  });

  it('that is forged, of other keys, or expired is answered 404', async () => {
    const app = await start([Everything]);
    const foreign = await start([Everything], {
      sessions: { keys: ['of-another-application-0123456789abcd'] },
    });
    const brief = await start([Everything], { sessions: { keys: KEYS, ttl: 1 } });
    const idOf = async (one: typeof app) => {
      const peer = await open(one, HANDSHAKE, { handshake: false });
      await peer.ask('initialize', { protocolVersion: '2025-11-25' });
      return peer.session ?? '';
    };
    const id = await idOf(app);
    expect(await listWith(urlOf(app), { 'mcp-session-id': id })).toEqual([200, undefined]);
    const bad = ['dead', `${id}x`, id.replace(/^./, 'x'), await idOf(foreign), await idOf(brief)];
    // Until the last of them has expired.
    for (const issued = Date.now(); Date.now() <= issued + 1;) await setImmediate();
    for (const one of bad) {
      const answer = await listWith(urlOf(app), { 'mcp-session-id': one });
      expect(answer).toEqual([404, 'MCP_SESSION_UNKNOWN']);
    }
  });

  it('means nothing to 2026-07-28, nor to a server without sessions', async () => {
    const headers = { 'mcp-session-id': 'dead', 'last-event-id': '7' };
    const peer = await open(await start([Everything]), STATELESS, { headers });
    expect((await peer.answer('tools/list')).error).toBeUndefined();
    const bare = await start([Everything], { sessions: undefined });
    expect(await listWith(urlOf(bare), headers)).toEqual([200, undefined]);
  });
});

/** A call whose connection can be cut. */
function callOver(app: INestApplication, params: object, headers: Record<string, string>) {
  const { port } = app.getHttpServer().address() as { port: number };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
  const length = { 'content-length': String(body.length) };
  return new RawConnection(port).write(head({ ...headers, ...length }) + body);
}

it('who leaves in the handshake era does not stop its call, in 2026-07-28 it does', async () => {
  const app = await start([HeldTools]);
  const held = app.get(HeldTools);
  const { session = '' } = await open(app, HANDSHAKE);
  const connection = once(app.getHttpServer() as Server, 'connection').then(
    ([socket]) => socket as Socket,
  );
  const handshake = callOver(app, { name: 'hold' }, { 'mcp-session-id': session });
  const { signal } = await held.running();
  const seen = once(await connection, 'close');
  handshake.socket.destroy();
  await seen;
  const _meta = { [META.protocolVersion]: '2026-07-28', [META.clientCapabilities]: {} };
  const stateless = callOver(
    app,
    { name: 'hold', _meta },
    { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'hold' },
  );
  const later = await held.running(2);
  stateless.socket.destroy();
  await abortOf(later.signal);
  expect(signal.aborted).toBe(false);
  held.release();
});

describe('on two replicas that share keys and a bus', () => {
  async function replicas() {
    const options = { bus: new SharedBus(), sessions: { keys: KEYS, replicas: true } };
    return [
      await start([Everything, Asker], options),
      await start([Everything, Asker], options),
    ] as const;
  }
  const stream = (url: string, session = '') =>
    fetch(url, { headers: { accept: 'text/event-stream', 'mcp-session-id': session } });

  it('a message goes to one stream only, of however many were opened', async () => {
    const [a, b] = await replicas();
    const { session } = await open(a, HANDSHAKE);
    const urls = [a, b, a, b, b, a].map(urlOf);
    const streams = await Promise.all(urls.map((url) => stream(url, session)));
    const heard: string[] = [];
    const over = streams.map(async ({ body }) => {
      for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
        heard.push(
          ...(Buffer.from(chunk)
            .toString()
            .match(/data: .*/g) ?? []),
        );
      }
    });
    // The last one stays until its session ends; by then it has heard what there was.
    await atLeast(over, streams.length - 1);
    b.get(McpNotifier).toolsChanged();
    await open(b, HANDSHAKE);
    const ended = await fetch(urls[1], {
      method: 'DELETE',
      headers: { 'mcp-session-id': session ?? '' },
    });
    expect(ended.status).toBe(204);
    await Promise.all(over);
    expect(heard).toEqual(['data: {"jsonrpc":"2.0","method":"notifications/tools/list_changed"}']);
  });

  it('a question is answered by its caller alone, in its session', async () => {
    const [a, b] = await replicas();
    const capabilities = { elicitation: {} };
    const [own, other] = [
      await open(a, HANDSHAKE, { capabilities }),
      await open(a, HANDSHAKE, { capabilities }),
    ];
    const call = own.begin('tools/call', { name: 'ask' }, 9);
    const { id } = await call.until(({ method }) => method === 'elicitation/create');
    const reply = async (session: string | undefined, to: unknown, action: string, more = {}) => {
      const content = action === 'accept' ? { content: { ok: true } } : {};
      const response = await fetch(urlOf(b), {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          'mcp-session-id': session ?? '',
          ...more,
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: to, result: { action, ...content } }),
      });
      return response.status;
    };
    // Had one of these any effect, the answer that counts would come too late.
    await reply(other.session, id, 'decline');
    await reply(own.session, id, 'decline', { authorization: 'Bearer eve' });
    await reply(own.session, 9, 'decline');
    expect(await reply(own.session, id, 'accept')).toBe(202);
    expect((await call.all()).at(-1)).toMatchObject({
      result: { content: [{ text: '{"action":"accept","content":{"ok":true}}' }] },
    });
  });
});

it('the GET stream has no answers, no questions, and no ids that would promise a replay', async () => {
  const app = await start([Everything, Asker]);
  const peer: Peer = await open(app, HANDSHAKE, { capabilities: { elicitation: {} } });
  const { port } = app.getHttpServer().address() as { port: number };
  const stream = new RawConnection(port).write(
    'GET /mcp HTTP/1.1\r\nhost: 127.0.0.1\r\naccept: text/event-stream\r\n' +
      `mcp-session-id: ${peer.session}\r\n\r\n`,
  );
  await stream.until(/^HTTP\/1\.1 200 .*\r\n\r\n/s);
  await peer.ask('tools/list');
  const asking = peer.begin('tools/call', { name: 'ask' }, 2);
  const { id } = await asking.until(({ method }) => method === 'elicitation/create');
  await peer.say({ jsonrpc: '2.0', id, result: { action: 'decline' } });
  await asking.all();
  app.get(McpNotifier).toolsChanged();
  await stream.until(/list_changed/);
  expect(stream.text.match(/^data: .*$/gm)).toEqual([
    'data: {"jsonrpc":"2.0","method":"notifications/tools/list_changed"}',
  ]);
  expect(stream.text).not.toMatch(/^id:/m);
  stream.socket.destroy();
});

/** Resolves when `count` of the promises have. */
function atLeast(promises: readonly Promise<unknown>[], count: number): Promise<void> {
  let done = 0;
  return new Promise((resolve) => {
    for (const one of promises) void one.then(() => (done += 1) === count && resolve());
  });
}
