import { Inject, Injectable } from '@nestjs/common';
import { completionFault, type Completable } from '../completions/completion-faults.js';
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

/** Resources, prompts and completions: what stands beside the tools. */
@Injectable()
export class Primitives {
  constructor(
    @Inject(InvokerFactory) private readonly invokers: InvokerFactory,
    @Inject(ResourceTable) private readonly resources: ResourceTable,
    @Inject(PromptTable) private readonly prompts: PromptTable,
    @Inject(CompletionTable) private readonly completions: CompletionTable,
  ) {}

  /** Fills the tables anew; faults go to the report. */
  boot(
    explorer: MethodExplorer,
    offered: Offered,
    options: AnswerOptions,
    report: BootReport,
  ): void {
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
    this.#clear();
    for (const { entry } of resources) report.collect(() => this.resources.add(entry));
    for (const { entry } of prompts) report.collect(() => this.prompts.add(entry));
    for (const entry of completions) report.collect(() => this.completions.add(entry));
    for (const entry of this.#inferred(resources, prompts, options)) {
      if (!this.completions.get(entry.name)) this.completions.add(entry);
    }
  }

  /** All resources and prompts that are in the tables. */
  entries(): readonly (ResourceEntry | PromptEntry)[] {
    const { fixed, templates } = this.resources;
    return [...fixed.list(), ...templates.list(), ...this.prompts.list()];
  }

  #clear(): void {
    for (const entry of this.resources.fixed.list()) this.resources.remove(entry.uri);
    for (const entry of this.resources.templates.list()) {
      this.resources.remove(entry.template.template);
    }
    for (const entry of this.prompts.list()) this.prompts.remove(entry.name);
    for (const entry of this.completions.list()) this.completions.remove(entry.name);
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
