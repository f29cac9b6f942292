import type { INestApplication } from '@nestjs/common';
import { Everything } from './support/everything.js';
import { EVERY_KIND } from './support/kinds.js';
import type { Json } from './support/peer.js';
import { stage, startApp } from './support/stage.js';

let app: INestApplication;
beforeAll(async () => {
  app = await startApp([Everything]);
});
afterAll(() => app.close());

const { open } = stage();

describe.each(['http', 'stdio'] as const)('what a revision does not know, over %s', (transport) => {
  const kind = transport === 'http' ? '2025-11-25 over HTTP' : '2025-11-25 over stdio';
  const full = ['text', 'image', 'audio', 'resource_link', 'resource'];

  it.each([
    ['2024-11-05', ['text', 'image', 'text', 'text', 'resource']],
    ['2025-03-26', ['text', 'image', 'audio', 'text', 'resource']],
    ['2025-06-18', full],
    ['2025-11-25', full],
    ['2026-07-28', full],
  ])('content that %s does not know becomes text', async (version, types) => {
    const { result } = await (
      await open(app, kind, { version })
    ).answer('tools/call', { name: 'blocks' });
    expect((result.content as { type: string }[]).map(({ type }) => type)).toEqual(types);
  });

  it.each([
    ['2025-03-26', undefined, undefined],
    ['2025-06-18', undefined, { a: 1 }],
    ['2025-11-25', undefined, { a: 1 }],
    ['2026-07-28', [1], { a: 1 }],
  ])('structured content is what %s knows it as', async (version, array, object) => {
    const peer = await open(app, kind, { version });
    const structured = async (name: string) =>
      (await peer.answer('tools/call', { name })).result.structuredContent;
    expect([await structured('array'), await structured('object')]).toEqual([array, object]);
  });

  it.each([
    ['2024-11-05', 1],
    ['2025-03-26', 2],
    ['2025-06-18', 1],
    ['2025-11-25', 1],
  ])('to who agreed on %s, batches are messages or are not', async (version, answers) => {
    const peer = await open(app, kind, { version });
    const ping = (id: unknown) => ({ jsonrpc: '2.0', id, method: 'ping' });
    const said = (await peer.sayRaw(JSON.stringify([ping('a'), ping('b')]))).flat();
    expect(said).toHaveLength(answers);
    expect(said[0]).toMatchObject(answers === 2 ? { result: {} } : { error: { code: -32600 } });
  });
});

describe.each(EVERY_KIND)('content, %s', (kind) => {
  it('has the shape that the specification gives it, with annotations and icons', async () => {
    const peer = await open(app, kind);
    const { result } = await peer.answer('tools/call', { name: 'blocks' });
    expect(result.content).toEqual([
      { type: 'text', text: 'for people', annotations: { audience: ['user'], priority: 0.5 } },
      { type: 'image', data: 'AQID', mimeType: 'image/png' },
      { type: 'audio', data: 'BAUG', mimeType: 'audio/wav' },
      { type: 'resource_link', uri: 'shelf://books/1', name: 'One', mimeType: 'text/plain' },
      {
        type: 'resource',
        resource: { uri: 'shelf://logo', mimeType: 'image/png', blob: 'Bw==' },
      },
    ]);
    const { tools } = (await peer.answer('tools/list')).result as { tools: Json[] };
    expect(tools.find(({ name }) => name === 'blocks')).toMatchObject({
      icons: [{ src: 'https://example.com/icon.png', mimeType: 'image/png', sizes: ['48x48'] }],
    });
  });

  it('of resources and prompts is base64 with its MIME type', async () => {
    const peer = await open(app, kind);
    const read = await peer.answer('resources/read', { uri: 'shelf://logo' });
    expect(read.result.contents).toEqual([
      { uri: 'shelf://logo', mimeType: 'image/png', blob: 'AQID' },
    ]);
    const got = await peer.answer('prompts/get', {
      name: 'letter',
      arguments: { to: 'Bo', tone: 'kindly' },
    });
    expect(got.result.messages).toEqual([
      { role: 'user', content: { type: 'text', text: 'Dear Bo, kindly' } },
      { role: 'user', content: { type: 'image', data: 'AQID', mimeType: 'image/png' } },
    ]);
  });
});
