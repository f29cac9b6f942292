import type { McpCallContext } from '../../../src/context/call-context.js';
import { META } from '../../../src/protocol/messages.js';
import { McpServer } from '../../../src/server/mcp-server.js';
import type { McpServerOptions } from '../../../src/server/server.options.js';
import { ToolTable } from '../../../src/tools/tool-table.js';
import { text, toolEntry, type ToolFunction } from './entries.js';
import { modern, type Json } from './talk.js';

export const NAME_FORM = {
  type: 'object',
  properties: { name: { type: 'string', minLength: 2 } },
  required: ['name'],
} as const;

export const CAN_ASK = { elicitation: {}, sampling: {}, roots: {} };
export const ALICE = { user_name: { action: 'accept', content: { name: 'Alice' } } };

export async function askName(call: McpCallContext) {
  const answer = await call.elicit<{ name: string }>(
    { message: 'What is your name?', requestedSchema: NAME_FORM },
    { key: 'user_name' },
  );
  return answer.action === 'accept' ? answer.content.name : answer.action;
}

export const TOOLS: Record<string, ToolFunction> = {
  greet: async (_args, call) => text(`Hello, ${await askName(call)}!`),
  three: async (_args, call) => {
    const [name, sampled, roots] = await Promise.all([
      askName(call),
      call.sample({ messages: [], maxTokens: 10 }, { key: 'greeting' }),
      call.roots({ key: 'client_roots' }),
    ]);
    return text(`${name} ${sampled.model} ${roots.length}`);
  },
  steps: async (_args, call) => {
    const first = await call.elicit({ message: 'One?', requestedSchema: NAME_FORM });
    const second = await call.elicit({ message: 'Two?', requestedSchema: NAME_FORM });
    return text(JSON.stringify([first, second]));
  },
};

export function serverWith(
  options: Partial<McpServerOptions> = {},
  more: Record<string, ToolFunction> = {},
) {
  const tools = new ToolTable();
  for (const [name, run] of Object.entries({ ...TOOLS, ...more })) tools.add(toolEntry(name, run));
  return new McpServer(
    { info: { name: 'fixture', version: '1' }, keys: ['k'], ...options },
    { tools },
  );
}

export function invoke(
  server: McpServer,
  name: string,
  more: Json = {},
  capabilities: Json = CAN_ASK,
) {
  const meta = { [META.clientCapabilities]: capabilities };
  return modern(server, 'tools/call', { name, ...more }, { meta });
}
