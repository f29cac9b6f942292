import { Logger } from '@nestjs/common';
import { McpServer } from '../server/mcp-server.js';
import type { ToolTable } from '../tools/tool-table.js';
import type { McpModuleOptions } from './mcp.options.js';
import { applicationInfo } from './package-info.js';

/** The protocol server of a module. */
export function serverOf(options: McpModuleOptions, tools: ToolTable): McpServer {
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
      onMasked: (error, reference) => logger.error(`ref ${reference}`, error),
    },
    { tools },
  );
}
