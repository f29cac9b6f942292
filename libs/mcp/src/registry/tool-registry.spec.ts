import type { LocalToolHost } from './local-tool-host.js';
import type { ToolsChanged } from './registry-reports.js';
import { ToolRegistry } from './tool-registry.js';
import type { ToolSource } from './tool-source.js';
import type { Tool } from './tool.js';

const tool = (name: string, origin = 'local'): Tool => ({
  name,
  origin,
  inputSchema: { type: 'object' },
  execute: async (args, options) => ({
    success: true,
    content: [{ type: 'text', text: JSON.stringify({ name, args, caller: options?.caller }) }],
  }),
});

class FakeSource implements ToolSource {
  readonly listeners = new Set<() => void>();
  constructor(
    readonly origin: string,
    private current: readonly Tool[],
  ) {}
  tools() {
    return this.current;
  }
  onChange(listener: () => void) {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }
  replace(tools: readonly Tool[]) {
    this.current = tools;
    for (const listener of this.listeners) listener();
  }
}

describe('ToolRegistry', () => {
  it('lists the own tools first, then the servers by key, whoever came first', () => {
    const registry = new ToolRegistry();
    registry.attach(new FakeSource('zoo', [tool('mcp_zoo_a', 'zoo')]));
    registry.attach(new FakeSource('ant', [tool('mcp_ant_a', 'ant')]));
    registry.attach(new FakeSource('local', [tool('orders_create')]));
    expect(registry.list().map((t) => t.name)).toEqual(['orders_create', 'mcp_ant_a', 'mcp_zoo_a']);
  });

  it('lists what a filter lets through', () => {
    const registry = new ToolRegistry();
    registry.attach(new FakeSource('a', [tool('mcp_a_x', 'a'), tool('mcp_a_y', 'a')]));
    registry.attach(new FakeSource('b', [tool('mcp_b_x', 'b')]));
    const names = (filter: Parameters<ToolRegistry['list']>[0]) =>
      registry.list(filter).map((t) => t.name);
    expect(names({ origin: 'a' })).toEqual(['mcp_a_x', 'mcp_a_y']);
    expect(names({ origin: ['a', 'b'], match: (t) => t.name.endsWith('x') })).toEqual([
      'mcp_a_x',
      'mcp_b_x',
    ]);
    expect(names({ names: ['mcp_a_y', 'nope'] })).toEqual(['mcp_a_y']);
  });

  it('executes a tool by name, with the caller', async () => {
    const registry = new ToolRegistry();
    registry.add(tool('ping'));
    const result = await registry.execute('ping', { a: 1 }, { caller: 'ada' });
    expect(result.content).toEqual([
      { type: 'text', text: '{"name":"ping","args":{"a":1},"caller":"ada"}' },
    ]);
  });

  it('refuses an unknown name, also one that every object has', async () => {
    const registry = new ToolRegistry();
    await expect(registry.execute('nope')).rejects.toMatchObject({ code: 'MCP_TOOL_NOT_FOUND' });
    await expect(registry.execute('constructor')).rejects.toMatchObject({
      code: 'MCP_TOOL_NOT_FOUND',
    });
  });

  it('follows a source and tells which tools came, went and changed', () => {
    const registry = new ToolRegistry();
    const source = new FakeSource('a', [tool('mcp_a_x', 'a'), tool('mcp_a_y', 'a')]);
    registry.attach(source);
    const changes: ToolsChanged[] = [];
    registry.onChange((change) => changes.push(change));
    source.replace([tool('mcp_a_x', 'a'), tool('mcp_a_z', 'a')]);
    expect(changes).toEqual([{ added: ['mcp_a_z'], removed: ['mcp_a_y'], changed: ['mcp_a_x'] }]);
  });

  it('says nothing when a source changes nothing', () => {
    const registry = new ToolRegistry();
    const same = tool('mcp_a_x', 'a');
    const source = new FakeSource('a', [same]);
    registry.attach(source);
    const listener = jest.fn();
    registry.onChange(listener);
    source.replace([same]);
    expect(listener).not.toHaveBeenCalled();
  });

  it('forgets a detached source, its tools and its listener', () => {
    const registry = new ToolRegistry();
    const source = new FakeSource('a', [tool('mcp_a_x', 'a')]);
    const detach = registry.attach(source);
    detach();
    detach();
    expect(registry.list()).toEqual([]);
    expect(source.listeners.size).toBe(0);
  });

  it('takes one source per origin', () => {
    const registry = new ToolRegistry();
    registry.attach(new FakeSource('a', []));
    expect(() => registry.attach(new FakeSource('a', []))).toThrow(/source of "a"/);
  });

  it('lets the own tool win a name, and reports the loser once', () => {
    const conflicts: string[] = [];
    const registry = new ToolRegistry({
      onConflict: (winner, loser) => conflicts.push(`${winner.origin} over ${loser.origin}`),
    });
    const remote = new FakeSource('a', [tool('mcp_a_x', 'a')]);
    registry.attach(remote);
    registry.attach(new FakeSource('local', [tool('mcp_a_x')]));
    registry.attach(new FakeSource('b', []));
    expect(registry.find('mcp_a_x')?.origin).toBe('local');
    expect(conflicts).toEqual(['local over a']);
  });

  it('adds and removes single tools at run time', () => {
    const registry = new ToolRegistry();
    registry.add(tool('late'));
    expect(() => registry.add(tool('late'))).toThrow(/"late"/);
    expect(registry.remove('late')).toBe(true);
    expect(registry.remove('late')).toBe(false);
    expect(registry.find('late')).toBeUndefined();
  });

  it('hides a disabled tool everywhere until it is enabled', async () => {
    const registry = new ToolRegistry();
    registry.add(tool('ping'));
    const changes: ToolsChanged[] = [];
    registry.onChange((change) => changes.push(change));
    registry.disable('ping');
    expect(registry.list()).toEqual([]);
    await expect(registry.execute('ping')).rejects.toMatchObject({ code: 'MCP_TOOL_NOT_FOUND' });
    registry.enable('ping');
    expect(registry.find('ping')).toBeDefined();
    expect(changes.map(({ added, removed }) => ({ added, removed }))).toEqual([
      { added: [], removed: ['ping'] },
      { added: ['ping'], removed: [] },
    ]);
  });

  it('tells every listener though one of them throws', () => {
    const errors: unknown[] = [];
    const registry = new ToolRegistry({ onListenerError: (error) => errors.push(error) });
    const second = jest.fn();
    registry.onChange(() => {
      throw new Error('first');
    });
    const stop = registry.onChange(second);
    registry.add(tool('a'));
    stop();
    registry.add(tool('b'));
    expect(second).toHaveBeenCalledTimes(1);
    expect(errors).toHaveLength(2);
  });

  it('hears of a listener that rejects, which ends neither the change nor the process', async () => {
    let told!: (error: unknown) => void;
    const failure = new Promise((resolve) => (told = resolve));
    const registry = new ToolRegistry({ onListenerError: told });
    registry.onChange(async () => {
      throw new Error('late');
    });
    registry.add(tool('a'));
    await expect(failure).resolves.toEqual(new Error('late'));
    expect(registry.find('a')).toBeDefined();
  });

  it('serves a remote tool from the endpoint without listing it twice', async () => {
    const local = new FakeSource('local', []);
    const host: LocalToolHost = {
      add: (added) => local.replace([...local.tools(), { ...added, origin: 'local' }]),
      remove: (name) => {
        const before = local.tools();
        local.replace(before.filter((one) => one.name !== name));
        return local.tools().length < before.length;
      },
      setEnabled: () => false,
    };
    const registry = new ToolRegistry({}, host);
    registry.attach(local);
    const remote = tool('mcp_a_x', 'a');
    registry.attach(new FakeSource('a', [remote]));
    registry.serve({ ...remote, name: 'renamed' });
    registry.serve(remote);
    expect(local.tools().map((t) => t.name)).toEqual(['renamed', 'mcp_a_x']);
    expect(registry.list()).toEqual([remote]);
    expect(registry.withdraw('renamed')).toBe(true);
    expect(registry.withdraw('renamed')).toBe(false);
    expect(local.tools().map((t) => t.name)).toEqual(['mcp_a_x']);
  });

  it('does not serve where the application has no endpoint', () => {
    const registry = new ToolRegistry();
    expect(registry.servesTools).toBe(false);
    expect(() => registry.serve(tool('x'))).toThrow(/import McpModule/);
  });
});
