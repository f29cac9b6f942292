import { McpCallContext } from '../context/call-context.js';
import type { CallPeer } from '../context/call-peer.js';
import { SILENT_PEER } from '../context/call-peer.js';
import { LATEST_HANDSHAKE_VERSION } from '../protocol/revisions.js';
import { LOCAL_ORIGIN, type ToolSource } from '../registry/tool-source.js';
import type { ExecuteOptions, Tool, ToolResult } from '../registry/tool.js';
import type { ToolEntry } from './tool-entry.js';
import type { ToolTable } from './tool-table.js';

/** The application's own tools as a source of the registry: a call meets the whole pipeline. */
export class LocalTools implements ToolSource {
  readonly origin = LOCAL_ORIGIN;
  /** One object per entry: the registry tells changes by identity. */
  readonly #tools = new WeakMap<ToolEntry, Tool>();

  constructor(private readonly table: ToolTable) {}

  tools(): readonly Tool[] {
    return this.table
      .list()
      .filter((entry) => entry.visible)
      .map((entry) => this.#toolOf(entry));
  }

  onChange(listener: () => void): () => void {
    return this.table.onChange(listener);
  }

  #toolOf(entry: ToolEntry): Tool {
    let tool = this.#tools.get(entry);
    if (!tool) this.#tools.set(entry, (tool = toTool(entry)));
    return tool;
  }
}

function toTool(entry: ToolEntry): Tool {
  const { name, title, description, inputSchema, outputSchema, annotations } =
    entry.definitionFor(LATEST_HANDSHAKE_VERSION);
  return Object.freeze({
    name,
    title,
    description,
    inputSchema,
    outputSchema,
    annotations,
    origin: LOCAL_ORIGIN,
    execute: (args: Readonly<Record<string, unknown>>, options?: ExecuteOptions) =>
      execute(entry, args, options ?? {}),
  });
}

/** As the caller of the MCP call that runs now, as `options.caller`, or as nobody. */
async function execute(
  entry: ToolEntry,
  args: Readonly<Record<string, unknown>>,
  { signal, caller, timeout = entry.timeout, onProgress }: ExecuteOptions,
): Promise<ToolResult> {
  const outer = McpCallContext.current();
  const limits = [
    signal ?? outer?.signal,
    timeout === undefined ? undefined : AbortSignal.timeout(timeout),
  ];
  const call = new McpCallContext({
    kind: 'tool',
    name: entry.name,
    transport: 'in-process',
    signal: AbortSignal.any(limits.filter((limit) => limit !== undefined)),
    headers: caller === undefined ? outer?.headers : undefined,
    baseRequest: caller === undefined ? outer?.baseRequest : undefined,
    principal: caller === undefined ? outer?.principal : undefined,
    locale: outer?.locale,
    peer: onProgress ? progressPeer(onProgress) : undefined,
  });
  if (caller !== undefined) call.request = { user: caller };
  const { content, isError, structuredContent, _meta } = await entry.invoke(args, call);
  return {
    success: isError !== true,
    content,
    ...(structuredContent === undefined ? {} : { structured: structuredContent }),
    ...(_meta === undefined ? {} : { meta: _meta }),
  };
}

function progressPeer(onProgress: NonNullable<ExecuteOptions['onProgress']>): CallPeer {
  return {
    ...SILENT_PEER,
    progress: (progress, total, message) => onProgress({ progress, total, message }),
  };
}
