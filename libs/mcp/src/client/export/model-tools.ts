import type { JsonSchemaObject } from '../../protocol/messages.js';
import type { Tool } from '../../registry/tool.js';

/** A tool as OpenAI's Chat Completions API takes it. */
export interface OpenAiChatTool {
  /** The only kind of tool that is ours. */
  readonly type: 'function';
  /** Name, description and parameters. */
  readonly function: OpenAiFunction;
}

/** A tool as OpenAI's Responses API takes it. */
export interface OpenAiResponsesTool extends OpenAiFunction {
  /** The only kind of tool that is ours. */
  readonly type: 'function';
  /** Strict mode refuses optional arguments. */
  readonly strict: false;
}

interface OpenAiFunction {
  readonly name: string;
  readonly description?: string;
  readonly parameters: JsonSchemaObject;
}

/** A tool as Anthropic's Messages API takes it. */
export interface AnthropicTool {
  /** As in the registry. */
  readonly name: string;
  /** Read by the model. */
  readonly description?: string;
  /** JSON Schema of the arguments. */
  readonly input_schema: JsonSchemaObject;
}

/**
 * Tools for OpenAI's Chat Completions API (and the many that copy it).
 *
 * Call what the model chose by `registry.execute(name, JSON.parse(arguments))`.
 */
export function toOpenAiTools(tools: Iterable<Tool>): OpenAiChatTool[] {
  return Array.from(tools, (tool) => ({ type: 'function', function: toFunction(tool) }));
}

/** Tools for OpenAI's Responses API; not strict, since that refuses optional arguments. */
export function toOpenAiResponsesTools(tools: Iterable<Tool>): OpenAiResponsesTool[] {
  return Array.from(tools, (tool) => ({ type: 'function', strict: false, ...toFunction(tool) }));
}

/** Tools for Anthropic's Messages API. */
export function toAnthropicTools(tools: Iterable<Tool>): AnthropicTool[] {
  return Array.from(tools, ({ name, description, inputSchema }) => ({
    name,
    ...(description !== undefined && { description }),
    input_schema: inputSchema,
  }));
}

function toFunction({ name, description, inputSchema }: Tool): OpenAiFunction {
  return {
    name,
    ...(description !== undefined && { description }),
    // An object schema without `properties` is refused.
    parameters: 'properties' in inputSchema ? inputSchema : { ...inputSchema, properties: {} },
  };
}
