import type { CompletionTarget } from '../decorators/primitive.options.js';
import type { DiscoveredMethod } from '../discovery/discovered-method.js';
import { OperationIds } from '../discovery/operation-ids.js';
import type { BootReport } from '../errors/boot-report.js';
import { compileMethod, type AnswerOptions } from '../pipeline/compiled-method.js';
import { assertSucceeded } from '../pipeline/failed-operation.js';
import type { InvokerFactory } from '../pipeline/invoker.factory.js';
import { assertWithin } from '../pipeline/result-limit.js';
import { isJsonObject } from '../protocol/json-rpc.js';
import {
  completionKey,
  MOST_COMPLETIONS,
  type CompletionEntry,
  type CompletionPage,
} from './completion-entry.js';

type CompletionMethod = DiscoveredMethod<CompletionTarget>;

/** Makes living entries of methods that bear `@McpComplete()`. */
export class CompletionRegistrar {
  constructor(
    private readonly invokers: InvokerFactory,
    private readonly options: AnswerOptions,
  ) {}

  /** The entries of all methods without a fault; the faults go to the report. */
  register(methods: readonly CompletionMethod[], report: BootReport): readonly CompletionEntry[] {
    const ids = new OperationIds(methods);
    return methods.flatMap((method) => {
      const operationId = ids.of(method);
      return report.collect(() => this.#entryOf(method, operationId)) ?? [];
    });
  }

  #entryOf(method: CompletionMethod, operationId: string): CompletionEntry {
    const { prompt, resource, argument, timeout } = method.options;
    const target = prompt === undefined ? 'resource' : 'prompt';
    const { resultLimit } = this.options;
    const { invoke } = compileMethod(this.invokers, method, {
      where: operationId,
      name: operationId,
      resultLimit,
      // What is typed so far is no finished value: whatever the method declares, it is asked for it.
      input: COMPLETION_INPUT,
    });
    return Object.freeze({
      name: completionKey(target, prompt ?? resource ?? '', argument),
      operationId,
      timeout,
      complete: async ({ value, context }, call) => {
        const outcome = await invoke({ value, context }, call);
        assertSucceeded(outcome, call, this.options);
        const page = toPage(outcome.value, operationId);
        assertWithin(
          resultLimit,
          (isStrings(page) ? page : page.values).slice(0, MOST_COMPLETIONS),
        );
        return page;
      },
    } satisfies CompletionEntry);
  }
}

const COMPLETION_INPUT = Object.freeze({
  type: 'object',
  properties: {
    value: { type: 'string' },
    context: { type: 'object', additionalProperties: { type: 'string' } },
  },
});

/** @throws TypeError where the method returned something else than suggestions */
function toPage(value: unknown, operationId: string): readonly string[] | CompletionPage {
  if (isStrings(value)) return value;
  if (isJsonObject(value) && isStrings(value.values)) {
    const { values, total, hasMore } = value;
    return {
      values,
      ...(typeof total === 'number' ? { total } : {}),
      ...(typeof hasMore === 'boolean' ? { hasMore } : {}),
    };
  }
  throw new TypeError(`${operationId} must return strings, or { values, total?, hasMore? }`);
}

function isStrings(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}
