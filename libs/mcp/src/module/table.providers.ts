import type { Provider } from '@nestjs/common';
import type { ResourceServer } from '../auth/resource-server.js';
import { scopedTool } from '../auth/scoped-entry.js';
import { CompletionTable } from '../completions/completion-table.js';
import { PromptTable } from '../prompts/prompt-table.js';
import { ResourceTable } from '../resources/resource-table.js';
import { ToolRegistry } from '../registry/tool-registry.js';
import type { ServerTables } from '../server/server-core.js';
import { LocalTools } from '../tools/local-tools.js';
import { ToolTable } from '../tools/tool-table.js';
import { McpRuntime } from './mcp.runtime.js';
import { RESOURCE_SERVER } from './oauth.providers.js';

/** Injection token of all tables of a server. */
export const SERVER_TABLES = Symbol.for('toolport.server-tables');

/** What the server serves, and the registry in which the tools stand beside remote ones. */
export const TABLE_PROVIDERS: Provider[] = [
  { provide: ToolTable, useFactory: toolTableOf, inject: [RESOURCE_SERVER] },
  ResourceTable,
  PromptTable,
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

/** Whatever adds a tool, it is held to its scopes. */
function toolTableOf(server: ResourceServer | undefined): ToolTable {
  return new ToolTable(server && ((entry) => scopedTool(entry, server)));
}

/** Local and remote tools side by side; the local ones are those of the table. */
function registryOf(table: ToolTable, runtime: McpRuntime): ToolRegistry {
  const registry = new ToolRegistry({}, runtime.dynamicTools());
  registry.attach(new LocalTools(table));
  return registry;
}
