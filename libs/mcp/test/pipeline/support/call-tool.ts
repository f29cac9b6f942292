import { McpCallContext, type CallContextInit } from '../../../src/context/call-context.js';
import type { CallToolResult } from '../../../src/protocol/messages.js';
import type { ToolTable } from '../../../src/tools/tool-table.js';

/** Calls a tool of the table, below the server and its limits. */
export function callTool(
  table: ToolTable,
  name: string,
  args: Record<string, unknown> = {},
  init: Partial<CallContextInit> = {},
): Promise<CallToolResult> {
  const entry = table.get(name);
  if (!entry) throw new Error(`there is no tool ${name}`);
  const call = new McpCallContext({
    kind: 'tool',
    name,
    transport: 'in-process',
    protocolVersion: '2026-07-28',
    signal: new AbortController().signal,
    ...init,
  });
  return entry.invoke(args, call);
}
