import { CompletionTable } from '../../../src/completions/completion-table.js';
import type { CompletionEntry } from '../../../src/completions/completion-entry.js';
import type { PromptEntry } from '../../../src/prompts/prompt-entry.js';
import { PromptTable } from '../../../src/prompts/prompt-table.js';
import type { ResourceEntry } from '../../../src/resources/resource-entry.js';
import { ResourceTable } from '../../../src/resources/resource-table.js';
import { McpServer } from '../../../src/server/mcp-server.js';
import type { ServerTables } from '../../../src/server/server-core.js';
import type { McpServerOptions } from '../../../src/server/server.options.js';
import type { ToolEntry } from '../../../src/tools/tool-entry.js';
import { ToolTable } from '../../../src/tools/tool-table.js';

export interface FixtureEntries {
  readonly tools?: readonly ToolEntry[];
  readonly resources?: readonly ResourceEntry[];
  readonly prompts?: readonly PromptEntry[];
  readonly completions?: readonly CompletionEntry[];
}

/** Tables that hold the given entries. */
export function tablesOf(entries: FixtureEntries): Required<ServerTables> {
  const tables = {
    tools: new ToolTable(),
    resources: new ResourceTable(),
    prompts: new PromptTable(),
    completions: new CompletionTable(),
  };
  for (const entry of entries.tools ?? []) tables.tools.add(entry);
  for (const entry of entries.resources ?? []) tables.resources.add(entry);
  for (const entry of entries.prompts ?? []) tables.prompts.add(entry);
  for (const entry of entries.completions ?? []) tables.completions.add(entry);
  return tables;
}

const masked: unknown[] = [];

afterEach(() => {
  const [first] = masked.splice(0);
  if (first !== undefined) throw first;
});

/** A protocol server with the given entries; whatever it masks fails the test, unless told otherwise. */
export function fixtureServer(
  entries: FixtureEntries = {},
  options: Partial<McpServerOptions> = {},
): McpServer {
  const onMasked = (error: unknown) => void masked.push(error);
  const info = { name: 'fixture', version: '1.2.3' };
  return new McpServer({ info, keys: ['k'], onMasked, ...options }, tablesOf(entries));
}
