import {
  ConfigurableModuleBuilder,
  Inject,
  Module,
  type OnModuleDestroy,
  type OnModuleInit,
} from '@nestjs/common';
import { ApplicationConfig, ExternalContextCreator, HttpAdapterHost } from '@nestjs/core';
import { InvokerFactory } from '../pipeline/invoker.factory.js';
import { ToolRegistry } from '../registry/tool-registry.js';
import { McpServer } from '../server/mcp-server.js';
import { LocalTools } from '../tools/local-tools.js';
import { ToolTable } from '../tools/tool-table.js';
import { HttpEndpoint } from '../transports/http/http-endpoint.js';
import { McpRuntime } from './mcp.runtime.js';
import type { McpModuleOptions } from './mcp.options.js';
import { serverOf } from './server.factory.js';
import { MCP_MODULE_OPTIONS } from './tokens.js';

const { ConfigurableModuleClass } = new ConfigurableModuleBuilder<McpModuleOptions>({
  optionsInjectionToken: MCP_MODULE_OPTIONS,
})
  .setClassMethodName('forRoot')
  .setExtras({ isGlobal: true }, (definition, { isGlobal }) => ({
    ...definition,
    global: isGlobal,
  }))
  .build();

/** Local and remote tools side by side; the local ones are those of the table. */
function registryOf(table: ToolTable, runtime: McpRuntime): ToolRegistry {
  const registry = new ToolRegistry({}, runtime.dynamicTools());
  registry.attach(new LocalTools(table));
  return registry;
}

/**
 * Turns the application into an MCP server.
 *
 * @example
 * ```ts
 * @Module({ imports: [McpModule.forRoot({ name: 'orders', version: '1.0.0' })] })
 * export class AppModule {}
 * ```
 */
@Module({
  providers: [
    ToolTable,
    McpRuntime,
    {
      provide: InvokerFactory,
      useFactory: (creator: ExternalContextCreator, config: ApplicationConfig) =>
        new InvokerFactory(creator, config),
      inject: [ExternalContextCreator, ApplicationConfig],
    },
    { provide: ToolRegistry, useFactory: registryOf, inject: [ToolTable, McpRuntime] },
    {
      provide: McpServer,
      useFactory: serverOf,
      inject: [MCP_MODULE_OPTIONS, ToolTable],
    },
    {
      provide: HttpEndpoint,
      useFactory: (
        options: McpModuleOptions,
        server: McpServer,
        host: HttpAdapterHost,
        config: ApplicationConfig,
      ) => new HttpEndpoint(options, server, host, config),
      inject: [MCP_MODULE_OPTIONS, McpServer, HttpAdapterHost, ApplicationConfig],
    },
  ],
  exports: [McpServer, ToolRegistry],
})
export class McpModule extends ConfigurableModuleClass implements OnModuleInit, OnModuleDestroy {
  constructor(@Inject(HttpEndpoint) private readonly endpoint: HttpEndpoint) {
    super();
  }

  onModuleInit(): void {
    this.endpoint.mount();
  }

  onModuleDestroy(): Promise<void> {
    return this.endpoint.drain();
  }
}
