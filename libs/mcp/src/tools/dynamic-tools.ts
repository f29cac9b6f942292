import type { CanActivate } from '@nestjs/common';
import { McpError } from '../errors/mcp.error.js';
import type { InvokerFactory } from '../pipeline/invoker.factory.js';
import { toToolResult, type ToolResultOptions } from '../pipeline/to-tool-result.js';
import type { AddToolOptions, LocalToolHost } from '../registry/local-tool-host.js';
import { enforcedOfForeign } from '../protocol/foreign-schema.js';
import type { Tool } from '../registry/tool.js';
import { LOCAL_ORIGIN } from '../registry/tool-source.js';
import { createArgumentCheck } from '../schema/argument-check.js';
import type { JsonSchemaObject } from '../protocol/messages.js';
import { createValueCheck } from '../schema/value-check.js';
import type { GeneratedHome } from '../pipeline/generated-method.js';
import { dynamicMethod } from './dynamic-tool.js';
import { byRevision } from './tool-definition.js';
import type { ToolEntry } from './tool-entry.js';
import { TOOL_NAME, suggestToolName } from './tool-name.js';
import type { ToolTable } from './tool-table.js';

/** A tool as it was added. */
interface AddedTool {
  readonly tool: Tool;
  readonly guards: readonly CanActivate[];
}

/** Changes the table of tools at run time: what is added runs through the same pipeline. */
export class DynamicTools implements LocalToolHost {
  readonly #added = new Map<string, AddedTool>();
  /** Names that are disabled, whether there is such a tool or will be. */
  readonly #disabled = new Set<string>();
  /** Entries that stand ready to be listed again. */
  readonly #held = new Map<string, ToolEntry>();

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
    if (this.table.get(tool.name) || this.#held.has(tool.name)) {
      throw new McpError('MCP_TOOL_NAME_CONFLICT', `There is a tool "${tool.name}" already`);
    }
    const added = { tool, guards: guards as readonly CanActivate[] };
    this.#place(this.#entryOf(added));
    this.#added.set(tool.name, added);
  }

  remove(name: string): boolean {
    if (!this.#added.delete(name)) return false;
    return this.#held.delete(name) || this.table.remove(name);
  }

  setEnabled(name: string, enabled: boolean): void {
    if (enabled) this.#disabled.delete(name);
    else this.#disabled.add(name);
    const entry = enabled ? this.#held.get(name) : this.table.get(name);
    if (!entry) return;
    if (enabled) this.#held.delete(name);
    else this.table.remove(name);
    this.#place(entry);
  }

  /** Whether the name is taken by a tool that was added, disabled or not. */
  has(name: string): boolean {
    return this.#added.has(name);
  }

  /**
   * Compiles again what was added: it may have come before the application's last global guard was
   * known. What is given back puts it into the table, once that is filled anew; what was disabled
   * stays so.
   *
   * @throws SetupError where Nest would drop an enhancer
   */
  prepare(): () => void {
    const entries = [...this.#added.values()].map((added) => this.#entryOf(added));
    return () => {
      this.#held.clear();
      for (const entry of entries) this.table.remove(entry.name);
      for (const name of this.#disabled) {
        const entry = this.table.get(name);
        if (!entry) continue;
        this.table.remove(name);
        this.#place(entry);
      }
      for (const entry of entries) this.#place(entry);
    };
  }

  /** Into the table, or aside while its name is disabled. */
  #place(entry: ToolEntry): void {
    if (this.#disabled.has(entry.name)) this.#held.set(entry.name, entry);
    else this.table.add(entry);
  }

  #entryOf({ tool, guards }: AddedTool): ToolEntry {
    const { name, inputSchema, outputSchema } = tool;
    const isForeign = tool.origin !== LOCAL_ORIGIN;
    const enforced = (schema: JsonSchemaObject) => (isForeign ? enforcedOfForeign(schema) : schema);
    const plan = { targets: [], rest: 'argument' } as const;
    const method = dynamicMethod(tool, guards, this.home);
    const invoker = this.invokers.create(method, {
      name,
      plan,
      check: createArgumentCheck(enforced(inputSchema), plan),
      resultLimit: this.shape.resultLimit,
    });
    const output = outputSchema && createValueCheck(enforced(outputSchema));
    const shape = { ...this.shape, name, output };
    return Object.freeze({
      name,
      operationId: `ToolRegistry/${name}`,
      source: this.invokers.sourceOf(method),
      tags: [],
      visible: true,
      scopes: [],
      definitionFor: definitionsOf(tool),
      isListedFor: this.invokers.createListVerdict(method, name),
      invoke: async (args, call) => {
        const outcome = await invoker(args, call);
        await output?.ready();
        return toToolResult(outcome, call, shape);
      },
    } satisfies ToolEntry);
  }
}

function definitionsOf({ name, title, description, annotations, ...schemas }: Tool) {
  // Arguments are an object, said or not; a client drops the whole list for one that does not say it.
  const { type } = schemas.inputSchema;
  const inputSchema =
    type === 'object' ? schemas.inputSchema : { ...schemas.inputSchema, type: 'object' };
  return byRevision(
    (outputSchema) => ({
      name,
      ...(title === undefined ? {} : { title }),
      description: description ?? name,
      inputSchema,
      ...(outputSchema ? { outputSchema } : {}),
      ...(annotations ? { annotations } : {}),
    }),
    schemas.outputSchema,
  );
}
