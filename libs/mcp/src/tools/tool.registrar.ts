import type { McpToolOptions } from '../decorators/tool.options.js';
import type { DiscoveredMethod } from '../discovery/discovered-method.js';
import { OperationIds } from '../discovery/operation-ids.js';
import type { BootReport } from '../errors/boot-report.js';
import { SetupError } from '../errors/setup.error.js';
import type { InvokerFactory } from '../pipeline/invoker.factory.js';
import { toToolResult } from '../pipeline/to-tool-result.js';
import { createArgumentCheck } from '../schema/argument-check.js';
import { deriveInput, type InputDerivation } from '../schema/derive-input.js';
import type { SchemaProfile } from '../schema/json-schema.js';
import type { ParameterDescription } from '../schema/parameter-description.js';
import { reportDiagnostics } from './report-diagnostics.js';
import { toolDefinitions } from './tool-definition.js';
import type { ToolEntry } from './tool-entry.js';
import { nameTools, type NamedTool } from './tool-names.js';
import { deriveToolOutput, type ToolOutput } from './tool-output.js';
import { toolWords } from './tool-words.js';
import { unfitProblem } from './unfit-method.js';

/** What the application decides for all its tools. */
export interface ToolRegistrarOptions {
  /** Names by operation id. */
  readonly names: Readonly<Record<string, string>>;
  readonly profile: SchemaProfile;
  /** Bytes of one result. */
  readonly resultLimit: number;
  /** Request headers that count as credentials. */
  readonly credentialHeaders: readonly string[];
  /** Told about errors that were masked on the wire. */
  readonly onMasked: (error: unknown, reference: string) => void;
}

/** Makes living entries of discovered methods; all that can be known before a call is worked out here. */
export class ToolRegistrar {
  constructor(
    private readonly invokers: InvokerFactory,
    private readonly options: ToolRegistrarOptions,
  ) {}

  /** The entries of all methods without a fault; the faults go to the report. */
  register(
    methods: readonly DiscoveredMethod<McpToolOptions>[],
    report: BootReport,
  ): readonly ToolEntry[] {
    const ids = new OperationIds(methods);
    const named = nameTools(methods, ids, this.options.names, report);
    return named.flatMap((tool) => {
      const entry = this.#entryOf(tool, report);
      return entry ? [entry] : [];
    });
  }

  #entryOf(tool: NamedTool, report: BootReport): ToolEntry | undefined {
    const unfit = unfitProblem(tool);
    if (unfit) {
      report.fault(unfit);
      return undefined;
    }
    try {
      return this.#compile(tool, report);
    } catch (error) {
      if (!(error instanceof SetupError)) throw error;
      error.problems.forEach((problem) => report.fault(problem));
      return undefined;
    }
  }

  #compile(tool: NamedTool, report: BootReport): ToolEntry {
    const { method, name, operationId } = tool;
    const { options } = method;
    const words = toolWords(method);
    if (!words.described) report.notice(undescribed(tool, words.description));
    const { parameters, problems } = this.invokers.describe(method);
    if (problems.length > 0) throw new SetupError(problems);
    const input = this.#deriveInput(tool, parameters);
    const output = deriveToolOutput(method, this.options.profile);
    const diagnostics = [...input.diagnostics, ...(output?.diagnostics ?? [])];
    reportDiagnostics(diagnostics, operationId, report);
    const definitionFor = toolDefinitions({ ...tool, words, input, output });
    return Object.freeze({
      name,
      operationId,
      tags: options.tags ?? [],
      visible: options.visible ?? true,
      timeout: options.timeout,
      scopes: options.scopes ?? [],
      definitionFor,
      invoke: this.#invoke(tool, input, output),
    });
  }

  #deriveInput(
    { method, operationId }: NamedTool,
    parameters: readonly ParameterDescription[],
  ): InputDerivation {
    const { options } = method;
    return deriveInput(parameters, {
      where: operationId,
      profile: this.options.profile,
      input: options.input,
      include: options.include,
      exclude: options.exclude,
      constants: options.constants,
      rename: options.rename,
      args: options.args,
    });
  }

  #invoke(
    { method, name }: NamedTool,
    input: InputDerivation,
    output: ToolOutput | undefined,
  ): ToolEntry['invoke'] {
    const { resultLimit, credentialHeaders, onMasked } = this.options;
    const invoker = this.invokers.create(method, {
      name,
      plan: input.plan,
      check: createArgumentCheck(input.enforced, input.plan),
      queryValues: method.options.queryValues,
      resultLimit,
    });
    const shape = { name, output: output?.check, resultLimit, credentialHeaders, onMasked };
    const load = output?.check.ready;
    return async (args, call) => {
      const outcome = await invoker(args, call);
      await load?.();
      return toToolResult(outcome, call, shape);
    };
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
