import { Logger, type Provider } from '@nestjs/common';
import { MetadataEndpoint } from '../auth/metadata.endpoint.nest.js';
import { settleOAuth } from '../auth/oauth-settings.js';
import { ResourceServer } from '../auth/resource-server.js';
import { SetupError, type SetupProblem } from '../errors/setup.error.js';
import { HttpEndpoint } from '../transports/http/http-endpoint.js';
import { optionProblems } from './check-options.js';
import type { McpModuleOptions } from './mcp.options.js';
import { NestCore } from './nest-core.js';
import { MCP_MODULE_OPTIONS } from './tokens.js';

/** Injection token of the resource server; its value is undefined where `oauth` is off. */
export const RESOURCE_SERVER = Symbol.for('toolport.resource-server');

const METADATA_ENDPOINT = Symbol.for('toolport.metadata-endpoint');

/** What `oauth` adds to the module. */
export const OAUTH_PROVIDERS: Provider[] = [
  { provide: RESOURCE_SERVER, useFactory: resourceServerOf, inject: [MCP_MODULE_OPTIONS] },
  {
    provide: METADATA_ENDPOINT,
    useFactory: metadataEndpointOf,
    inject: [RESOURCE_SERVER, MCP_MODULE_OPTIONS, HttpEndpoint, NestCore],
  },
];

/** The first that looks at the options: everything else of the module is built after it. */
async function resourceServerOf(options: McpModuleOptions): Promise<ResourceServer | undefined> {
  const wrong = optionProblems(options);
  if (wrong.length > 0) throw new SetupError(wrong);
  const { oauth, publicUrl } = options;
  if (!oauth) return undefined;
  const problems: SetupProblem[] = [];
  const settings = settleOAuth(oauth, publicUrl, (problem) => problems.push(problem));
  if (problems.length > 0) throw new SetupError(problems);
  const logger = new Logger('Toolport');
  return ResourceServer.create(settings, {
    onKeysUnavailable: (error) => logger.error(error.message, error.cause),
  });
}

function metadataEndpointOf(
  server: ResourceServer | undefined,
  { oauth, publicUrl }: McpModuleOptions,
  endpoint: HttpEndpoint,
  { host }: NestCore,
): MetadataEndpoint | undefined {
  if (!server) return undefined;
  const source = {
    publicUrl: oauth?.publicUrl ?? publicUrl,
    paths: () => endpoint.paths,
    describe: (address: string) => server.metadata(address),
  };
  return new MetadataEndpoint(source, host);
}

/** Scopes that nobody would check: `oauth` is off, and the tools that ask for them would be open. */
export function uncheckedScopes(
  tools: readonly { readonly operationId: string; readonly scopes: readonly string[] }[],
  { oauth }: McpModuleOptions,
): SetupProblem[] {
  if (oauth) return [];
  return tools
    .filter(({ scopes }) => scopes.length > 0)
    .map(({ operationId, scopes }) => ({
      code: 'MCP_SCOPES_UNCHECKED',
      where: operationId,
      message: `the scopes ${scopes.join(' ')} are checked by nobody: "oauth" is not configured`,
      remedy: 'configure McpModule.forRoot({ oauth }), or protect the method with a guard',
    }));
}
