import type { McpCallContext } from '../../../src/context/call-context.js';
import { completionKey, type CompletionEntry } from '../../../src/completions/completion-entry.js';
import type { PromptEntry } from '../../../src/prompts/prompt-entry.js';
import type { PromptArgument } from '../../../src/protocol/definitions.js';
import type { CallToolResult, ToolDefinition } from '../../../src/protocol/messages.js';
import type { ProtocolVersion } from '../../../src/protocol/revisions.js';
import type { FixedResourceEntry, TemplateEntry } from '../../../src/resources/resource-entry.js';
import { UriTemplate } from '../../../src/resources/uri-template.js';
import type { ToolEntry } from '../../../src/tools/tool-entry.js';

export type ToolFunction = (
  args: Readonly<Record<string, unknown>>,
  call: McpCallContext,
) => CallToolResult | Promise<CallToolResult>;

/**
 * A tool without a Nest application around it; as the pipeline does, it says when its guards have
 * let a call pass.
 */
export function toolEntry(
  name: string,
  invoke: ToolFunction,
  more: Partial<ToolEntry> & { definition?: Partial<ToolDefinition> } = {},
): ToolEntry {
  const { definition, ...rest } = more;
  return Object.freeze({
    name,
    ...COMMON,
    definitionFor: (_version: ProtocolVersion) => ({
      name,
      description: `The tool ${name}`,
      inputSchema: { type: 'object' },
      ...definition,
    }),
    invoke: async (args: Readonly<Record<string, unknown>>, call: McpCallContext) => {
      call.admit();
      return invoke(args, call);
    },
    ...rest,
  });
}

export function resourceEntry(
  uri: string,
  read: FixedResourceEntry['read'],
  more: Partial<FixedResourceEntry> = {},
): FixedResourceEntry {
  const name = uri.replaceAll(/\W+/g, '-');
  return { name, uri, ...COMMON, definitionFor: () => ({ name, uri }), read, ...more } as const;
}

export function templateEntry(
  template: string,
  read: TemplateEntry['read'],
  more: Partial<TemplateEntry> = {},
): TemplateEntry {
  const name = template.replaceAll(/\W+/g, '-');
  const definitionFor = () => ({ name, uriTemplate: template });
  return { name, template: new UriTemplate(template), ...COMMON, definitionFor, read, ...more };
}

export function promptEntry(
  name: string,
  args: readonly PromptArgument[],
  get: PromptEntry['get'],
  more: Partial<PromptEntry> = {},
): PromptEntry {
  return { name, ...COMMON, definitionFor: () => ({ name, arguments: args }), get, ...more };
}

export function completionEntry(
  kind: 'prompt' | 'resource',
  target: string,
  argument: string,
  complete: CompletionEntry['complete'],
): CompletionEntry {
  const name = completionKey(kind, target, argument);
  return { name, operationId: `Fixture.${name}`, complete };
}

export function text(value: string): CallToolResult {
  return { content: [{ type: 'text', text: value }] };
}

const COMMON = { operationId: 'Fixture.method', tags: [], visible: true, scopes: [] } as const;
