import type { McpCallContext } from '../context/call-context.js';
import { isInputRequest } from '../context/input-request.js';
import { isMcpError } from '../errors/mcp.error.js';
import { isProtocolError } from '../errors/protocol.error.js';
import { META, type CallToolResult } from '../protocol/messages.js';
import type { ToolEntry } from '../tools/tool-entry.js';
import { tell } from '../wire/awaitable.js';
import type { McpAuditEvent, McpAuditHandler } from './audit-event.js';
import { redact } from './redact.js';

/** How calls are audited. */
export interface AuditOptions {
  readonly handler: McpAuditHandler;
  /** Argument names that are secret beside those that look it. */
  readonly redact?: readonly string[];
  /** Told what the handler threw, or rejected with. */
  readonly onFailure: (error: unknown) => void;
}

/** Tells `handler` of each call of the tool, once, when it is over. */
export function auditedTool(tool: ToolEntry, options: AuditOptions): ToolEntry {
  return Object.freeze({
    ...tool,
    async invoke(args, call) {
      const begun = performance.now();
      const over = (end: Ending): void => report(tool, args, call, begun, end, options);
      try {
        const result = await tool.invoke(args, call);
        over(endingOf(result));
        return result;
      } catch (error) {
        // A question to the caller is no end: the call comes again with the answer.
        if (!isInputRequest(error)) over(endingOfError(error));
        throw error;
      }
    },
  } satisfies ToolEntry);
}

type Ending = Pick<McpAuditEvent, 'outcome' | 'code'>;

const REFUSALS: ReadonlySet<string> = new Set(['UNAUTHORIZED', 'FORBIDDEN', 'TOO_MANY_REQUESTS']);

function endingOf({ isError, _meta }: CallToolResult): Ending {
  if (!isError) return { outcome: 'success' };
  const { code } = (_meta?.[META.error] ?? {}) as { code?: string };
  const outcome = code !== undefined && REFUSALS.has(code) ? 'refused' : 'failed';
  return { outcome, ...(code === undefined ? {} : { code }) };
}

/** What is no error of ours is masked on the wire; the log has the whole of it. */
function endingOfError(error: unknown): Ending {
  if (!isMcpError(error)) return { outcome: 'failed', code: 'INTERNAL' };
  return { outcome: isProtocolError(error) ? 'refused' : 'failed', code: error.code };
}

function report(
  tool: ToolEntry,
  args: Readonly<Record<string, unknown>>,
  call: McpCallContext,
  begun: number,
  ending: Ending,
  options: AuditOptions,
): void {
  const told = {
    operationId: tool.operationId,
    kind: call.kind,
    name: tool.name,
    transport: call.transport,
    ...ending,
    ms: performance.now() - begun,
    caller: call.caller,
    requestId: call.requestId,
    client: call.client,
    remoteAddress: call.remoteAddress,
    userAgent: call.userAgent,
    tenant: call.tenant,
    correlationId: call.correlationId,
    locale: call.locale,
  };
  // Inside: arguments whose getters throw must change no answer either.
  const handle = () => options.handler({ ...told, args: redact(args, options.redact) });
  tell(handle, options.onFailure);
}
