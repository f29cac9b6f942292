import { generateText, jsonSchema, stepCountIs } from 'ai';
import { MockLanguageModelV3 } from 'ai/test';
import type { Tool, ToolResult } from '../../registry/tool.js';
import { toAiSdkTools } from './ai-sdk-tools.js';
import { toAnthropicTools, toOpenAiResponsesTools, toOpenAiTools } from './model-tools.js';

const RECURSIVE = {
  type: 'object',
  properties: { root: { $ref: '#/$defs/node' } },
  $defs: { node: { type: 'object', properties: { next: { $ref: '#/$defs/node' } } } },
};

const tool = (name: string, more: Partial<Tool> = {}): Tool => ({
  name,
  origin: 's',
  inputSchema: { type: 'object' },
  execute: async () => ({ success: true, content: [{ type: 'text', text: 'fine' }] }),
  ...more,
});

describe('exporters', () => {
  const tools = [tool('plain', { description: 'words' }), tool('tree', { inputSchema: RECURSIVE })];

  it('write what OpenAI takes: an object schema always has properties', () => {
    expect(toOpenAiTools(tools)).toEqual([
      {
        type: 'function',
        function: {
          name: 'plain',
          description: 'words',
          parameters: { type: 'object', properties: {} },
        },
      },
      { type: 'function', function: { name: 'tree', parameters: RECURSIVE } },
    ]);
    expect(toOpenAiResponsesTools(tools)[0]).toEqual({
      type: 'function',
      strict: false,
      name: 'plain',
      description: 'words',
      parameters: { type: 'object', properties: {} },
    });
  });

  it('write what Anthropic takes', () => {
    expect(toAnthropicTools(tools)[0]).toEqual({
      name: 'plain',
      description: 'words',
      input_schema: { type: 'object' },
    });
  });

  it('O-J15: a recursive schema goes out without a cycle', () => {
    const texts = [toOpenAiTools(tools), toAnthropicTools(tools)].map((out) => JSON.stringify(out));
    for (const text of texts) expect(text).toContain('"$ref":"#/$defs/node"');
  });
});

describe('toAiSdkTools', () => {
  const usage = {
    inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 1, text: 1, reasoning: 0 },
  };
  /** The AI SDK with a model that calls the tool once, then ends. */
  const run = async (one: Tool, abortSignal?: AbortSignal) => {
    const prompts: unknown[] = [];
    const model = new MockLanguageModelV3({
      doGenerate: async (options) => {
        prompts.push(options);
        const call = { toolCallId: '1', toolName: one.name, input: '{"a":1}' };
        return prompts.length === 1
          ? {
              content: [{ type: 'tool-call', ...call }],
              finishReason: { unified: 'tool-calls', raw: undefined },
              usage,
              warnings: [],
            }
          : {
              content: [{ type: 'text', text: 'end' }],
              finishReason: { unified: 'stop', raw: undefined },
              usage,
              warnings: [],
            };
      },
    });
    const tools = toAiSdkTools([one], jsonSchema, 'ada');
    const { steps } = await generateText({
      model,
      prompt: 'go',
      tools,
      stopWhen: stepCountIs(2),
      abortSignal,
    });
    const first = prompts[0] as { tools: { inputSchema: unknown }[] };
    return { content: steps[0]?.content as { type: string; output?: unknown }[], first };
  };
  const answering = (result: Partial<ToolResult>) =>
    tool('t', { execute: async () => ({ success: true, content: [], ...result }) });

  it('gives the model the schema as it is, and the tool its arguments, caller and signal', async () => {
    const execute = jest.fn(async () => ({
      success: true,
      content: [{ type: 'text' as const, text: 'fine' }],
    }));
    const { signal } = new AbortController();
    const { content, first } = await run(tool('t', { inputSchema: RECURSIVE, execute }), signal);
    expect(first.tools[0]).toMatchObject({ name: 't', inputSchema: RECURSIVE });
    expect(execute).toHaveBeenCalledWith(
      { a: 1 },
      { caller: 'ada', signal: expect.any(AbortSignal) },
    );
    expect(content.at(-1)).toMatchObject({ type: 'tool-result', output: 'fine' });
  });

  it('answers with the structured half where there is one', async () => {
    const { content } = await run(answering({ structured: { n: 1 } }));
    expect(content.at(-1)).toMatchObject({ type: 'tool-result', output: { n: 1 } });
  });

  it('tells the model of a failed operation', async () => {
    const failed = { success: false, content: [{ type: 'text' as const, text: 'GONE: sold out' }] };
    const { content } = await run(answering(failed));
    expect(content.at(-1)).toMatchObject({ type: 'tool-error' });
    expect(String((content.at(-1) as unknown as { error: unknown }).error)).toContain('sold out');
  });
});
