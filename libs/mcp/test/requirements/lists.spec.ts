import {
  Injectable,
  NotFoundException,
  UseGuards,
  type CanActivate,
  type ExecutionContext,
} from '@nestjs/common';
import {
  McpHide,
  McpListGuard,
  McpParam,
  McpResource,
  McpResult,
  McpTool,
  type McpModuleOptions,
} from 'nest-toolport';
import { Everything } from './support/everything.js';
import { EVERY_KIND, STATELESS, type Kind } from './support/kinds.js';
import type { Peer } from './support/peer.js';
import { stage } from './support/stage.js';

const { start, open } = stage();

@McpListGuard()
class BossGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { headers } = context.switchToHttp().getRequest<{ headers: Record<string, string> }>();
    return headers['x-key'] === 'boss';
  }
}

@Injectable()
class Office {
  @McpTool({ name: 'for-all', description: 'For everybody' })
  forAll() {
    return 'all';
  }

  @McpTool({ name: 'for-boss', description: 'For one' })
  @UseGuards(BossGuard)
  forBoss() {
    return 'boss';
  }

  @McpTool({ name: 'unlisted', description: 'For nobody', visible: false })
  unlisted() {
    return 'nobody';
  }

  @McpHide()
  @McpTool({ name: 'hidden', description: 'For nobody' })
  hidden() {
    return 'nobody';
  }
}

@Injectable()
class Shelf {
  @McpResource('shelf://gone', { description: 'Was there once' })
  gone() {
    throw new NotFoundException('It is gone');
  }

  @McpResource('shelf://nothing', { description: 'Has nothing to say' })
  nothing() {
    return McpResult.of([]);
  }

  @McpResource('shelf://files/{name}', { description: 'A file' })
  file(@McpParam('name') name: string) {
    return name;
  }
}

const LISTS = {
  'tools/list': 'tools',
  'prompts/list': 'prompts',
  'resources/list': 'resources',
  'resources/templates/list': 'resourceTemplates',
} as const;

async function namesIn(peer: Peer) {
  const { result } = await peer.answer('tools/list');
  return (result.tools as { name: string }[]).map(({ name }) => name);
}

describe.each(EVERY_KIND)('a list, %s', (kind) => {
  it('has what its caller may use, and nothing that is hidden', async () => {
    const app = await start([Office], { visibility: 'guarded' });
    const boss = await open(app, kind, { headers: { 'x-key': 'boss' } });
    const other = await open(app, kind);
    expect(await namesIn(boss)).toEqual(['for-all', 'for-boss']);
    expect(await namesIn(other)).toEqual(['for-all']);
    for (const name of ['unlisted', 'hidden', 'unknown']) {
      const { error } = await boss.answer('tools/call', { name });
      expect(error).toMatchObject({ code: -32602, message: `Unknown tool: ${name}` });
    }
    const refused = await other.answer('tools/call', { name: 'for-boss' });
    expect(refused.result).toMatchObject({ isError: true, content: [{ text: /FORBIDDEN/ }] });
  });

  it('comes in pages, by cursors that another replica understands', async () => {
    const replicas = [await start([Everything], { pageSize: 1 }), await start([Everything])];
    const paged = await open(replicas[0], kind);
    const other = await open(await start([Everything], { pageSize: 1 }), kind);
    const whole = await open(replicas[1], kind);
    for (const [list, member] of Object.entries(LISTS)) {
      const seen: unknown[] = [];
      let cursor: unknown;
      do {
        const turn = seen.length % 2 === 0 ? paged : other;
        const { result } = await turn.answer(list, cursor === undefined ? {} : { cursor });
        seen.push(...(result[member] as unknown[]));
        cursor = result.nextCursor;
      } while (cursor !== undefined);
      expect(seen).toEqual((await whole.answer(list)).result[member]);
    }
  });
});

describe.each(STATELESS)('the cache hint of a list, %s', (kind) => {
  const listCache = { ttlMs: 5000, cacheScope: 'public' } as const;
  /** The scopes of all pages of all lists. */
  async function scopes(options: McpModuleOptions) {
    const peer = await open(await start([Everything, Office], { pageSize: 1, ...options }), kind);
    const found: unknown[] = [];
    for (const list of Object.keys(LISTS)) {
      let cursor: unknown;
      do {
        const { result } = await peer.answer(list, cursor === undefined ? {} : { cursor });
        expect(Number.isInteger(result.ttlMs) && Number(result.ttlMs) >= 0).toBe(true);
        found.push(`${list} ${String(result.cacheScope)}`);
        cursor = result.nextCursor;
      } while (cursor !== undefined);
    }
    return [...new Set(found)];
  }

  it('is public where the list depends on nobody, on every page alike', async () => {
    expect(await scopes({ listCache })).toEqual(Object.keys(LISTS).map((list) => `${list} public`));
  });

  it('is private where it depends on the caller, whatever the option says', async () => {
    expect(await scopes({ listCache, visibility: 'guarded' })).toContain('tools/list private');
  });
});

describe.each(EVERY_KIND)('a resource, %s', (kind) => {
  const code = (one: Kind) => (one.startsWith('2026') ? -32602 : -32002);

  it('that is not there is unknown, never empty', async () => {
    const peer = await open(await start([Shelf]), kind);
    for (const uri of ['shelf://gone', 'shelf://nothing', 'shelf://other']) {
      const { error } = await peer.answer('resources/read', { uri });
      expect(error).toMatchObject({ code: code(kind), data: { uri } });
    }
  });

  it.each([
    'shelf://files/..',
    'shelf://files/%2e%2e',
    'shelf://files/%2e%2e%2fetc%2fpasswd',
    'shelf://files/a%2Fb',
    'shelf://files/a%00',
    'shelf://files/../../etc/passwd',
    'shelf://files/',
    'file:///etc/passwd',
  ])('%s leads nowhere', async (uri) => {
    const peer = await open(await start([Shelf]), kind);
    const { error } = await peer.answer('resources/read', { uri });
    expect(error.code).toBe(code(kind));
  });

  it('has a URI, and what is none is refused', async () => {
    const peer = await open(await start([Shelf]), kind);
    for (const uri of ['files', '/etc/passwd', 'shelf://a b', 'shelf://a<b', '', 7, undefined]) {
      expect((await peer.answer('resources/read', { uri })).error.code).toBe(-32602);
    }
  });
});

it.each(EVERY_KIND)('a completion sees the other arguments, %s', async (kind) => {
  const peer = await open(await start([Everything]), kind);
  const { result } = await peer.answer('completion/complete', {
    ref: { type: 'ref/prompt', name: 'letter' },
    argument: { name: 'to', value: 'B' },
    context: { arguments: { tone: 'warm' } },
  });
  expect(result.completion).toEqual({
    values: ['B!', '{"tone":"warm"}'],
    total: 2,
    hasMore: false,
  });
});
