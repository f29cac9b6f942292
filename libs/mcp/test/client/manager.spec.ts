import { closeManagers, faultProgram, startManager, textOf } from './support/managers.js';

describe('McpManager', () => {
  afterEach(closeManagers);

  it('connects to a child process, lists its tools and calls one', async () => {
    const { manager, registry } = await startManager({ fault: faultProgram() });
    expect(manager.health()).toMatchObject({
      status: 'up',
      servers: { fault: { state: 'ready', serverInfo: { name: 'fault', version: '1.0.0' } } },
    });
    const tool = registry.find('mcp_fault_echo');
    expect(tool).toMatchObject({
      origin: 'fault',
      description: 'Says what it is told',
      annotations: { readOnlyHint: true },
    });
    const result = await registry.execute('mcp_fault_echo', { text: 'hello' });
    expect(result).toEqual({ success: true, content: [{ type: 'text', text: 'hello' }] });
  });

  it.each(['legacy', 'modern', 'both'] as const)(
    'speaks with a server of the era %s',
    async (era) => {
      const { manager, registry } = await startManager({ fault: faultProgram({ era }) });
      expect(manager.health().servers.fault?.protocolVersion).toBe(
        era === 'legacy' ? '2025-11-25' : '2026-07-28',
      );
      expect(textOf(await registry.execute('mcp_fault_echo', { text: 'x' }))).toBe('x');
    },
  );
});
