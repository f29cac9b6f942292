import { McpError } from '../../src/errors/mcp.error.js';
import { resourceEntry } from './support/entries.js';
import { fixtureServer } from './support/fixture-server.js';
import { full, names, notes } from './support/reading-server.js';
import { legacy, modern } from './support/talk.js';

describe('resources', () => {
  it('are listed, templates apart', async () => {
    const server = fixtureServer(full);
    expect((await modern(server, 'resources/list')).result.resources).toEqual([
      { name: 'test-notes', uri: 'test://notes' },
    ]);
    expect((await legacy(server, 'resources/templates/list')).result).toEqual({
      resourceTemplates: [{ name: 'test-items-id-', uriTemplate: 'test://items/{id}' }],
    });
  });

  it('are read by URI and by template', async () => {
    const server = fixtureServer(full);
    const fixed = await modern(server, 'resources/read', { uri: 'test://notes' });
    expect(fixed.result).toMatchObject({
      contents: [{ text: 'hi' }],
      ttlMs: 0,
      cacheScope: 'private',
    });
    const templated = await modern(server, 'resources/read', { uri: 'test://items/a%20b' });
    expect(templated.result).toMatchObject({
      contents: [{ uri: 'test://items/a%20b', text: '{"id":"a b"}' }],
    });
  });

  it.each([
    'test://nothing',
    'test://items/..',
    'test://items/%2e%2e',
    'test://items/a%2Fb',
    'test://items/',
  ])('answer %s as unknown, by the code of the revision, naming the URI', async (uri) => {
    const server = fixtureServer(full);
    const now = await modern(server, 'resources/read', { uri });
    expect([now.status, now.error.code, now.error.data.uri]).toEqual([200, -32602, uri]);
    const before = await legacy(server, 'resources/read', { uri }, { version: '2025-11-25' });
    expect(before.error).toMatchObject({
      code: -32002,
      data: { uri, code: 'MCP_RESOURCE_NOT_FOUND' },
    });
  });

  it.each(['notes', '/etc/passwd', 'test://a b', 'test://a<b', ''])(
    'refuse %j, which is no URI',
    async (uri) => {
      const { error } = await modern(fixtureServer(full), 'resources/read', { uri });
      expect(error).toMatchObject({ code: -32602, data: { code: 'MCP_INVALID_PARAMS' } });
    },
  );

  it('that come back empty, or not found, are unknown', async () => {
    const server = fixtureServer({
      resources: [
        resourceEntry('test://empty', async () => ({ contents: [] })),
        resourceEntry('test://gone', async () => {
          throw new McpError('NOT_FOUND', 'gone', { status: 404 });
        }),
      ],
    });
    for (const uri of ['test://empty', 'test://gone']) {
      const { error } = await modern(server, 'resources/read', { uri });
      expect(error.data).toEqual({ code: 'MCP_RESOURCE_NOT_FOUND', uri });
    }
  });

  it('fail with the code and the words of the operation', async () => {
    const fail = async () => {
      throw new McpError('FORBIDDEN', 'not yours', { status: 403, details: { owner: 1 } });
    };
    const server = fixtureServer({ resources: [resourceEntry('test://x', fail)] });
    const { status, error } = await modern(server, 'resources/read', { uri: 'test://x' });
    expect(status).toBe(200);
    expect(error).toEqual({
      code: -32603,
      message: 'FORBIDDEN: not yours',
      data: {
        code: 'MCP_OPERATION_FAILED',
        error: { code: 'FORBIDDEN', status: 403, details: { owner: 1 } },
      },
    });
  });

  it('say how long they may be kept', async () => {
    const cache = { ttlMs: 60_000, cacheScope: 'public' } as const;
    const server = fixtureServer({ resources: [{ ...notes, cache }] });
    expect((await modern(server, 'resources/read', { uri: 'test://notes' })).result).toMatchObject(
      cache,
    );
  });
});

describe('prompts', () => {
  it('are listed and got', async () => {
    const server = fixtureServer(full);
    expect(names(await modern(server, 'prompts/list'), 'prompts')).toEqual(['letter']);
    const got = await modern(server, 'prompts/get', { name: 'letter', arguments: { to: 'Bo' } });
    expect(got.result).toMatchObject({ messages: [{ content: { text: '{"to":"Bo"}' } }] });
  });

  it.each([
    [{ name: 'nobody' }, /Unknown prompt: nobody/],
    [{ name: 'letter' }, /needs the arguments: to/],
    [{ name: 'letter', arguments: { to: 1 } }, /params.arguments.to/],
    [{ name: 'letter', arguments: [] }, /params.arguments/],
    [{}, /params.name/],
  ])('refuse %j', async (params, message) => {
    const { status, error } = await legacy(fixtureServer(full), 'prompts/get', params);
    expect([status, error.code]).toEqual([200, -32602]);
    expect(error.message).toMatch(message);
  });
});
