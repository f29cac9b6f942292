import { Injectable, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import {
  McpModule,
  McpResource,
  ToolRegistry,
  type AddToolOptions,
  type BusMessage,
  type CacheHint,
  type Identity,
  type McpBus,
  type MemoryChange,
  type ServeToolOptions,
  type SingleUse,
  type Tool,
  type ToolFilter,
  type ToolProgress,
  type ToolsChanged,
  type ToolSource,
} from 'nest-toolport';

/** As an application writes one, with nothing but public names. */
class LoggingBus implements McpBus {
  readonly shared = false;
  readonly log: string[] = [];
  readonly #listeners = new Set<(message: BusMessage) => void>();

  publish(message: BusMessage): Promise<void> {
    const from: Identity | undefined = 'from' in message ? message.from : undefined;
    this.log.push(`${message.kind} ${from?.principal ?? '-'}`);
    this.#listeners.forEach((listener) => listener(message));
    return Promise.resolve();
  }

  subscribe(listener: (message: BusMessage) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  change(_key: string, _change: MemoryChange, _ttl: number): Promise<void> {
    return Promise.resolve();
  }

  read(): Promise<Readonly<Record<string, string>>> {
    return Promise.resolve({});
  }
}

class Once implements SingleUse {
  readonly #used = new Set<string>();

  use(id: string): Promise<boolean> {
    const isNew = !this.#used.has(id);
    this.#used.add(id);
    return Promise.resolve(isNew);
  }
}

class Remote implements ToolSource {
  readonly origin = 'far';

  readonly #echo: Tool = {
    name: 'mcp_far_echo',
    origin: this.origin,
    inputSchema: { type: 'object', properties: {} },
    execute: (_args, options) => {
      const halfway: ToolProgress = { progress: 1, total: 2 };
      options?.onProgress?.(halfway);
      return Promise.resolve({ success: true, content: [] });
    },
  };

  tools(): readonly Tool[] {
    return [this.#echo];
  }

  onChange(): () => void {
    return () => {};
  }
}

const listCache: CacheHint = { ttlMs: 1000, cacheScope: 'private' };

@Injectable()
class Things {
  // @ts-expect-error -- nothing would show these words: a template has no descriptions of variables
  @McpResource('things://{id}', { args: { id: 'Number' } })
  read({ id }: { id: string }) {
    return id;
  }
}

describe('what an application implements itself', () => {
  it('can be written with the public names alone', async () => {
    const bus = new LoggingBus();

    @Module({ imports: [McpModule.forRoot({ bus, singleUse: new Once(), listCache })] })
    class AppModule {}
    const app = await NestFactory.create(AppModule, { logger: false });
    await app.init();
    const registry = app.get(ToolRegistry);
    const changes: ToolsChanged[] = [];
    registry.onChange((change) => changes.push(change));
    const remote = new Remote();
    const [tool] = remote.tools();
    const guarded: AddToolOptions = { guards: [] };
    const served: ServeToolOptions = { ...guarded, of: tool.name };
    registry.attach(remote);
    registry.serve({ ...tool, name: 'echo' }, served);
    const filter: ToolFilter = { origin: 'far' };
    expect(registry.list(filter).map(({ name }) => name)).toEqual(['mcp_far_echo']);
    expect(changes).toEqual([{ added: ['mcp_far_echo'], removed: [], changed: [] }]);
    await app.close();
  });

  it('has no words for the variables of a template, which nobody would be shown', async () => {
    @Module({ imports: [McpModule.forRoot({})], providers: [Things] })
    class AppModule {}
    const app = await NestFactory.create(AppModule, { logger: false, abortOnError: false });
    await expect(app.init()).rejects.toThrow(/MCP_OPTION_INVALID .*args/);
    await app.close();
  });
});
