import { Inject, Injectable } from '@nestjs/common';
import { McpManager } from './mcp-manager.js';
import type { ServerHealth } from './server-state.js';

/** What `@nestjs/terminus` expects of an indicator; the package itself is not needed. */
export type McpHealthResult = Readonly<
  Record<string, { readonly status: 'up' | 'down' } & Readonly<Record<string, unknown>>>
>;

/**
 * A health indicator for `@nestjs/terminus`.
 *
 * @example () => this.mcp.check('mcp', { required: ['github'] })
 */
@Injectable()
export class McpHealthIndicator {
  constructor(@Inject(McpManager) private readonly manager: McpManager) {}

  /**
   * Down while a required server is not ready; the states of all are told along.
   *
   * @param options `required`: keys of the servers that count; default: all
   */
  check(key = 'mcp', options: { readonly required?: readonly string[] } = {}): McpHealthResult {
    const { servers } = this.manager.health();
    const required = options.required ?? Object.keys(servers);
    for (const name of required) this.manager.server(name);
    const up = required.every((name) => isWell(servers[this.manager.server(name).name]));
    const states = Object.entries(servers).map(([name, { state, reason }]) => [
      name,
      reason === undefined ? { state } : { state, reason },
    ]);
    return { [key]: { status: up ? 'up' : 'down', servers: Object.fromEntries(states) } };
  }
}

function isWell(server: ServerHealth | undefined): boolean {
  return server?.state === 'ready' || server?.state === 'disabled';
}
