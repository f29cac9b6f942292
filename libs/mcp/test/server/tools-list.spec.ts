import { McpServer } from '../../src/server/mcp-server.js';
import { encodeCursor } from '../../src/server/lists/cursor.js';
import { serialiseMessage } from '../../src/server/serialise-message.js';
import type { ToolEntry } from '../../src/tools/tool-entry.js';
import { heapAfterCollection } from '../support/heap.js';
import { text, toolEntry } from './support/entries.js';
import { fixtureServer, tablesOf } from './support/fixture-server.js';
import { names } from './support/reading-server.js';
import { legacy, modern } from './support/talk.js';

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
    const scopes = new Set<unknown>();
    let cursor: unknown;
    do {
      const server = fixtureServer({ tools }, { pageSize: 3 });
      const page = await modern(server, 'tools/list', cursor === undefined ? {} : { cursor });
      seen.push(...names(page));
      scopes.add(page.result.cacheScope);
      cursor = page.result.nextCursor;
    } while (cursor !== undefined);
    expect(seen).toEqual(['a', 'b', 'c', 'd']);
    expect([...scopes]).toEqual(['private']);
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

  it('keeps no cursor that a caller made up: anyone can write one of megabytes', async () => {
    const server = fixtureServer({ tools }, { pageSize: 2 });
    const before = heapAfterCollection();
    for (let i = 0; i < 20; i += 1) {
      const last = Buffer.alloc(2_000_000, `b${i}`).toString('latin1');
      const cursor = encodeCursor('tools/list', last);
      expect(names(await modern(server, 'tools/list', { cursor }))).toEqual(['c', 'd']);
    }
    expect(heapAfterCollection() - before).toBeLessThan(10_000_000);
  });

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
