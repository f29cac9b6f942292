import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { FaultHttp } from './support/fault-http.js';
import {
  closeManagers,
  faultProgram,
  cuttable,
  inProcess,
  startManager,
  textOf,
  untilState,
} from './support/managers.js';
import { FaultServer } from './support/fault-server.mjs';
import type { ToolsChanged } from '../../src/registry/registry-reports.js';

describe('remote tools in the registry', () => {
  afterEach(closeManagers);
  const named = (...names: string[]) =>
    names.map((name) => ({ name, inputSchema: { type: 'object' } }));

  it('O-J02: the same tool name on two servers: both callable, whoever connected first', async () => {
    const search = () => new FaultServer({ tools: named('search') });
    const slow = (server: FaultServer, ms: number) => async () => {
      await new Promise((resolve) => setTimeout(resolve, ms));
      return inProcess(server).connect();
    };
    const orders = [];
    for (const [a, b] of [
      [0, 30],
      [30, 0],
    ] as const) {
      const { registry } = await startManager({
        b: { type: 'in-process', connect: slow(search(), b) },
        a: { type: 'in-process', connect: slow(search(), a) },
      });
      orders.push(registry.list().map(({ name }) => name));
      for (const name of orders[0] ?? []) {
        expect((await registry.execute(name)).success).toBe(true);
      }
    }
    expect(orders).toEqual([
      ['mcp_a_search', 'mcp_b_search'],
      ['mcp_a_search', 'mcp_b_search'],
    ]);
  });

  it('names stay unambiguous whatever keys and tools are called', async () => {
    const { registry } = await startManager({
      a: inProcess(
        new FaultServer({ tools: named('b_c', 'get.item', 'get/item', 'x'.repeat(80)) }),
      ),
      a_b: inProcess(new FaultServer({ tools: named('c') })),
    });
    const names = registry.list().map(({ name }) => name);
    expect(names).toContain('mcp_a_b_c');
    expect(names).toContain('mcp_a-b_c');
    expect(new Set(names).size).toBe(5);
    for (const name of names) expect(name).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
    for (const name of names) expect((await registry.execute(name)).success).toBe(true);
  });

  it('a naming of the application is held to the same rules', async () => {
    const tools = named('one', 'two', 'bad name');
    const { registry, log } = await startManager(
      { a: inProcess(new FaultServer({ tools })) },
      { naming: (_, tool) => (tool === 'bad name' ? tool : 'same') },
    );
    expect(registry.list().map(({ name }) => name)).toEqual(['same']);
    expect(log.lines.filter((line) => line.startsWith('warn'))).toEqual([
      expect.stringContaining('"two" is left out: "one" is called same already'),
      expect.stringContaining('"bad name" is left out'),
    ]);
  });

  it.each(['legacy', 'modern'] as const)(
    'O-J03: all pages are read, an empty cursor included (%s)',
    async (era) => {
      const server = new FaultServer({
        era,
        tools: named('a', 'b', 'c', 'd', 'e'),
        pages: [2, 2, 1],
        secondCursor: '',
      });
      const { registry } = await startManager({ s: inProcess(server) });
      expect(registry.list().map(({ name }) => name)).toEqual(
        ['a', 'b', 'c', 'd', 'e'].map((name) => `mcp_s_${name}`),
      );
    },
  );

  it.each(['legacy', 'modern'] as const)(
    'O-J04: when a %s server says that its tools changed, the registry follows and tells',
    async (era) => {
      const server = new FaultServer({ era, tools: named('stays', 'goes', 'changes') });
      const { registry } = await startManager({ s: inProcess(server) });
      const stays = registry.find('mcp_s_stays');
      const change = new Promise<ToolsChanged>((resolve) => registry.onChange(resolve));
      const begun = performance.now();
      server.setTools([
        ...named('stays', 'comes'),
        { name: 'changes', description: 'new words', inputSchema: { type: 'object' } },
      ]);
      expect(await change).toEqual({
        added: ['mcp_s_comes'],
        removed: ['mcp_s_goes'],
        changed: ['mcp_s_changes'],
      });
      expect(performance.now() - begun).toBeLessThan(1000);
      expect(registry.find('mcp_s_stays')).toBe(stays);
      expect(registry.find('mcp_s_changes')?.description).toBe('new words');
    },
  );

  it('O-J04: a hundred notices at once end in the last list, without a hundred lists', async () => {
    const server = new FaultServer({ tools: named('a') });
    const { registry } = await startManager({ s: inProcess(server) });
    const lists = () => server.received.filter(({ method }) => method === 'tools/list').length;
    const last = new Promise<void>((resolve) =>
      registry.onChange(() => registry.find('mcp_s_t99') && resolve()),
    );
    for (let i = 0; i < 100; i++) server.setTools(named(`t${i}`));
    await last;
    expect(registry.list().map(({ name }) => name)).toEqual(['mcp_s_t99']);
    expect(lists()).toBeLessThan(5);
  });

  it('O-J04: over HTTP the changes of a modern server come by subscription, also after it was cut', async () => {
    const server = await new FaultHttp({ era: 'modern' }).start();
    const test = await startManager({ s: { url: server.url } });
    const change = new Promise<ToolsChanged>((resolve) => test.registry.onChange(resolve));
    server.mcp.setTools(named('only'));
    expect((await change).added).toEqual(['mcp_s_only']);
    await server.restart();
    const back = new Promise<ToolsChanged>((resolve) => test.registry.onChange(resolve));
    expect((await back).removed).toEqual(['mcp_s_only']);
    await closeManagers();
    await server.stop();
  });

  it('only the tools that the configuration names are taken in', async () => {
    const { registry } = await startManager({
      fault: faultProgram({}, { tools: ['echo', 'nope'] }),
    });
    expect(registry.list().map(({ name }) => name)).toEqual(['mcp_fault_echo']);
  });

  it('a disabled server is neither connected nor listed', async () => {
    const { registry, manager } = await startManager({
      fault: faultProgram({}, { disabled: true }),
    });
    expect(registry.list()).toEqual([]);
    expect(manager.health()).toMatchObject({
      status: 'up',
      servers: { fault: { state: 'disabled' } },
    });
    await expect(manager.server('fault').callTool('echo')).rejects.toMatchObject({
      code: 'REMOTE_UNAVAILABLE',
    });
  });

  it('O-J15: a recursive schema comes in as it is, and goes out again as JSON', async () => {
    const inputSchema = {
      type: 'object',
      properties: { root: { $ref: '#/$defs/node' } },
      $defs: {
        node: {
          type: 'object',
          properties: { children: { type: 'array', items: { $ref: '#/$defs/node' } } },
        },
      },
    };
    const server = new FaultServer({ tools: [{ name: 'tree', inputSchema }] });
    const { registry } = await startManager({ s: inProcess(server) });
    expect(JSON.parse(JSON.stringify(registry.find('mcp_s_tree')?.inputSchema))).toEqual(
      inputSchema,
    );
    expect((await registry.execute('mcp_s_tree', { root: {} })).success).toBe(true);
  });

  it('O-J22: a server object in this process needs no socket', async () => {
    const { registry } = await startManager({ s: inProcess(new FaultServer()) });
    expect(textOf(await registry.execute('mcp_s_echo', { text: 'x' }))).toBe('x');
  });

  it('O-J14: 200 reconnects of a server with 100 tools leave nothing behind', async () => {
    const server = new FaultServer({
      tools: named(...Array.from({ length: 100 }, (_, i) => `t${i}`)),
    });
    const { entry, cut } = cuttable(server);
    const test = await startManager(
      { s: entry },
      { reconnect: { initialDelay: 1, maxDelay: 1, jitter: 0 } },
    );
    const before = test.registry.list();
    const again = async () => {
      cut();
      await untilState(test, 's', 'failed');
      await untilState(test, 's', 'ready');
    };
    for (let i = 0; i < 20; i++) await again();
    const heap = usedHeap();
    for (let i = 0; i < 200; i++) await again();
    expect(test.registry.list().map((tool, i) => tool === before[i])).not.toContain(false);
    expect(test.registry.list()).toHaveLength(100);
    // 200 generations of 100 tools would be tens of megabytes.
    expect(usedHeap() - heap).toBeLessThan(8 * 1024 * 1024);
  }, 60_000);
});

function usedHeap(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed;
}
