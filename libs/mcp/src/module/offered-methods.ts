import type { DiscoveredMethod } from '../discovery/discovered-method.js';
import type { McpServeOptions } from './mcp.options.js';

/** The part of a decorator's options by which a method is given to a server. */
export interface AssignableOptions {
  readonly servers?: readonly string[];
  readonly tags?: readonly string[];
}

/** The key of a server that was given none. */
export const DEFAULT_SERVER = 'default';

/**
 * The methods that a server offers: those whose decorator names it, and of the others those that its
 * `serve` takes in. What a decorator gives to other servers is never offered here.
 */
export function offeredMethods<Options extends AssignableOptions>(
  methods: readonly DiscoveredMethod<Options>[],
  server: string,
  { modules, tags }: McpServeOptions = {},
): readonly DiscoveredMethod<Options>[] {
  return methods.filter(({ options, host }) => {
    if (options.servers) return options.servers.includes(server);
    if (modules && !modules.some((module) => module === host.metatype)) return false;
    return !tags || (options.tags ?? []).some((tag) => tags.includes(tag));
  });
}
