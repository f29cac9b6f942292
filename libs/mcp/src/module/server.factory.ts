import { Logger } from '@nestjs/common';
import type { ResourceServer } from '../auth/resource-server.js';
import type { ServerTables } from '../server/server-core.js';
import { McpServer } from '../server/mcp-server.js';
import type { MessageContext } from '../server/message-context.js';
import type { McpModuleOptions } from './mcp.options.js';
import type { McpRuntime } from './mcp.runtime.js';
import { applicationInfo } from './package-info.js';
import { signingKeys } from './session-keys.js';

/** The protocol server of a module. */
export function serverOf(
  options: McpModuleOptions,
  runtime: McpRuntime,
  tables: ServerTables,
  resourceServer?: ResourceServer,
): McpServer {
  const logger = new Logger('Toolport');
  const application = applicationInfo();
  const { title, websiteUrl, icons, instructions } = options;
  return new McpServer(
    {
      info: {
        name: options.name ?? application.name,
        version: options.version ?? application.version,
        ...(title === undefined ? {} : { title }),
        ...(websiteUrl === undefined ? {} : { websiteUrl }),
        ...(icons === undefined ? {} : { icons }),
      },
      instructions,
      maxInFlight: options.maxInFlight,
      timeout: options.timeout,
      maxTimeout: options.maxTimeout,
      pageSize: options.pageSize,
      listCache: options.listCache,
      extensions: options.extensions,
      keys: signingKeys(options.sessions, logger),
      sessions: options.sessions,
      bus: options.bus,
      maxStreams: options.maxStreams,
      requestStateTtl: options.requestStateTtl,
      singleUse: options.singleUse,
      principalOf: options.principalOf,
      ...(resourceServer && {
        authenticate: (context: MessageContext) => resourceServer.authenticate(context),
      }),
      gate: (call, message) => runtime.gate(call, message),
      credentialHeaders: options.credentialHeaders,
      onMasked: (error, reference) => logger.error(`ref ${reference}`, error),
    },
    tables,
  );
}
