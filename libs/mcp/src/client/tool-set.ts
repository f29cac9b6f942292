import type { ToolFilter } from '../registry/tool-filter.js';
import type { ToolsChanged } from '../registry/registry-reports.js';
import type { ToolRegistry } from '../registry/tool-registry.js';
import type { ExecuteOptions, Tool, ToolResult } from '../registry/tool.js';
import { ProtocolError } from '../errors/protocol.error.js';

/** A live part of a registry: what a filter lets through, as it is at the moment. */
export class ToolSet {
  constructor(
    private readonly registry: ToolRegistry,
    private readonly filter: ToolFilter = {},
  ) {}

  /** Those of the moment, in the order of the registry. */
  list(): readonly Tool[] {
    return this.registry.list(this.filter);
  }

  /** By its name with us; undefined where the filter keeps it out. */
  find(name: string): Tool | undefined {
    return this.list().find((tool) => tool.name === name);
  }

  /**
   * Calls a tool of this set.
   *
   * @throws ProtocolError `MCP_TOOL_NOT_FOUND`, also for tools that the filter keeps out
   */
  async execute(
    name: string,
    args: Readonly<Record<string, unknown>> = {},
    options?: ExecuteOptions,
  ): Promise<ToolResult> {
    const tool = this.find(name);
    if (!tool) throw new ProtocolError('MCP_TOOL_NOT_FOUND', `Unknown tool: ${name}`);
    return tool.execute(args, options);
  }

  /** Told after every change of the registry; `list()` is the new state. */
  onChange(listener: (change: ToolsChanged) => void): () => void {
    return this.registry.onChange(listener);
  }

  /** As `list()`. */
  [Symbol.iterator](): Iterator<Tool> {
    return this.list()[Symbol.iterator]();
  }
}
