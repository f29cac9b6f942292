import { Inject, Injectable } from '@nestjs/common';
import { completionFault, type Completable } from '../completions/completion-faults.js';
import type { CompletionEntry } from '../completions/completion-entry.js';
import { CompletionRegistrar } from '../completions/completion.registrar.js';
import { CompletionTable } from '../completions/completion-table.js';
import { enumCompletions } from '../completions/enum-completions.js';
import type { CompletionTarget } from '../decorators/primitive.options.js';
import { primitiveMetadata } from '../decorators/primitive-metadata.accessor.js';
import type { DiscoveredMethod } from '../discovery/discovered-method.js';
import { OperationIds } from '../discovery/operation-ids.js';
import type { MethodExplorer } from '../discovery/method.explorer.js';
import type { BootReport } from '../errors/boot-report.js';
import type { AnswerOptions } from '../pipeline/compiled-method.js';
import { InvokerFactory } from '../pipeline/invoker.factory.js';
import { PromptRegistrar, promptName, type RegisteredPrompt } from '../prompts/prompt.registrar.js';
import type { PromptEntry } from '../prompts/prompt-entry.js';
import { PromptTable } from '../prompts/prompt-table.js';
import { ResourceRegistrar, type RegisteredResource } from '../resources/resource.registrar.js';
import type { ResourceEntry } from '../resources/resource-entry.js';
import { ResourceTable } from '../resources/resource-table.js';
import { propertiesOf } from '../schema/schema-types.js';
import { checkDecorators } from './decorator-options.js';
import type { AssignableOptions } from './offered-methods.js';

/** Picks what this server offers, where there are several. */
type Offered = <Options extends AssignableOptions>(
  methods: readonly DiscoveredMethod<Options>[],
) => readonly DiscoveredMethod<Options>[];

/** What was found, before any of it is served. */
export interface PreparedPrimitives {
  /** All resources and prompts. */
  readonly entries: readonly (ResourceEntry | PromptEntry)[];
  /** Fills the tables anew. */
  readonly serve: () => void;
}

interface FoundPrimitives {
  readonly resources: readonly RegisteredResource[];
  readonly prompts: readonly RegisteredPrompt[];
  readonly completions: readonly CompletionEntry[];
  /** Those that a method of the application's own comes before. */
  readonly inferred: readonly CompletionEntry[];
}

/** Resources, prompts and completions: what stands beside the tools. */
@Injectable()
export class Primitives {
  constructor(
    @Inject(InvokerFactory) private readonly invokers: InvokerFactory,
    @Inject(ResourceTable) private readonly resources: ResourceTable,
    @Inject(PromptTable) private readonly prompts: PromptTable,
    @Inject(CompletionTable) private readonly completions: CompletionTable,
  ) {}

  /** Works out what the tables shall hold; faults go to the report. */
  prepare(
    explorer: MethodExplorer,
    offered: Offered,
    options: AnswerOptions,
    report: BootReport,
  ): PreparedPrimitives {
    const allResources = explorer.explore(({ method }) => primitiveMetadata.resources(method));
    const allPrompts = explorer.explore(({ method }) => primitiveMetadata.prompts(method));
    checkDecorators('McpResource', allResources, report);
    checkDecorators('McpPrompt', allPrompts, report);
    const resources = new ResourceRegistrar(this.invokers, options).register(
      offered(allResources),
      report,
    );
    const prompts = new PromptRegistrar(this.invokers, options).register(
      offered(allPrompts),
      report,
    );
    const completing = explorer.explore(({ method }) => primitiveMetadata.completions(method));
    checkDecorators('McpComplete', completing, report);
    const completions = new CompletionRegistrar(this.invokers, options).register(
      completing,
      report,
    );
    const elsewhere = new Set([
      ...allResources.map(({ options: { uri } }) => uri),
      ...allPrompts.map(promptName),
    ]);
    reportUnknown(completing, completable(resources, prompts), elsewhere, report);
    const inferred = this.#inferred(resources, prompts, options);
    return this.#prepared({ resources, prompts, completions, inferred }, report);
  }

  /** In tables of their own first: what is there twice is a fault, and must not be served. */
  #prepared(found: FoundPrimitives, report: BootReport): PreparedPrimitives {
    const resources = new ResourceTable();
    const { fixed, templates } = resources;
    const prompts = new PromptTable();
    const completions = new CompletionTable();
    for (const { entry } of found.resources) report.collect(() => resources.add(entry));
    for (const { entry } of found.prompts) report.collect(() => prompts.add(entry));
    for (const entry of found.completions) report.collect(() => completions.add(entry));
    for (const entry of found.inferred) {
      if (!completions.get(entry.name)) completions.add(entry);
    }
    return {
      entries: [...fixed.list(), ...templates.list(), ...prompts.list()],
      serve: () => {
        this.resources.fixed.replace(fixed.list());
        this.resources.templates.replace(templates.list());
        this.prompts.replace(prompts.list());
        this.completions.replace(completions.list());
      },
    };
  }

  /** What an enum already says needs no method. */
  #inferred(
    resources: readonly RegisteredResource[],
    prompts: readonly RegisteredPrompt[],
    options: AnswerOptions,
  ) {
    const ofTemplates = resources.flatMap(({ entry, method, enforced }) =>
      entry.template
        ? [
            {
              kind: 'resource' as const,
              target: entry.template.template,
              operationId: entry.operationId,
              method,
              enforced,
            },
          ]
        : [],
    );
    const ofPrompts = prompts.map(({ entry: { name, operationId }, method, enforced }) => ({
      kind: 'prompt' as const,
      target: name,
      operationId,
      method,
      enforced,
    }));
    return [...ofTemplates, ...ofPrompts].flatMap((primitive) =>
      enumCompletions(primitive, this.invokers, options),
    );
  }
}

function completable(
  resources: readonly RegisteredResource[],
  prompts: readonly RegisteredPrompt[],
): Completable {
  const templates = resources.flatMap(({ entry: { template } }) =>
    template ? [[template.template, template.variables] as const] : [],
  );
  const args = prompts.map(
    ({ entry: { name }, enforced }) =>
      [name, propertiesOf(enforced).map(([argument]) => argument)] as const,
  );
  return { prompts: new Map(args), templates: new Map(templates) };
}

/** @param elsewhere what any server of the application offers: not every one has every prompt */
function reportUnknown(
  completing: readonly DiscoveredMethod<CompletionTarget>[],
  here: Completable,
  elsewhere: ReadonlySet<string>,
  report: BootReport,
): void {
  const ids = new OperationIds(completing);
  for (const method of completing) {
    const { prompt, resource } = method.options;
    const isHere = here.prompts.has(prompt ?? '') || here.templates.has(resource ?? '');
    if (!isHere && elsewhere.has(prompt ?? resource ?? '')) continue;
    const fault = completionFault(method.options, here, ids.of(method));
    if (fault) report.fault(fault);
  }
}
