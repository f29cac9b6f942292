import { McpError } from '../../src/errors/mcp.error.js';
import type { ToolEntry } from '../../src/tools/tool-entry.js';
import {
  completionEntry,
  promptEntry,
  resourceEntry,
  templateEntry,
  text,
  toolEntry,
} from './support/entries.js';
import { fixtureServer, tablesOf } from './support/fixture-server.js';
import { legacy, modern, type Exchange } from './support/talk.js';
import { serialiseMessage } from '../../src/server/serialise-message.js';
import { McpServer } from '../../src/server/mcp-server.js';

const notes = resourceEntry('test://notes', async ({ uri }) => ({
  contents: [{ uri, mimeType: 'text/plain', text: 'hi' }],
}));
const item = templateEntry('test://items/{id}', async ({ uri, variables }) => ({
  contents: [{ uri, text: JSON.stringify(variables) }],
}));
const letter = promptEntry(
  'letter',
  [{ name: 'to', required: true }, { name: 'tone' }],
  async (args) => ({
    messages: [{ role: 'user', content: { type: 'text', text: JSON.stringify(args) } }],
  }),
);
const full = { resources: [notes, item], prompts: [letter] };

function names({ result }: Exchange, field = 'tools'): string[] {
  return (result[field] as { name: string }[]).map(({ name }) => name);
}

describe('tools/list', () => {
  const tools = ['b', 'a', 'd', 'c'].map((name) => toolEntry(name, () => text(name)));

  it('is in the same order whatever the order of registration', async () => {
    const one = await modern(fixtureServer({ tools }), 'tools/list');
    const other = await modern(fixtureServer({ tools: tools.toReversed() }), 'tools/list');
    expect(names(one)).toEqual(['a', 'b', 'c', 'd']);
    expect(other.result).toEqual(one.result);
  });

  it('is paged by opaque cursors that another replica understands', async () => {
    const seen: string[] = [];
    let cursor: unknown;
    do {
      const server = fixtureServer({ tools }, { pageSize: 3 });
      const page = await modern(server, 'tools/list', cursor === undefined ? {} : { cursor });
      seen.push(...names(page));
      cursor = page.result.nextCursor;
    } while (cursor !== undefined);
    expect(seen).toEqual(['a', 'b', 'c', 'd']);
  });

  it.each(['', 'garbage', 42, null, Buffer.from('["prompts/list","a"]').toString('base64url')])(
    'refuses the cursor %j',
    async (cursor) => {
      for (const pageSize of [undefined, 2]) {
        const { status, error } = await legacy(
          fixtureServer({ tools }, { pageSize }),
          'tools/list',
          { cursor },
        );
        expect([status, error.code]).toEqual([200, -32602]);
      }
    },
  );

  it('is built and serialised once', async () => {
    let built = 0;
    const definitionFor = () => {
      built += 1;
      return { name: 'once', inputSchema: { type: 'object' } };
    };
    const server = fixtureServer({ tools: [toolEntry('once', () => text(''), { definitionFor })] });
    const context = {
      transport: 'in-process' as const,
      headers: {},
      signal: new AbortController().signal,
      send: async () => {},
    };
    const request = (id: number) => ({ jsonrpc: '2.0', id, method: 'tools/list' });
    const replies = [
      await server.handle(request(1), context),
      await server.handle(request(2), context),
    ];
    expect(built).toBe(1);
    const [one, two] = replies.map(({ message }) => message as { result: object });
    expect(one?.result).toBe(two?.result);
    expect(JSON.parse(serialiseMessage(two as never))).toEqual({
      jsonrpc: '2.0',
      id: 2,
      result: two?.result,
    });
  });

  it('follows the table', async () => {
    const tables = tablesOf({ tools });
    const server = new McpServer({ info: { name: 'f', version: '1' } }, tables);
    await modern(server, 'tools/list');
    tables.tools.remove('b');
    tables.tools.add(toolEntry('e', () => text('')));
    expect(names(await modern(server, 'tools/list'))).toEqual(['a', 'c', 'd', 'e']);
  });

  it('hides what is not visible, and what this caller is not shown', async () => {
    const isListedFor: ToolEntry['isListedFor'] = async (call) =>
      call.headers.authorization === 'boss';
    const server = fixtureServer(
      {
        tools: [
          toolEntry('hidden', () => text(''), { visible: false }),
          toolEntry('for-boss', () => text(''), { isListedFor }),
          toolEntry('for-all', () => text('')),
        ],
      },
      { listCache: { ttlMs: 5000, cacheScope: 'public' } },
    );
    const boss = await modern(server, 'tools/list', {}, { headers: { authorization: 'boss' } });
    expect(names(boss)).toEqual(['for-all', 'for-boss']);
    const other = await modern(server, 'tools/list');
    expect(names(other)).toEqual(['for-all']);
    // What depends on the caller is never public, whatever the option says.
    expect([boss.result.cacheScope, other.result.cacheScope]).toEqual(['private', 'private']);
  });

  it('may be public where it depends on nobody', async () => {
    const listCache = { ttlMs: 5000, cacheScope: 'public' } as const;
    const { result } = await modern(
      fixtureServer({ tools }, { listCache, pageSize: 1 }),
      'tools/list',
    );
    expect(result).toMatchObject(listCache);
    const { cursor = result.nextCursor } = {};
    const next = await modern(fixtureServer({ tools }, { listCache, pageSize: 1 }), 'tools/list', {
      cursor,
    });
    expect(next.result).toMatchObject(listCache);
  });
});

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

describe('completion/complete', () => {
  const many = Array.from({ length: 150 }, (_, index) => `v${index}`);
  const server = fixtureServer({
    ...full,
    completions: [
      completionEntry('prompt', 'letter', 'to', async ({ value, context }) => [
        `${value}!`,
        context.tone ?? '-',
      ]),
      completionEntry('resource', 'test://items/{id}', 'id', async () => many),
    ],
  });
  const ref = { type: 'ref/prompt', name: 'letter' };

  it('suggests values, told what is filled in already', async () => {
    const params = {
      ref,
      argument: { name: 'to', value: 'B' },
      context: { arguments: { tone: 'warm' } },
    };
    const { result } = await modern(server, 'completion/complete', params);
    expect(result.completion).toEqual({ values: ['B!', 'warm'], total: 2, hasMore: false });
  });

  it('gives no more than a hundred values, and says so', async () => {
    const params = {
      ref: { type: 'ref/resource', uri: 'test://items/{id}' },
      argument: { name: 'id', value: '' },
    };
    const { completion } = (await legacy(server, 'completion/complete', params)).result as {
      completion: { values: string[]; total: number; hasMore: boolean };
    };
    expect([completion.values.length, completion.total, completion.hasMore]).toEqual([
      100,
      150,
      true,
    ]);
  });

  it('has nothing to say about an argument without a completer', async () => {
    const params = { ref, argument: { name: 'tone', value: '' } };
    const { result } = await modern(server, 'completion/complete', params);
    expect(result.completion).toEqual({ values: [], total: 0, hasMore: false });
  });

  it.each([
    [{ ref: { type: 'ref/prompt', name: 'nobody' }, argument: { name: 'a', value: '' } }],
    [
      {
        ref: { type: 'ref/resource', uri: 'test://nothing/{id}' },
        argument: { name: 'id', value: '' },
      },
    ],
    [{ ref: { type: 'ref/tool', name: 'letter' }, argument: { name: 'to', value: '' } }],
    [{ ref, argument: { name: 'unknown', value: '' } }],
    [{ ref, argument: { name: 'to', value: 1 } }],
    [{ ref, argument: 'to' }],
    [{ ref, argument: { name: 'to', value: '' }, context: { arguments: { tone: 1 } } }],
    [{}],
  ])('refuses %j', async (params) => {
    expect((await modern(server, 'completion/complete', params)).error.code).toBe(-32602);
  });
});

describe('what is not offered', () => {
  it.each([
    'prompts/list',
    'prompts/get',
    'resources/list',
    'resources/read',
    'completion/complete',
  ])('makes %s an unknown method, and is not declared', async (method) => {
    const server = fixtureServer();
    expect((await modern(server, method)).error.code).toBe(-32601);
    const { result } = await modern(server, 'server/discover');
    expect(result.capabilities).toEqual({ tools: { listChanged: true }, logging: {} });
  });
});
