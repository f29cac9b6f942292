import type { Context, Histogram, Span, Tracer } from '@opentelemetry/api';
import type { McpCallContext } from '../context/call-context.js';
import { META, type CallToolResult } from '../protocol/messages.js';
import type { ToolEntry } from '../tools/tool-entry.js';

type Api = typeof import('@opentelemetry/api');

/** OpenTelemetry, where the application has it. */
export interface Telemetry {
  readonly api: Api;
  readonly tracer: Tracer;
  /** Seconds (MCP semantic conventions). */
  readonly duration: Histogram;
}

/** Loads `@opentelemetry/api`; undefined where the application does not have it. */
export async function loadTelemetry(): Promise<Telemetry | undefined> {
  const api = await import('@opentelemetry/api').catch(() => undefined);
  if (!api) return undefined;
  return {
    api,
    tracer: api.trace.getTracer('nest-toolport'),
    duration: api.metrics
      .getMeter('nest-toolport')
      .createHistogram('mcp.server.operation.duration', {
        unit: 's',
        description: 'Duration of an MCP request as the server sees it',
      }),
  };
}

/**
 * Puts a span and a measurement round each call of the tool, by the MCP semantic conventions; the
 * caller's trace context comes from `_meta` (`traceparent`).
 */
export function tracedTool(tool: ToolEntry, telemetry: Telemetry): ToolEntry {
  return Object.freeze({
    ...tool,
    invoke: (args, call) => trace(tool, args, call, telemetry),
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
    duration.record((performance.now() - begun) / 1000, measured);
  };
  return api.context
    .with(api.trace.setSpan(parent, span), () => tool.invoke(args, call))
    .then(
      (result) => {
        end(result.isError ? codeOf(result) : undefined);
        return result;
      },
      (error: unknown) => {
        end(error instanceof Error ? error.name : 'Error');
        throw error;
      },
    );
}

function finish(span: Span, failure: string | undefined, api: Api): void {
  if (failure !== undefined) {
    span.setAttribute('error.type', failure);
    span.setStatus({ code: api.SpanStatusCode.ERROR });
  }
  span.end();
}

/** The request's own trace context beats that of the HTTP exchange: it names the calling model's span. */
function parentOf(call: McpCallContext, api: Api): Context {
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
