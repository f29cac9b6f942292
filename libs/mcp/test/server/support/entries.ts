import type { McpCallContext } from '../../../src/context/call-context.js';
import type { CallToolResult, ToolDefinition } from '../../../src/protocol/messages.js';
import type { ProtocolVersion } from '../../../src/protocol/revisions.js';
import type { ToolEntry } from '../../../src/tools/tool-entry.js';

export type ToolFunction = (
  args: Readonly<Record<string, unknown>>,
  call: McpCallContext,
) => CallToolResult | Promise<CallToolResult>;

/** A tool without a Nest application around it. */
export function toolEntry(
  name: string,
  invoke: ToolFunction,
  more: Partial<ToolEntry> & { definition?: Partial<ToolDefinition> } = {},
): ToolEntry {
  const { definition, ...rest } = more;
  return Object.freeze({
    name,
    operationId: `Fixture.${name}`,
    tags: [],
    visible: true,
    scopes: [],
    definitionFor: (_version: ProtocolVersion) => ({
      name,
      description: `The tool ${name}`,
      inputSchema: { type: 'object' },
      ...definition,
    }),
    invoke: async (args: Readonly<Record<string, unknown>>, call: McpCallContext) =>
      invoke(args, call),
    ...rest,
  });
}

export function text(value: string): CallToolResult {
  return { content: [{ type: 'text', text: value }] };
}
