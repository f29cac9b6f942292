import { Injectable, Module, type OnModuleInit } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { McpModule, McpServer, McpTool, ToolRegistry, type Tool } from 'nest-toolport';
import type { ToolSource } from '../../src/registry/tool-source.js';

@Injectable()
class Tools implements OnModuleInit {
  static early?: (registry: ToolRegistry) => void;
  constructor(private readonly registry: ToolRegistry) {}

  onModuleInit(): void {
    Tools.early?.(this.registry);
  }

  @McpTool({ name: 'own', description: 'Its own' })
  own() {
    return 'own';
  }
}

@Module({ imports: [McpModule.forRoot({})], providers: [Tools] })
class AppModule {}

const remote = (description: string): Tool => ({
  name: 'mcp_far_echo',
  description,
  origin: 'far',
  inputSchema: { type: 'object', properties: {} },
  execute: () => Promise.resolve({ success: true, content: [] }),
});

/** The tools of another server, as the registry knows them. */
class Far implements ToolSource {
  readonly origin = 'far';
  readonly #listeners = new Set<() => void>();
  current = [remote('first')];

  tools(): readonly Tool[] {
    return this.current;
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  change(): void {
    this.current = [remote('second')];
    this.#listeners.forEach((listener) => listener());
  }
}

async function started(early?: (registry: ToolRegistry) => void) {
  Tools.early = early;
  const app = await NestFactory.create(AppModule, { logger: false });
  await app.init();
  const registry = app.get(ToolRegistry);
  const names = () => app.get(McpServer).tools.map(({ name }) => name);
  return { app, registry, names };
}

describe('a tool that is disabled', () => {
  it('is found and executed no more, where it is served from another server', async () => {
    const { app, registry, names } = await started();
    const far = new Far();
    registry.attach(far);
    registry.serve(remote('first'));
    registry.disable('mcp_far_echo');
    expect(registry.find('mcp_far_echo')).toBeUndefined();
    await expect(registry.execute('mcp_far_echo')).rejects.toThrow(/Unknown tool/);
    expect(names()).toEqual(['own']);
    registry.enable('mcp_far_echo');
    await app.close();
    expect(registry.find('mcp_far_echo')).toBeDefined();
    expect(names()).toEqual(['mcp_far_echo', 'own']);
  });

  it('stays so when its server defines it anew', async () => {
    const { app, registry, names } = await started();
    const far = new Far();
    registry.attach(far);
    registry.serve(remote('first'));
    registry.disable('mcp_far_echo');
    far.change();
    registry.withdraw('mcp_far_echo');
    registry.serve(remote('second'));
    expect(names()).toEqual(['own']);
    expect(registry.find('mcp_far_echo')).toBeUndefined();
    registry.enable('mcp_far_echo');
    await app.close();
    expect(names()).toEqual(['mcp_far_echo', 'own']);
  });

  it('is not served under another name either', async () => {
    const { app, registry, names } = await started();
    registry.attach(new Far());
    registry.serve({ ...remote('first'), name: 'echo' }, { of: 'mcp_far_echo' });
    registry.disable('mcp_far_echo');
    expect(names()).toEqual(['own']);
    registry.enable('mcp_far_echo');
    await app.close();
    expect(names()).toEqual(['echo', 'own']);
  });

  it('stays so though it was disabled before the application had booted', async () => {
    const { app, registry, names } = await started((early) => early.disable('own'));
    expect(names()).toEqual([]);
    registry.enable('own');
    await app.close();
    expect(names()).toEqual(['own']);
  });

  it('may be taken out, and its name be used again', async () => {
    const { app, registry, names } = await started();
    registry.add(remote('added'));
    registry.disable('mcp_far_echo');
    expect(registry.remove('mcp_far_echo')).toBe(true);
    registry.add(remote('again'));
    await app.close();
    expect(names()).toEqual(['mcp_far_echo', 'own']);
  });
});
