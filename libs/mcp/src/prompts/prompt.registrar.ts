import type { McpPromptOptions } from '../decorators/primitive.options.js';
import { deriveName } from '../discovery/derived-name.js';
import type { DiscoveredMethod } from '../discovery/discovered-method.js';
import { OperationIds } from '../discovery/operation-ids.js';
import type { BootReport } from '../errors/boot-report.js';
import { compileMethod, type AnswerOptions } from '../pipeline/compiled-method.js';
import { assertSucceeded } from '../pipeline/failed-operation.js';
import { guardQuestion } from '../pipeline/guard-question.js';
import type { InvokerFactory } from '../pipeline/invoker.factory.js';
import { assertWithin, textsOf } from '../pipeline/result-limit.js';
import type { PromptArgument, PromptDefinition } from '../protocol/definitions.js';
import type { JsonSchema } from '../schema/json-schema.js';
import { propertiesOf, requiredOf } from '../schema/schema-types.js';
import { typedArguments } from '../schema/string-arguments.js';
import type { PromptEntry } from './prompt-entry.js';
import { toPromptResult } from './to-prompt-result.js';

type PromptMethod = DiscoveredMethod<McpPromptOptions>;

/** A prompt, and what its arguments may be. */
export interface RegisteredPrompt {
  readonly entry: PromptEntry;
  readonly method: PromptMethod;
  readonly enforced: JsonSchema;
}

/** Makes living entries of methods that bear `@McpPrompt()`. */
export class PromptRegistrar {
  constructor(
    private readonly invokers: InvokerFactory,
    private readonly options: AnswerOptions,
  ) {}

  /** The entries of all methods without a fault; the faults go to the report. */
  register(methods: readonly PromptMethod[], report: BootReport): readonly RegisteredPrompt[] {
    const ids = new OperationIds(methods);
    return methods.flatMap((method) => {
      const operationId = ids.of(method);
      return report.collect(() => this.#entryOf(method, operationId, report)) ?? [];
    });
  }

  #entryOf(method: PromptMethod, operationId: string, report: BootReport): RegisteredPrompt {
    const { options } = method;
    const name = promptName(method);
    const { resultLimit } = this.options;
    const compiled = compileMethod(this.invokers, method, {
      where: operationId,
      name,
      args: options.args,
      resultLimit,
    });
    const { input, invoke } = compiled;
    report.take(input.diagnostics, operationId);
    const definition = definitionOf(name, options, input.published);
    const ask = guardQuestion({ name, method, plan: input.plan }, this.invokers, this.options);
    const entry = Object.freeze({
      name,
      operationId,
      source: this.invokers.sourceOf(method),
      tags: options.tags ?? [],
      visible: options.visible ?? true,
      timeout: options.timeout,
      scopes: options.scopes ?? [],
      definitionFor: () => definition,
      isListedFor: this.invokers.createListVerdict(method, name),
      admit: (args, call) => ask(typedArguments(args, input.enforced), call),
      get: async (args, call) => {
        const outcome = await invoke(typedArguments(args, input.enforced), call);
        assertSucceeded(outcome, call, this.options);
        const result = toPromptResult(outcome.value, options.description, operationId);
        assertWithin(resultLimit, textsOf(result));
        return result;
      },
    } satisfies PromptEntry);
    return { entry, method, enforced: input.enforced };
  }
}

/** The name under which clients know the prompt. */
export function promptName({ options, metatype, methodName }: PromptMethod): string {
  return options.name ?? deriveName(metatype, methodName);
}

function definitionOf(
  name: string,
  { title, description, icons, _meta }: McpPromptOptions,
  published: JsonSchema,
): PromptDefinition {
  const required = requiredOf(published);
  const args = propertiesOf(published).map(([argument, node]) =>
    argumentOf(argument, node, required.includes(argument)),
  );
  return Object.freeze({
    name,
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...(icons === undefined ? {} : { icons }),
    ...(args.length === 0 ? {} : { arguments: args }),
    ...(_meta === undefined ? {} : { _meta }),
  });
}

function argumentOf(name: string, node: JsonSchema, required: boolean): PromptArgument {
  const { title, description } = node;
  return {
    name,
    ...(typeof title === 'string' ? { title } : {}),
    ...(typeof description === 'string' ? { description } : {}),
    required,
  };
}
