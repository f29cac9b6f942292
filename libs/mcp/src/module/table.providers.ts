import { Logger, type Provider } from '@nestjs/common';
import { CompletionTable } from '../completions/completion-table.js';
import { PromptTable } from '../prompts/prompt-table.js';
import { ResourceTable } from '../resources/resource-table.js';
import { ToolRegistry } from '../registry/tool-registry.js';
import type { Tool } from '../registry/tool.js';
import type { ServerTables } from '../server/server-core.js';
import { LocalTools } from '../tools/local-tools.js';
import { ToolTable } from '../tools/tool-table.js';
import { auditedTool, type AuditOptions } from '../telemetry/audited-tool.js';
import { loadTelemetry, type Telemetry } from '../telemetry/telemetry.js';
import { tracedTool } from '../telemetry/traced-tool.js';
import { finishWith, type Finish } from './finish-entries.js';
import { LANGUAGES } from './language.providers.js';
import type { McpModuleOptions } from './mcp.options.js';
import { McpRuntime } from './mcp.runtime.js';
import { RESOURCE_SERVER } from './oauth.providers.js';
import { MCP_MODULE_OPTIONS } from './tokens.js';

/** Injection token of all tables of a server. */
export const SERVER_TABLES = Symbol.for('toolport.server-tables');

/** Injection token of OpenTelemetry; its value is undefined where the application has none. */
const TELEMETRY = Symbol.for('toolport.telemetry');

const FINISH = Symbol.for('toolport.finish');

/** What the server serves, and the registry in which the tools stand beside remote ones. */
export const TABLE_PROVIDERS: Provider[] = [
  {
    provide: TELEMETRY,
    useFactory: loadTelemetry,
  },
  { provide: FINISH, useFactory: finishWith, inject: [RESOURCE_SERVER, LANGUAGES] },
  {
    provide: ToolTable,
    useFactory: toolTableOf,
    inject: [FINISH, MCP_MODULE_OPTIONS, TELEMETRY],
  },
  {
    provide: ResourceTable,
    useFactory: ({ resource }: Finish) => new ResourceTable(resource),
    inject: [FINISH],
  },
  {
    provide: PromptTable,
    useFactory: ({ prompt }: Finish) => new PromptTable(prompt),
    inject: [FINISH],
  },
  CompletionTable,
  {
    provide: SERVER_TABLES,
    useFactory: (
      tools: ToolTable,
      resources: ResourceTable,
      prompts: PromptTable,
      completions: CompletionTable,
    ): ServerTables => ({ tools, resources, prompts, completions }),
    inject: [ToolTable, ResourceTable, PromptTable, CompletionTable],
  },
  { provide: ToolRegistry, useFactory: registryOf, inject: [ToolTable, McpRuntime] },
];

/** Whatever adds a tool, it is held to its scopes, and its calls are told of. */
function toolTableOf(
  finish: Finish,
  { audit }: McpModuleOptions,
  telemetry: Telemetry | undefined,
): ToolTable {
  const auditing = audit && auditOptions(audit);
  return new ToolTable((entry) => {
    const finished = finish.tool(entry);
    const audited = auditing ? auditedTool(finished, auditing) : finished;
    return telemetry ? tracedTool(audited, telemetry) : audited;
  });
}

function auditOptions(audit: NonNullable<McpModuleOptions['audit']>): AuditOptions {
  const logger = new Logger('Toolport');
  const onFailure = (error: unknown): void => logger.error('The audit handler failed', error);
  return typeof audit === 'function' ? { handler: audit, onFailure } : { ...audit, onFailure };
}

/** Local and remote tools side by side; the local ones are those of the table. */
function registryOf(table: ToolTable, runtime: McpRuntime): ToolRegistry {
  const logger = new Logger('Toolport');
  const reports = {
    onConflict: (winner: Tool, loser: Tool) =>
      logger.warn(
        `The tool "${winner.name}" of ${winner.origin} hides that of ${loser.origin} → give one another name`,
      ),
    onListenerError: (error: unknown) => logger.error('A listener to tool changes failed', error),
  };
  const registry = new ToolRegistry(reports, runtime.dynamicTools());
  registry.attach(new LocalTools(table));
  return registry;
}
