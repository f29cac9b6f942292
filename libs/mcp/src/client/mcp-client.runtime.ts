import {
  Inject,
  Injectable,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { ClientHandlerExplorer } from './client-handler.explorer.js';
import { McpManager } from './mcp-manager.js';

/** Connects the servers when the application is up, and closes them when it has gone down. */
@Injectable()
export class McpClientRuntime implements OnApplicationBootstrap, OnApplicationShutdown {
  constructor(
    @Inject(McpManager) private readonly manager: McpManager,
    @Inject(ClientHandlerExplorer) private readonly explorer: ClientHandlerExplorer,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.manager.start(this.explorer.explore());
  }

  /** The last hook of all: calls that are being drained may still use remote tools. */
  onApplicationShutdown(): Promise<void> {
    return this.manager.close();
  }
}
