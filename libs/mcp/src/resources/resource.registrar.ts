import type { ResourceDeclaration } from '../decorators/primitive.options.js';
import type { DiscoveredMethod } from '../discovery/discovered-method.js';
import { OperationIds } from '../discovery/operation-ids.js';
import { deriveName } from '../discovery/derived-name.js';
import type { BootReport } from '../errors/boot-report.js';
import { SetupError } from '../errors/setup.error.js';
import { compileMethod, type AnswerOptions } from '../pipeline/compiled-method.js';
import { assertSucceeded } from '../pipeline/failed-operation.js';
import { guardQuestion } from '../pipeline/guard-question.js';
import type { InvokerFactory } from '../pipeline/invoker.factory.js';
import { assertWithin, textsOf } from '../pipeline/result-limit.js';
import type { JsonSchema } from '../schema/json-schema.js';
import { typedArguments } from '../schema/string-arguments.js';
import type { ResourceEntry } from './resource-entry.js';
import { toContents } from './to-contents.js';
import { uriFaults } from './uri-faults.js';
import { UriTemplate } from './uri-template.js';

type ResourceMethod = DiscoveredMethod<ResourceDeclaration>;

/** A resource, and what the variables of its template may be. */
export interface RegisteredResource {
  readonly entry: ResourceEntry;
  readonly method: ResourceMethod;
  readonly enforced: JsonSchema;
}

/** Makes living entries of methods that bear `@McpResource()`. */
export class ResourceRegistrar {
  constructor(
    private readonly invokers: InvokerFactory,
    private readonly options: AnswerOptions,
  ) {}

  /** The entries of all methods without a fault; the faults go to the report. */
  register(methods: readonly ResourceMethod[], report: BootReport): readonly RegisteredResource[] {
    const ids = new OperationIds(methods);
    return methods.flatMap((method) => {
      const operationId = ids.of(method);
      return report.collect(() => this.#entryOf(method, operationId, report)) ?? [];
    });
  }

  #entryOf(method: ResourceMethod, operationId: string, report: BootReport): RegisteredResource {
    const { options } = method;
    const name = options.name ?? deriveName(method.metatype, method.methodName);
    const { resultLimit } = this.options;
    const template = options.uri.includes('{') ? new UriTemplate(options.uri) : undefined;
    const { input, invoke } = compileMethod(this.invokers, method, {
      where: operationId,
      name,
      resultLimit,
      optional: template?.optional,
    });
    report.take(input.diagnostics, operationId);
    const faults = uriFaults(options.uri, template?.variables ?? [], input, operationId);
    if (faults.length > 0) throw new SetupError(faults);
    const ask = guardQuestion({ name, method, plan: input.plan }, this.invokers, this.options);
    const read: ResourceEntry['read'] = async ({ uri, variables }, call) => {
      const outcome = await invoke(typedArguments(variables, input.enforced), call);
      assertSucceeded(outcome, call, this.options);
      const contents = toContents(outcome, uri, options.mimeType);
      assertWithin(resultLimit, textsOf(contents));
      return { contents };
    };
    const admit: NonNullable<ResourceEntry['admit']> = ({ variables }, call) =>
      ask(typedArguments(variables, input.enforced), call);
    const common = {
      name,
      operationId,
      source: this.invokers.sourceOf(method),
      tags: options.tags ?? [],
      visible: options.visible ?? true,
      timeout: options.timeout,
      scopes: options.scopes ?? [],
      cache: options.cache,
      read,
      admit,
      isListedFor: this.invokers.createListVerdict(method, name),
    };
    const words = wordsOf(name, options);
    const { uri, size } = options;
    if (template) {
      const definition = Object.freeze({ uriTemplate: uri, ...words });
      const entry = Object.freeze({ ...common, template, definitionFor: () => definition });
      return { entry, method, enforced: input.enforced };
    }
    const definition = Object.freeze({ uri, ...words, ...(size === undefined ? {} : { size }) });
    const entry = Object.freeze({ ...common, uri, definitionFor: () => definition });
    return { entry, method, enforced: input.enforced };
  }
}

function wordsOf(name: string, options: ResourceDeclaration) {
  const { title, description, mimeType, icons, annotations, _meta } = options;
  return {
    name,
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...(mimeType === undefined ? {} : { mimeType }),
    ...(icons === undefined ? {} : { icons }),
    ...(annotations === undefined ? {} : { annotations }),
    ...(_meta === undefined ? {} : { _meta }),
  };
}
