import { McpCallContext } from '../context/call-context.js';
import type { CallToolResult } from '../protocol/messages.js';
import type { ToolEntry } from '../tools/tool-entry.js';
import type { McpAuditHandler } from './audit-event.js';
import { auditedTool } from './audited-tool.js';

function toolOf(invoke: () => Promise<CallToolResult>): ToolEntry {
  const definition = { name: 'pay', inputSchema: { type: 'object' } } as const;
  const about = { name: 'pay', operationId: 'Shop.pay', tags: [], scopes: [], visible: true };
  return { ...about, definitionFor: () => definition, invoke };
}

function call(tool: ToolEntry): Promise<CallToolResult> {
  const { signal } = new AbortController();
  return tool.invoke(
    {},
    new McpCallContext({ kind: 'tool', name: 'pay', transport: 'http', signal }),
  );
}

const paid: CallToolResult = { content: [] };

describe('an audited tool', () => {
  it.each<[string, McpAuditHandler]>([
    [
      'throws',
      () => {
        throw new Error('disk full');
      },
    ],
    [
      'rejects',
      async () => {
        throw new Error('disk full');
      },
    ],
  ])('answers all the same where the handler %s, and says so', async (_how, handler) => {
    let told!: (error: unknown) => void;
    const failure = new Promise((resolve) => (told = resolve));
    const audited = auditedTool(
      toolOf(async () => paid),
      { handler, onFailure: told },
    );
    await expect(call(audited)).resolves.toBe(paid);
    await expect(failure).resolves.toEqual(new Error('disk full'));
  });
});
