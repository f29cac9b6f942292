import type { SetupProblem } from '../errors/setup.error.js';
import { HttpEndpoint } from '../transports/http/http-endpoint.js';
import type { NestCore } from './nest-core.js';
import { MCP_SERVER_KEY } from './tokens.js';

const REMEDY =
  'import McpModule once, in the root module; or give the second one a "server" and a "path" of its own';

/**
 * What two `McpModule`s of one application may not share: a key, since nobody could tell which of them
 * is meant, and a path, where the first would read the body and the second answer that there is none.
 */
export function serverConflicts({ host, modules }: NestCore): SetupProblem[] {
  const keys: string[] = [];
  const paths: string[] = [];
  for (const { providers } of modules.values()) {
    const key = providers.get(MCP_SERVER_KEY)?.instance as string | undefined;
    if (key === undefined) continue;
    keys.push(key);
    paths.push(
      ...((providers.get(HttpEndpoint)?.instance as HttpEndpoint | undefined)?.paths ?? []),
    );
  }
  const adapter = host.httpAdapter;
  const hasSocket = Boolean(adapter) && adapter.getType() !== 'mcp';
  return [
    ...repeated(keys).map((key) => conflict(`two servers have the key "${key}"`)),
    ...(hasSocket
      ? repeated(paths).map((path) => conflict(`two servers answer ${path || '/'}`))
      : []),
  ];
}

function repeated(values: readonly string[]): string[] {
  return [...new Set(values.filter((value, at) => values.indexOf(value) !== at))];
}

function conflict(message: string): SetupProblem {
  return { code: 'MCP_SERVER_CONFLICT', where: 'McpModule.forRoot()', message, remedy: REMEDY };
}
