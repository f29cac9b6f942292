import { ConfigurableModuleBuilder, Logger, Module, type Provider } from '@nestjs/common';
import { DiscoveryModule, ModuleRef } from '@nestjs/core';
import { guardInstance } from '../registry/guard-instance.nest.js';
import { ToolRegistry } from '../registry/tool-registry.js';
import { ClientHandlerExplorer } from './client-handler.explorer.js';
import type { McpClientOptions } from './client.options.js';
import { CLIENT_REGISTRY, REQUESTED_PROVIDERS, REQUESTED_TOKENS } from './inject.decorators.js';
import { McpClientRuntime } from './mcp-client.runtime.js';
import { MCP_CLIENT_OPTIONS } from './mcp-client.tokens.js';
import { McpHealthIndicator } from './mcp-health.indicator.js';
import { McpManager } from './mcp-manager.js';

const PROVIDERS: Provider[] = [
  ClientHandlerExplorer,
  McpClientRuntime,
  McpHealthIndicator,
  {
    provide: CLIENT_REGISTRY,
    useFactory: (shared?: ToolRegistry) => shared ?? ownRegistry(),
    // That of McpModule, where the application serves tools itself.
    inject: [{ token: ToolRegistry, optional: true }],
  },
  {
    provide: McpManager,
    useFactory: async (options: McpClientOptions, registry: ToolRegistry, moduleRef: ModuleRef) => {
      const manager = new McpManager({
        ...options,
        registry,
        logOf,
        resolveGuards: (guards) =>
          Promise.all(guards.map((guard) => guardInstance(guard, moduleRef))),
      });
      await manager.load();
      return manager;
    },
    inject: [MCP_CLIENT_OPTIONS, CLIENT_REGISTRY, ModuleRef],
  },
];

const { ConfigurableModuleClass } = new ConfigurableModuleBuilder<McpClientOptions>({
  optionsInjectionToken: MCP_CLIENT_OPTIONS,
})
  .setClassMethodName('forRoot')
  .setExtras({ isGlobal: true }, (definition, { isGlobal }) => ({
    ...definition,
    global: isGlobal,
    providers: [...(definition.providers ?? []), ...PROVIDERS],
    exports: [McpManager, McpHealthIndicator, CLIENT_REGISTRY],
  }))
  .build();

/**
 * Makes other MCP servers' tools available beside the application's own.
 *
 * @example
 * ```ts
 * @Module({ imports: [McpClientModule.forRoot({ servers: 'mcp.json' })] })
 * export class AppModule {}
 * ```
 */
@Module({
  imports: [DiscoveryModule],
  // The very lists: classes that are loaded after this file still add to them.
  providers: REQUESTED_PROVIDERS,
  exports: REQUESTED_TOKENS,
})
export class McpClientModule extends ConfigurableModuleClass {}

function logOf(server: string): Logger {
  return new Logger(`McpClient ${server}`);
}

function ownRegistry(): ToolRegistry {
  const logger = new Logger('McpClient');
  return new ToolRegistry({
    onConflict: (winner, loser) =>
      logger.warn(`"${loser.name}" of ${loser.origin} is hidden by that of ${winner.origin}`),
    onListenerError: (error) => logger.error('a listener of the registry failed', error),
  });
}
