import type { CanActivate } from '@nestjs/common';
import { McpError } from '../errors/mcp.error.js';
import type { InvokerFactory } from '../pipeline/invoker.factory.js';
import { toToolResult, type ToolResultOptions } from '../pipeline/to-tool-result.js';
import type { AddToolOptions, LocalToolHost } from '../registry/local-tool-host.js';
import type { Tool } from '../registry/tool.js';
import { createArgumentCheck } from '../schema/argument-check.js';
import { createValueCheck } from '../schema/value-check.js';
import type { GeneratedHome } from '../pipeline/generated-method.js';
import { dynamicMethod } from './dynamic-tool.js';
import type { ToolEntry } from './tool-entry.js';
import { TOOL_NAME, suggestToolName } from './tool-name.js';
import type { ToolTable } from './tool-table.js';

/** Changes the table of tools at run time: what is added runs through the same pipeline. */
export class DynamicTools implements LocalToolHost {
  readonly #added = new Set<string>();
  readonly #disabled = new Map<string, ToolEntry>();

  constructor(
    private readonly table: ToolTable,
    private readonly invokers: InvokerFactory,
    private readonly home: GeneratedHome,
    private readonly shape: Omit<ToolResultOptions, 'name' | 'output'>,
  ) {}

  add(tool: Tool, { guards = [] }: AddToolOptions = {}): void {
    if (!TOOL_NAME.test(tool.name)) {
      const message = `"${tool.name}" does not match ${TOOL_NAME.source}; try "${suggestToolName(tool.name)}"`;
      throw new McpError('MCP_TOOL_NAME_INVALID', message, { status: 400 });
    }
    if (this.table.get(tool.name) || this.#disabled.has(tool.name)) {
      throw new McpError('MCP_TOOL_NAME_CONFLICT', `There is a tool "${tool.name}" already`);
    }
    this.table.add(this.#entryOf(tool, guards as readonly CanActivate[]));
    this.#added.add(tool.name);
  }

  remove(name: string): boolean {
    if (!this.#added.delete(name)) return false;
    return this.#disabled.delete(name) || this.table.remove(name);
  }

  setEnabled(name: string, enabled: boolean): boolean {
    const entry = enabled ? this.#disabled.get(name) : this.table.get(name);
    if (!entry) return this.table.get(name) !== undefined || this.#disabled.has(name);
    if (enabled) {
      this.#disabled.delete(name);
      this.table.add(entry);
    } else {
      this.#disabled.set(name, entry);
      this.table.remove(name);
    }
    return true;
  }

  #entryOf(tool: Tool, guards: readonly CanActivate[]): ToolEntry {
    const { name, title, description, inputSchema, outputSchema, annotations } = tool;
    const plan = { targets: [], rest: 'argument' } as const;
    const invoker = this.invokers.create(dynamicMethod(tool, guards, this.home), {
      name,
      plan,
      check: createArgumentCheck(inputSchema, plan),
      resultLimit: this.shape.resultLimit,
    });
    const output = outputSchema && createValueCheck(outputSchema);
    const shape = { ...this.shape, name, output };
    const definition = Object.freeze({
      name,
      ...(title === undefined ? {} : { title }),
      description: description ?? name,
      inputSchema,
      ...(outputSchema ? { outputSchema } : {}),
      ...(annotations ? { annotations } : {}),
    });
    return Object.freeze({
      name,
      operationId: `ToolRegistry/${name}`,
      tags: [],
      visible: true,
      scopes: [],
      definitionFor: () => definition,
      invoke: async (args, call) => {
        const outcome = await invoker(args, call);
        await output?.ready();
        return toToolResult(outcome, call, shape);
      },
    } satisfies ToolEntry);
  }
}
