import type { INestApplication } from '@nestjs/common';
import { PROTOCOL_VERSIONS } from 'nest-toolport';
import { META } from '../../src/protocol/messages.js';
import { Everything } from './support/everything.js';
import { EVERY_KIND, HANDSHAKE, STATELESS, type Kind } from './support/kinds.js';
import type { Json, Peer } from './support/peer.js';
import { stage, startApp } from './support/stage.js';

const options = {
  instructions: 'Be kind',
  extensions: { 'com.example/x': { a: 1 } },
} as const;

const OFFERED = {
  tools: { listChanged: true },
  resources: { listChanged: true, subscribe: true },
  prompts: { listChanged: true },
  completions: {},
  logging: {},
  extensions: { 'com.example/x': { a: 1 } },
};
const SERVER = expect.objectContaining({ name: 'stage', version: '1.0.0' });

let app: INestApplication;
beforeAll(async () => {
  app = await startApp([Everything], options);
});
afterAll(() => app.close());

const { open, start } = stage();

/** Whom a tool takes the caller for. */
const whoIs = async (peer: Peer, more: Json = {}) => {
  const { result } = await peer.answer('tools/call', { name: 'who', ...more });
  return (result.content as { text: string }[])[0].text;
};

describe('how a conversation begins', () => {
  it.each(STATELESS)('discovery says who serves, what is spoken and offered, %s', async (kind) => {
    const { result } = await (await open(app, kind)).answer('server/discover');
    expect(result).toEqual({
      resultType: 'complete',
      supportedVersions: PROTOCOL_VERSIONS.toReversed(),
      capabilities: OFFERED,
      instructions: 'Be kind',
      ttlMs: 0,
      cacheScope: 'private',
      _meta: { [META.serverInfo]: SERVER },
    });
  });

  it.each(HANDSHAKE)('initialize says who serves, what is spoken and offered, %s', async (kind) => {
    for (const version of PROTOCOL_VERSIONS.filter((one) => one < '2026')) {
      const peer = await open(app, kind, { handshake: false });
      const { result } = await peer.answer('initialize', { protocolVersion: version });
      expect(result).toEqual({
        protocolVersion: version,
        capabilities: OFFERED,
        serverInfo: SERVER,
        instructions: 'Be kind',
      });
    }
  });

  it.each(HANDSHAKE)('a version that is not served gets a counter-offer, %s', async (kind) => {
    for (const protocolVersion of ['2099-01-01', '2026-07-28', 'x', '', 1, undefined]) {
      const peer = await open(app, kind, { handshake: false });
      const { result } = await peer.answer('initialize', { protocolVersion });
      expect(result.protocolVersion).toBe('2025-11-25');
    }
  });

  it.each(['2025-11-25 over stdio', '2025-11-25 over HTTP'] as const)(
    'the era follows the message that opens, %s',
    async (kind) => {
      const other: Kind = kind.endsWith('stdio') ? '2026-07-28 over stdio' : '2026-07-28 over HTTP';
      const discovering = await open(app, other);
      const { result } = await discovering.answer('server/discover');
      expect(result.supportedVersions).toContain('2026-07-28');
      expect(await whoIs(discovering)).toMatch(/2026-07-28/);
      expect(await whoIs(await open(app, kind))).toMatch(/2025-11-25/);
    },
  );

  it.each(EVERY_KIND)('a capability is declared only where it is offered, %s', async (kind) => {
    const bare = await open(await start([]), kind, { handshake: false });
    const [method, params] = kind.startsWith('2026')
      ? ['server/discover', {}]
      : ['initialize', { protocolVersion: '2025-11-25' }];
    const { result } = await bare.answer(method, params);
    expect(result.capabilities).toEqual({ tools: { listChanged: true }, logging: {} });
    for (const missing of ['prompts/list', 'resources/read', 'completion/complete']) {
      expect((await bare.answer(missing, {})).error.code).toBe(-32601);
    }
  });
});

describe.each(STATELESS)('what 2026-07-28 asks, %s', (kind) => {
  it('a request stands for itself, also where the connection was opened otherwise', async () => {
    const handshake = kind.replace('2026-07-28', '2025-11-25') as Kind;
    const peer = await open(app, handshake, { name: 'old', capabilities: { sampling: {} } });
    const fresh = await open(app, kind, { name: 'new', capabilities: { roots: {} } });
    // Two clients over HTTP share nothing but the application; over stdio, one line for both.
    expect(await whoIs(fresh)).toBe('["2026-07-28","new",{"roots":{}}]');
    expect(await whoIs(peer)).toBe('["2025-11-25","old",{"sampling":{}}]');
    if (kind.endsWith('HTTP')) return;
    const _meta = {
      [META.protocolVersion]: '2026-07-28',
      [META.clientCapabilities]: {},
      [META.clientInfo]: { name: 'other', version: '1' },
    };
    expect(await whoIs(peer, { _meta })).toBe('["2026-07-28","other",{}]');
    expect(await whoIs(peer)).toBe('["2025-11-25","old",{"sampling":{}}]');
  });

  it('a list is the same on every connection, whoever asks and whatever was asked before', async () => {
    const lists = ['tools/list', 'prompts/list', 'resources/list', 'resources/templates/list'];
    const seen = async (peer: Peer) =>
      Promise.all(lists.map(async (list, id) => (await peer.answer(list, {}, id)).result));
    const first = await open(app, kind);
    const before = await seen(first);
    await whoIs(first);
    const able = { sampling: {}, roots: {}, elicitation: {} };
    const second = await open(app, kind, { name: 'other', capabilities: able });
    expect(await seen(first)).toEqual(before);
    expect(await seen(second)).toEqual(before);
  });

  it('every result says who serves', async () => {
    const peer = await open(app, kind);
    for (const [method, params] of [
      ['server/discover', {}],
      ['tools/list', {}],
      ['tools/call', { name: 'who' }],
      ['prompts/get', { name: 'letter', arguments: { to: 'Bo', tone: 'x' } }],
      ['resources/read', { uri: 'shelf://books/1' }],
    ] as const) {
      const { result } = await peer.answer(method, params);
      expect(result).toMatchObject({
        resultType: 'complete',
        _meta: { [META.serverInfo]: SERVER },
      });
    }
  });
});
