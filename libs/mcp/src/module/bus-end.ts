import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import type { McpBus } from '../server/bus/mcp-bus.js';
import type { McpModuleOptions } from './mcp.options.js';
import { MCP_MODULE_OPTIONS } from './tokens.js';

/** Buses that are closed or being closed: several servers may share one. */
const CLOSED = new WeakMap<McpBus, Promise<void>>();

/**
 * Closes the bus of the options with the application. Nest calls the hooks of providers alone, and
 * the bus is a member of one's value. The calls have ended by then: `Drains` came before.
 */
@Injectable()
export class BusEnd implements OnApplicationShutdown {
  constructor(@Inject(MCP_MODULE_OPTIONS) private readonly options: McpModuleOptions) {}

  async onApplicationShutdown(): Promise<void> {
    const { bus } = this.options;
    if (!bus?.close) return;
    try {
      if (!CLOSED.has(bus)) CLOSED.set(bus, bus.close());
      await CLOSED.get(bus);
    } catch (error) {
      // The application's other hooks must still run.
      new Logger('Toolport').error('The bus could not be closed', error);
    }
  }
}
