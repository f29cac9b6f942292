import type { ContentBlock, JsonSchemaObject } from '../../protocol/messages.js';
import type { Tool, ToolResult } from '../../registry/tool.js';

/** What the AI SDK gives a tool beside its input. */
export interface AiSdkCallOptions {
  readonly abortSignal?: AbortSignal;
}

/** A tool as the AI SDK (5 and later) takes it; `Schema` is that SDK's own type. */
export interface AiSdkTool<Schema> {
  /** Read by the model. */
  readonly description?: string;
  /** What that SDK's `jsonSchema()` made of the tool's schema. */
  readonly inputSchema: Schema;
  /** Calls the tool; a failed operation is thrown. */
  execute(input: unknown, options: AiSdkCallOptions): Promise<unknown>;
}

/**
 * Tools for `generateText` and `streamText` of the AI SDK, by name.
 *
 * A failed operation is thrown, so that the model is told of it as of any failed tool.
 *
 * @param jsonSchema the function of that name, from the application's own copy of `ai`
 * @param caller whom a local tool's guards see
 * @example
 * ```ts
 * import { generateText, jsonSchema } from 'ai';
 * await generateText({ model, prompt, tools: toAiSdkTools(registry.list(), jsonSchema) });
 * ```
 */
export function toAiSdkTools<Schema>(
  tools: Iterable<Tool>,
  jsonSchema: (schema: JsonSchemaObject) => Schema,
  caller?: unknown,
): Record<string, AiSdkTool<Schema>> {
  const entries = Array.from(tools, (tool) => [
    tool.name,
    toAiSdkTool(tool, jsonSchema(tool.inputSchema), caller),
  ]);
  return Object.fromEntries(entries);
}

function toAiSdkTool<Schema>(tool: Tool, inputSchema: Schema, caller: unknown): AiSdkTool<Schema> {
  return {
    ...(tool.description !== undefined && { description: tool.description }),
    inputSchema,
    async execute(input, { abortSignal }) {
      const result = await tool.execute(toArguments(input), { signal: abortSignal, caller });
      if (!result.success) throw new Error(textOf(result.content));
      return toOutput(result);
    },
  };
}

/** Structured where there is such, text where there is nothing else, all content otherwise. */
function toOutput({ structured, content }: ToolResult): unknown {
  if (structured !== undefined) return structured;
  return content.every(({ type }) => type === 'text') ? textOf(content) : content;
}

function textOf(content: readonly ContentBlock[]): string {
  return content
    .map((block) => (block.type === 'text' ? block.text : `[${block.type}]`))
    .join('\n');
}

function toArguments(input: unknown): Readonly<Record<string, unknown>> {
  return typeof input === 'object' && input !== null ? { ...input } : {};
}
