import { McpCallContext } from '../context/call-context.js';
import { InputRequestSignal } from '../context/input-request.js';
import { ProtocolError } from '../errors/protocol.error.js';
import type { CallToolResult } from '../protocol/messages.js';
import type { ToolEntry } from '../tools/tool-entry.js';
import type { McpAuditEvent, McpAuditHandler } from './audit-event.js';
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

  it.each<[string, unknown, Partial<McpAuditEvent>[]]>([
    [
      'a refusal',
      new ProtocolError('MCP_INVALID_PARAMS', 'no'),
      [{ outcome: 'refused', code: 'MCP_INVALID_PARAMS' }],
    ],
    [
      'an error of any other kind',
      new TypeError('oops'),
      [{ outcome: 'failed', code: 'INTERNAL' }],
    ],
    ['nothing at all', undefined, [{ outcome: 'failed', code: 'INTERNAL' }]],
    ['a question to the caller, which is no end', new InputRequestSignal(), []],
  ])('tells once of a call that throws %s', async (_what, thrown, expected) => {
    const events: McpAuditEvent[] = [];
    const audited = auditedTool(
      toolOf(() => Promise.reject(thrown)),
      {
        handler: (event) => void events.push(event),
        onFailure: (error) => {
          throw error;
        },
      },
    );
    await expect(call(audited)).rejects.toBe(thrown);
    expect(events).toMatchObject(expected);
    expect(events).toHaveLength(expected.length);
  });
});
