import type { McpToolOptions } from '../decorators/tool.options.js';
import type { DiscoveredMethod } from '../discovery/discovered-method.js';
import { OperationIds } from '../discovery/operation-ids.js';
import type { BootReport } from '../errors/boot-report.js';
import {
  compileMethod,
  type AnswerOptions,
  type CompiledMethod,
} from '../pipeline/compiled-method.js';
import type { InvokerFactory } from '../pipeline/invoker.factory.js';
import { toToolResult } from '../pipeline/to-tool-result.js';
import type { SchemaProfile } from '../schema/json-schema.js';
import { toolDefinitions } from './tool-definition.js';
import type { ToolEntry } from './tool-entry.js';
import { nameTools, type NamedTool } from './tool-names.js';
import { deriveToolOutput, type ToolOutput } from './tool-output.js';
import { toolWords } from './tool-words.js';
import { unfitProblem } from './unfit-method.js';

/** What the application decides for all its tools. */
export interface ToolRegistrarOptions extends AnswerOptions {
  /** Names by operation id. */
  readonly names: Readonly<Record<string, string>>;
  readonly profile: SchemaProfile;
  /** `guarded`: guards that bear `@McpListGuard()` decide who is shown a tool. */
  readonly visibility: 'all' | 'guarded';
  /** What holds where a tool does not say what to do about middleware of its own route. */
  readonly routeMiddleware?: 'run' | 'skip';
}

/** Makes living entries of methods that bear `@McpTool()`: all that can be known before a call is worked out here. */
export class ToolRegistrar {
  readonly #answers: AnswerOptions;

  constructor(
    private readonly invokers: InvokerFactory,
    private readonly options: ToolRegistrarOptions,
  ) {
    const { names: _, profile: __, ...answers } = options;
    this.#answers = answers;
  }

  /** The entries of all methods without a fault; the faults go to the report. */
  register(
    methods: readonly DiscoveredMethod<McpToolOptions>[],
    report: BootReport,
  ): readonly ToolEntry[] {
    const ids = new OperationIds(methods);
    const named = nameTools(methods, ids, this.options.names, report);
    const entries = named.flatMap((tool) => {
      const unfit = unfitProblem(tool);
      if (unfit) report.fault(unfit);
      return (unfit ? undefined : report.collect(() => this.#entryOf(tool, report))) ?? [];
    });
    if (this.options.visibility === 'guarded') this.#noticeShown(methods, report);
    return entries;
  }

  /** Who asks for guarded lists and marks no guard shows every tool to everybody. */
  #noticeShown(methods: readonly DiscoveredMethod<unknown>[], report: BootReport): void {
    const silent = methods
      .map((method) => this.invokers.guardsSilentInLists(method))
      .filter((guards) => guards.length > 0);
    if (silent.length > 0) report.notice(shownToAll(silent.length, new Set(silent.flat())));
  }

  #entryOf(tool: NamedTool, report: BootReport): ToolEntry {
    const { name, operationId, method } = tool;
    const { options } = method;
    const words = toolWords(method);
    if (!words.described) report.notice(undescribed(tool, words.description));
    const compiled = this.#compile(tool);
    const output = deriveToolOutput(method, this.options.profile);
    const isListedFor = this.invokers.createListVerdict(method, name);
    report.take([...compiled.input.diagnostics, ...(output?.diagnostics ?? [])], operationId);
    return Object.freeze({
      name,
      operationId,
      source: this.invokers.sourceOf(method),
      tags: options.tags ?? [],
      visible: options.visible ?? true,
      timeout: options.timeout,
      scopes: options.scopes ?? [],
      enforcedInput: compiled.input.enforced,
      definitionFor: toolDefinitions({ ...tool, words, input: compiled.input, output }),
      invoke: this.#invoke(name, compiled, output),
      ...(isListedFor ? { isListedFor } : {}),
    });
  }

  #compile({ method, name, operationId }: NamedTool): CompiledMethod {
    const { input, include, exclude, constants, rename, args, headers } = method.options;
    const { queryValues, routeMiddleware = this.options.routeMiddleware } = method.options;
    const { profile, resultLimit } = this.options;
    return compileMethod(this.invokers, method, {
      where: operationId,
      name,
      include,
      exclude,
      constants,
      rename,
      args,
      headers,
      profile,
      input,
      queryValues,
      resultLimit,
      routeMiddleware,
    });
  }

  #invoke(
    name: string,
    { invoke }: CompiledMethod,
    output: ToolOutput | undefined,
  ): ToolEntry['invoke'] {
    const shape = { ...this.#answers, name, output: output?.check };
    return (args, call) =>
      invoke(args, call, (outcome) => {
        const pending = output?.check.ready();
        if (!pending) return toToolResult(outcome, call, shape);
        return pending.then(() => toToolResult(outcome, call, shape));
      });
  }
}

function undescribed({ operationId, name }: NamedTool, shown: string) {
  return {
    code: 'MCP_DESCRIPTION_MISSING',
    where: operationId,
    message: `the tool "${name}" has no description; the model is shown "${shown}"`,
    remedy: "say what it does and when to use it: @McpTool({ description: '…' })",
  };
}

function shownToAll(tools: number, guards: ReadonlySet<string>) {
  const whose = tools === 1 ? 'a guarded tool is' : `${tools} guarded tools are`;
  return {
    code: 'MCP_LIST_GUARD_MISSING',
    where: 'visibility',
    message: `${whose} listed to everybody: no guard bears @McpListGuard() (${[...guards].join(', ')})`,
    remedy: 'mark the guards that decide by the caller alone and have no side effects',
  };
}
