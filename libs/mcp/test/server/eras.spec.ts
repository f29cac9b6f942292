import { PROTOCOL_VERSIONS } from '../../src/protocol/revisions.js';
import type { CallToolResult } from '../../src/protocol/messages.js';
import { text, toolEntry } from './support/entries.js';
import { fixtureServer } from './support/fixture-server.js';
import { legacy, modern, modernMeta, post, Wire } from './support/talk.js';

const structured: CallToolResult = { ...text('[1]'), structuredContent: [1] };
const object: CallToolResult = { ...text('{"a":1}'), structuredContent: { a: 1 } };
const link: CallToolResult = {
  content: [
    { type: 'resource_link', uri: 'test://a', name: 'a' },
    { type: 'audio', data: 'AAAA', mimeType: 'audio/wav' },
  ],
};

const versions: string[] = [];
const server = fixtureServer(
  {
    tools: [
      toolEntry('array', () => structured),
      toolEntry('object', () => object),
      toolEntry('link', () => link),
      toolEntry('who', (_args, call) =>
        text(JSON.stringify([call.protocolVersion, call.client?.name, call.clientCapabilities])),
      ),
      toolEntry('shape', () => text(''), {
        definitionFor: (version) => {
          versions.push(version);
          return { name: 'shape', inputSchema: { type: 'object' } };
        },
      }),
    ],
  },
  { instructions: 'Be kind', extensions: { 'com.example/x': { a: 1 } } },
);

const HANDSHAKE = PROTOCOL_VERSIONS.filter((version) => version < '2026');

describe('initialize', () => {
  it.each(HANDSHAKE)('agrees to %s', async (protocolVersion) => {
    const { result } = await legacy(server, 'initialize', { protocolVersion });
    expect(result).toEqual({
      protocolVersion,
      capabilities: { tools: {}, extensions: { 'com.example/x': { a: 1 } } },
      serverInfo: { name: 'fixture', version: '1.2.3' },
      instructions: 'Be kind',
    });
  });

  it.each(['2099-01-01', '2026-07-28', 'x', '', 1, undefined])(
    'makes a counter-offer for %j, and no error, also with the same header',
    async (protocolVersion) => {
      const version = typeof protocolVersion === 'string' ? protocolVersion : undefined;
      for (const options of version === '2026-07-28' ? [{}] : [{}, { version }]) {
        const { status, result } = await legacy(server, 'initialize', { protocolVersion }, options);
        expect([status, result.protocolVersion]).toEqual([200, '2025-11-25']);
      }
    },
  );
});

describe('server/discover', () => {
  it('tells what is spoken and offered, and how long that holds', async () => {
    expect((await modern(server, 'server/discover')).result).toEqual({
      resultType: 'complete',
      supportedVersions: ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'],
      capabilities: {
        tools: { listChanged: true },
        logging: {},
        extensions: { 'com.example/x': { a: 1 } },
      },
      instructions: 'Be kind',
      ttlMs: 0,
      cacheScope: 'private',
      _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'fixture', version: '1.2.3' } },
    });
  });
});

describe('structured content', () => {
  it('is any JSON value from 2026-07-28 on', async () => {
    const { result } = await modern(server, 'tools/call', { name: 'array' });
    expect(result).toMatchObject(structured);
  });

  it.each(['2025-06-18', '2025-11-25', undefined])(
    'is an object or nothing for %s',
    async (version) => {
      const array = await legacy(server, 'tools/call', { name: 'array' }, { version });
      expect(array.result).toEqual(text('[1]'));
      const kept = await legacy(server, 'tools/call', { name: 'object' }, { version });
      expect(kept.result).toEqual(object);
    },
  );

  it.each(['2024-11-05', '2025-03-26'])('is not sent to who declares %s', async (version) => {
    const { result } = await legacy(server, 'tools/call', { name: 'object' }, { version });
    expect(result).toEqual(text('{"a":1}'));
  });
});

it.each([
  ['2024-11-05', ['text', 'text']],
  ['2025-03-26', ['text', 'audio']],
  ['2025-06-18', ['resource_link', 'audio']],
  ['2025-11-25', ['resource_link', 'audio']],
])('content that %s does not know becomes text', async (version, types) => {
  const { result } = await legacy(server, 'tools/call', { name: 'link' }, { version });
  expect((result.content as { type: string }[]).map(({ type }) => type)).toEqual(types);
});

it('definitions are asked for in the shape of the revision; an undeclared client gets the newest', async () => {
  versions.length = 0;
  for (const version of HANDSHAKE) await legacy(server, 'tools/list', {}, { version });
  await legacy(server, 'tools/list');
  await modern(server, 'tools/list');
  expect(versions).toEqual([...HANDSHAKE, '2025-11-25', '2026-07-28']);
});

describe('one process', () => {
  const who = { name: 'who' };

  it('serves both eras at once, and nothing bleeds through', async () => {
    const old = new Wire(server);
    const fresh = new Wire(server);
    await old.open('2025-06-18', { roots: {} });
    const both = await Promise.all([
      old.request('tools/call', who),
      fresh.request('tools/call', { ...who, _meta: modernMeta() }),
    ]);
    expect(both.map(({ result }) => result.content)).toEqual([
      text('["2025-06-18","wire",{"roots":{}}]').content,
      text('["2026-07-28","talk",{}]').content,
    ]);
    expect(both.map(({ result }) => 'resultType' in result)).toEqual([false, true]);
  });

  it('reads each request of 2026-07-28 by itself, also on a connection that was opened otherwise', async () => {
    const wire = new Wire(server);
    await wire.open('2025-11-25', { sampling: {} });
    const { result } = await wire.request('tools/call', { ...who, _meta: modernMeta() });
    expect(result).toMatchObject(text('["2026-07-28","talk",{}]'));
    const again = await wire.request('tools/call', who);
    expect(again.result).toEqual(text('["2025-11-25","wire",{"sampling":{}}]'));
  });

  it('follows how a connection opens', async () => {
    const discovered = await new Wire(server).request('server/discover', { _meta: modernMeta() });
    expect(discovered.result.supportedVersions).toContain('2026-07-28');
    const opened = await new Wire(server).open('2025-11-25');
    expect(opened.result.protocolVersion).toBe('2025-11-25');
    expect((await new Wire(server).request('tools/list')).result.tools).toHaveLength(5);
  });

  it('gives every client its own answer, whatever their ids', async () => {
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        modern(server, 'tools/call', who, {
          id: 1,
          meta: { 'io.modelcontextprotocol/clientInfo': { name: `c${index}`, version: '1' } },
        }),
      ),
    );
    const names = answers.map(({ result }) => (result.content as { text: string }[])[0]?.text);
    expect(new Set(names).size).toBe(100);
  });

  it('never writes to what it was given', async () => {
    // Every message of these suites is frozen; this one is frozen to the last leaf.
    const message = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { ...who, _meta: {}, arguments: { a: [{}] } },
    };
    expect((await post(server, message)).status).toBe(200);
  });
});
