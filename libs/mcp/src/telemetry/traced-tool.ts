import type { Context, Span } from '@opentelemetry/api';
import type { McpCallContext } from '../context/call-context.js';
import { isInputRequest } from '../context/input-request.js';
import { META, type CallToolResult } from '../protocol/messages.js';
import type { ToolEntry } from '../tools/tool-entry.js';
import type { OpenTelemetry, Telemetry } from './telemetry.js';

/**
 * Puts a span and a measurement round each call of the tool, by the MCP semantic conventions; the
 * caller's trace context comes from `_meta` (`traceparent`).
 */
export function tracedTool(tool: ToolEntry, telemetry: Telemetry): ToolEntry {
  return Object.freeze({
    ...tool,
    invoke: (args, call) =>
      telemetry.heard ? trace(tool, args, call, telemetry) : tool.invoke(args, call),
  } satisfies ToolEntry);
}

function trace(
  tool: ToolEntry,
  args: Readonly<Record<string, unknown>>,
  call: McpCallContext,
  { api, tracer, duration }: Telemetry,
): Promise<CallToolResult> {
  const attributes = attributesOf(tool, call);
  const parent = parentOf(call, api);
  const kind = api.SpanKind.SERVER;
  const span = tracer.startSpan(`tools/call ${tool.name}`, { kind, attributes }, parent);
  const begun = performance.now();
  const end = (failure?: string): void => {
    finish(span, failure, api);
    const measured = failure === undefined ? attributes : { ...attributes, 'error.type': failure };
    duration?.record((performance.now() - begun) / 1000, measured);
  };
  return api.context
    .with(api.trace.setSpan(parent, span), () => tool.invoke(args, call))
    .then(
      (result) => {
        end(result.isError ? codeOf(result) : undefined);
        return result;
      },
      (error: unknown) => {
        // A question to the caller is no failure: the call comes again with the answer.
        end(isInputRequest(error) ? undefined : error instanceof Error ? error.name : 'Error');
        throw error;
      },
    );
}

function finish(span: Span, failure: string | undefined, api: OpenTelemetry): void {
  if (failure !== undefined) {
    span.setAttribute('error.type', failure);
    span.setStatus({ code: api.SpanStatusCode.ERROR });
  }
  span.end();
}

/** The request's own trace context beats that of the HTTP exchange: it names the calling model's span. */
function parentOf(call: McpCallContext, api: OpenTelemetry): Context {
  const carrier: Record<string, string> = {};
  for (const key of ['traceparent', 'tracestate', 'baggage']) {
    const value = call.meta[key];
    if (typeof value === 'string') carrier[key] = value;
  }
  return api.propagation.extract(api.context.active(), carrier);
}

function attributesOf(tool: ToolEntry, call: McpCallContext): Record<string, string> {
  return {
    'mcp.method.name': 'tools/call',
    'gen_ai.tool.name': tool.name,
    'gen_ai.operation.name': 'execute_tool',
    'network.transport': call.transport === 'http' ? 'tcp' : 'pipe',
    ...(call.protocolVersion === undefined ? {} : { 'mcp.protocol.version': call.protocolVersion }),
  };
}

function codeOf(result: CallToolResult): string {
  const { code } = (result._meta?.[META.error] ?? {}) as { code?: string };
  return code ?? 'tool_error';
}
