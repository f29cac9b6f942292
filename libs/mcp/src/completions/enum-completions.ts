import type { DiscoveredMethod } from '../discovery/discovered-method.js';
import type { AnswerOptions } from '../pipeline/compiled-method.js';
import { guardQuestion } from '../pipeline/guard-question.js';
import type { InvokerFactory } from '../pipeline/invoker.factory.js';
import type { JsonSchema } from '../schema/json-schema.js';
import { propertiesOf } from '../schema/schema-types.js';
import { completionKey, type CompletionEntry } from './completion-entry.js';

/** Of which prompt or template the arguments are completed. */
export interface CompletedPrimitive {
  readonly kind: 'prompt' | 'resource';
  /** Name of the prompt, or text of the URI template. */
  readonly target: string;
  readonly operationId: string;
  readonly method: DiscoveredMethod<unknown>;
  /** What the method's arguments may be. */
  readonly enforced: JsonSchema;
}

/**
 * Completions of the arguments whose values are known beforehand: enums. They are behind the guards
 * of the method that they belong to.
 */
export function enumCompletions(
  primitive: CompletedPrimitive,
  invokers: InvokerFactory,
  options: AnswerOptions,
): readonly CompletionEntry[] {
  return propertiesOf(primitive.enforced).flatMap(([argument, node]) => {
    const values = Array.isArray(node.enum) ? node.enum.map(String) : [];
    return values.length > 0 ? [entryOf(primitive, argument, values, invokers, options)] : [];
  });
}

const NO_INPUT = { targets: [] } as const;

function entryOf(
  { kind, target, operationId, method }: CompletedPrimitive,
  argument: string,
  values: readonly string[],
  invokers: InvokerFactory,
  options: AnswerOptions,
): CompletionEntry {
  // The method itself, not a stand-in: a guard may ask for its class, its roles, its route.
  const ask = guardQuestion({ name: operationId, method, plan: NO_INPUT }, invokers, options);
  return Object.freeze({
    name: completionKey(kind, target, argument),
    operationId,
    complete: async ({ value }, call) => {
      await ask({}, call);
      return values.filter((known) => startsWith(known, value));
    },
  } satisfies CompletionEntry);
}

function startsWith(value: string, typed: unknown): boolean {
  return value.toLowerCase().startsWith(String(typed).toLowerCase());
}
