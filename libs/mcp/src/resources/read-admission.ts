import type { DiscoveredMethod } from '../discovery/discovered-method.js';
import type { AnswerOptions } from '../pipeline/compiled-method.js';
import { assertSucceeded } from '../pipeline/failed-operation.js';
import { generatedMethod, guardsOf } from '../pipeline/generated-method.js';
import type { InvokerFactory } from '../pipeline/invoker.factory.js';
import type { JsonSchema } from '../schema/json-schema.js';
import { typedArguments } from '../schema/string-arguments.js';
import type { ResourceEntry } from './resource-entry.js';

/** A resource's method, and what the variables of its template may be. */
export interface ReadMethod {
  readonly operationId: string;
  readonly method: DiscoveredMethod<unknown>;
  readonly enforced: JsonSchema;
}

const PLAN = { targets: [], rest: 'argument' } as const;

/** Whoever may hear that a resource has changed is whom its method's guards let read it. */
export function readAdmission(
  { operationId, method, enforced }: ReadMethod,
  invokers: InvokerFactory,
  options: AnswerOptions,
): NonNullable<ResourceEntry['admit']> {
  const { host, moduleKey } = method;
  const generated = generatedMethod(
    { name: operationId, guards: guardsOf(method), like: method, run: () => null },
    { host, moduleKey },
  );
  const { resultLimit } = options;
  const invoke = invokers.create(generated, { name: operationId, plan: PLAN, resultLimit });
  return async ({ variables }, call) => {
    const outcome = await invoke(typedArguments(variables, enforced), call);
    assertSucceeded(outcome, call, options);
  };
}
