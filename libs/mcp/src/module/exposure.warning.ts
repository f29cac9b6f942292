import type { Server } from 'node:net';
import { Inject, Injectable, Logger } from '@nestjs/common';
import type { HttpAdapterHost } from '@nestjs/core';
import { toolMetadata } from '../decorators/tool-metadata.accessor.js';
import { MethodExplorer } from '../discovery/method.explorer.js';
import { McpServer } from '../server/mcp-server.js';
import type { McpModuleOptions } from './mcp.options.js';
import { NestCore } from './nest-core.js';
import { MCP_MODULE_OPTIONS } from './tokens.js';

const GUARDS = '__guards__';
const LOOPBACK = /^(?:127\.|::1$|::ffff:127\.)/;

/** Warns once the application listens to more than this machine while no guard protects any tool. */
@Injectable()
export class ExposureWarning {
  constructor(
    @Inject(NestCore) private readonly core: NestCore,
    @Inject(MCP_MODULE_OPTIONS) private readonly options: McpModuleOptions,
    @Inject(McpServer) private readonly server: McpServer,
  ) {
    core.host.listen$.subscribe(() => this.#warn(addressOf(core.host)));
  }

  #warn(address: string | undefined): void {
    if (address === undefined || LOOPBACK.test(address)) return;
    if (this.#offersNothing() || this.#isGuarded()) return;
    const host = address.includes(':') ? `[${address}]` : address;
    new Logger('Toolport').warn(
      `Every tool is open to whoever reaches ${host}: the application has no guard. → ` +
        'Guard the controllers, add an APP_GUARD, configure "oauth", or listen on 127.0.0.1',
    );
  }

  #offersNothing(): boolean {
    const { tools, resources, prompts } = this.server;
    return tools.length + resources.length + prompts.length === 0;
  }

  #isGuarded(): boolean {
    const { oauth, guards = [], authenticate = [] } = this.options;
    const { config } = this.core;
    const globals = [...config.getGlobalGuards(), ...config.getGlobalRequestGuards()];
    const configured = globals.length + guards.length + authenticate.length > 0;
    return oauth !== undefined || configured || this.#someToolIsGuarded();
  }

  #someToolIsGuarded(): boolean {
    const tools = new MethodExplorer(this.core.modules).explore(({ method, metatype }) =>
      toolMetadata.ofMethod(method).length > 0 || toolMetadata.exposure(metatype) ? [method] : [],
    );
    return tools.some(
      ({ options: method, metatype }) =>
        Reflect.hasMetadata(GUARDS, method) || Reflect.hasMetadata(GUARDS, metatype),
    );
  }
}

/** Where the server listens; undefined for a pipe. */
function addressOf({ httpAdapter }: HttpAdapterHost): string | undefined {
  const server: Pick<Server, 'address'> = httpAdapter.getHttpServer();
  const bound = server.address();
  return typeof bound === 'object' ? bound?.address : undefined;
}
