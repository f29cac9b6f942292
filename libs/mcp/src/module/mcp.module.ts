import {
  ConfigurableModuleBuilder,
  Inject,
  Module,
  type DynamicModule,
  type OnModuleInit,
} from '@nestjs/common';
import { SetupError } from '../errors/setup.error.js';
import { McpEndpoint } from '../pipeline/endpoint.js';
import { InvokerFactory } from '../pipeline/invoker.factory.js';
import { ToolRegistry } from '../registry/tool-registry.js';
import { McpNotifier } from '../server/changes/mcp-notifier.js';
import { McpServer } from '../server/mcp-server.js';
import { endpointPaths } from '../transports/http/endpoint-path.js';
import { HttpEndpoint } from '../transports/http/http-endpoint.js';
import type { MessageHandler } from '../transports/message-handler.js';
import type { InspectorPage } from '../inspector/inspector-page.js';
import { BusEnd } from './bus-end.js';
import { Drains, DrainsModule } from './drains.js';
import { ExposureWarning } from './exposure.warning.js';
import { INSPECTOR, INSPECTOR_PAGE, INSPECTOR_PROVIDERS } from './inspector.providers.js';
import { LANGUAGE_PROVIDERS, LANGUAGES } from './language.providers.js';
import { McpRuntime } from './mcp.runtime.js';
import { NestCore } from './nest-core.js';
import { DEFAULTS, type McpModuleOptions } from './mcp.options.js';
import { OAUTH_PROVIDERS, RESOURCE_SERVER } from './oauth.providers.js';
import { Primitives } from './primitives.js';
import { serverConflicts } from './server-conflicts.js';
import { serverOf } from './server.factory.js';
import { SERVER_TABLES, TABLE_PROVIDERS } from './table.providers.js';
import { DEFAULT_SERVER } from './offered-methods.js';
import { StartLine } from './start-line.js';
import { MCP_MODULE_OPTIONS, MCP_SERVER_KEY, getMcpServerToken } from './tokens.js';

/** What must be known before any asynchronous option is. */
export interface McpModuleExtras {
  /** Key of this server, where the application has several; each has its own `path`. */
  readonly server?: string;
  /** Whether every module may inject `McpServer`, `McpNotifier` and `ToolRegistry`. @default for the one without a key */
  readonly isGlobal?: boolean;
}

/** Every key must stand here: what does not, Nest leaves among the options. */
const NO_EXTRAS: McpModuleExtras = { server: undefined, isGlobal: undefined };

const { ConfigurableModuleClass } = new ConfigurableModuleBuilder<McpModuleOptions>({
  optionsInjectionToken: MCP_MODULE_OPTIONS,
})
  .setClassMethodName('forRoot')
  .setExtras<McpModuleExtras>(NO_EXTRAS, (definition, { server, isGlobal }) => {
    const token = getMcpServerToken(server ?? DEFAULT_SERVER);
    return {
      ...definition,
      // Two servers cannot both be what `@Inject(McpServer)` means everywhere.
      global: isGlobal ?? server === undefined,
      providers: [
        ...(definition.providers ?? []),
        { provide: MCP_SERVER_KEY, useValue: server ?? DEFAULT_SERVER },
        { provide: token, useExisting: McpServer },
      ],
      exports: [...(definition.exports ?? []), token],
    };
  })
  .build();

/** With sessions, GET and DELETE have a meaning (2025-11-25, Transports); without, they are 405. */
function handlerOf(server: McpServer, { sessions }: McpModuleOptions): MessageHandler {
  return {
    handle: (message, context) => server.handle(message, context),
    drain: (timeout) => server.drain(timeout),
    ...(sessions && {
      verbs: {
        GET: (context) => server.stream(context),
        DELETE: (context) => server.endSession(context),
      },
    }),
  };
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
  imports: [DrainsModule],
  providers: [
    NestCore,
    ...OAUTH_PROVIDERS,
    ...LANGUAGE_PROVIDERS,
    ...TABLE_PROVIDERS,
    ...INSPECTOR_PROVIDERS,
    McpEndpoint,
    McpRuntime,
    BusEnd,
    ExposureWarning,
    StartLine,
    Primitives,
    {
      provide: InvokerFactory,
      useFactory: (
        { creator, config, host }: NestCore,
        { path = DEFAULTS.path, ignoreGlobalPrefix = false, visibility }: McpModuleOptions,
      ) =>
        new InvokerFactory(creator, config, {
          host,
          guardedLists: visibility === 'guarded',
          endpointPaths: () => endpointPaths(path, ignoreGlobalPrefix, config),
        }),
      inject: [NestCore, MCP_MODULE_OPTIONS],
    },
    {
      provide: McpServer,
      useFactory: serverOf,
      inject: [
        MCP_MODULE_OPTIONS,
        McpRuntime,
        SERVER_TABLES,
        RESOURCE_SERVER,
        LANGUAGES,
        INSPECTOR,
      ],
    },
    {
      provide: McpNotifier,
      useFactory: (server: McpServer) => server.notifier,
      inject: [McpServer],
    },
    {
      provide: HttpEndpoint,
      useFactory: (options: McpModuleOptions, server: McpServer, { host, config }: NestCore) =>
        new HttpEndpoint(options, handlerOf(server, options), host, config),
      inject: [MCP_MODULE_OPTIONS, McpServer, NestCore],
    },
  ],
  exports: [McpServer, McpNotifier, ToolRegistry],
})
export class McpModule extends ConfigurableModuleClass implements OnModuleInit {
  constructor(
    @Inject(NestCore) private readonly core: NestCore,
    @Inject(HttpEndpoint) private readonly endpoint: HttpEndpoint,
    @Inject(Drains) private readonly drains: Drains,
    @Inject(INSPECTOR_PAGE) private readonly inspectorPage: InspectorPage | undefined,
  ) {
    super();
  }

  /** Without options, the server has the name and version of the application's package.json. */
  static override forRoot(options: McpModuleOptions & McpModuleExtras = {}): DynamicModule {
    return super.forRoot(options);
  }

  /** @throws SetupError where another `McpModule` is in the way of this one */
  onModuleInit(): void {
    const conflicts = serverConflicts(this.core);
    if (conflicts.length > 0) throw new SetupError(conflicts);
    this.inspectorPage?.mount();
    this.drains.add(() => this.endpoint.drain());
    this.endpoint.mount();
  }
}
