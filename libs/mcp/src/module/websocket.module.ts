import {
  ConfigurableModuleBuilder,
  Inject,
  Logger,
  Module,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { assertStaticPath, endpointPaths } from '../transports/http/endpoint-path.js';
import { endpointSettings } from '../transports/http/http.options.js';
import { WebSocketEndpoint } from '../transports/websocket-endpoint.js';
import { chosenServer } from './chosen-server.js';
import { Drains, DrainsModule } from './drains.js';
import { DEFAULTS } from './mcp.options.js';
import { NestCore } from './nest-core.js';

/** `McpWebSocketModule.forRoot(options)`; whatever is not here is as in `McpModule`. */
export interface McpWebSocketOptions {
  /** Key of the server, where the application has several. @default the one without a key */
  readonly server?: string;
  /** Where upgrades are accepted, under the global prefix. @default the path of `McpModule` */
  readonly path?: string;
  /** Connections at once; stops an attacker from holding all sockets. @default 1000 */
  readonly maxConnections?: number;
}

const WEBSOCKET_OPTIONS = Symbol.for('toolport.websocket-options');
const MOST_CONNECTIONS = 1000;
const QUEUE_SIZE = 256;

const { ConfigurableModuleClass } = new ConfigurableModuleBuilder<McpWebSocketOptions>({
  optionsInjectionToken: WEBSOCKET_OPTIONS,
})
  .setClassMethodName('forRoot')
  .build();

/**
 * Lets the application's MCP server be reached by WebSocket as well, on the port that it has.
 *
 * @example imports: [McpModule.forRoot({ name: 'orders' }), McpWebSocketModule.forRoot({})]
 */
@Module({ imports: [DrainsModule], providers: [NestCore] })
export class McpWebSocketModule extends ConfigurableModuleClass implements OnApplicationBootstrap {
  constructor(
    @Inject(WEBSOCKET_OPTIONS) private readonly options: McpWebSocketOptions,
    @Inject(NestCore) private readonly core: NestCore,
    @Inject(Drains) private readonly drains: Drains,
  ) {
    super();
  }

  async onApplicationBootstrap(): Promise<void> {
    const adapter = this.core.host.httpAdapter;
    // An application context, and the stdio adapter, have no port to listen on.
    if (!adapter || adapter.getType() === 'mcp') return;
    const endpoint = this.#create(adapter.getInstance());
    await endpoint.attach(adapter.getHttpServer());
    this.drains.add(() => endpoint.drain());
  }

  #create(framework: unknown): WebSocketEndpoint {
    const { moduleRef, config } = this.core;
    const { server, options } = chosenServer(
      moduleRef,
      'McpWebSocketModule.forRoot({ server })',
      this.options.server,
    );
    const { path = options.path ?? DEFAULTS.path, maxConnections = MOST_CONNECTIONS } =
      this.options;
    assertStaticPath(path);
    const logger = new Logger('Toolport');
    return new WebSocketEndpoint(server, {
      settings: endpointSettings(options),
      queueSize: options.queueSize ?? QUEUE_SIZE,
      maxConnections,
      paths: () => endpointPaths(path, options.ignoreGlobalPrefix ?? false, config),
      framework,
      onMasked: (error, reference) => logger.error(`ref ${reference}`, error),
    });
  }
}
