import type { McpCallContext } from '../context/call-context.js';
import type { DiscoveredMethod } from '../discovery/discovered-method.js';
import type { InputPlan } from '../schema/parameter-description.js';
import type { AnswerOptions } from './compiled-method.js';
import { assertSucceeded } from './failed-operation.js';
import type { InvokerFactory } from './invoker.factory.js';

/** The method whose guards are asked. */
export interface AskedMethod {
  readonly name: string;
  readonly method: DiscoveredMethod<unknown>;
  readonly plan: InputPlan;
}

/**
 * Asks a method's guards whether the caller might call it with these arguments, and calls nothing: for
 * what would tell of a method's answer beside its call.
 *
 * Rejects as the call itself would, where they refuse.
 */
export function guardQuestion(
  { name, method, plan }: AskedMethod,
  invokers: InvokerFactory,
  options: AnswerOptions,
): (args: Readonly<Record<string, unknown>>, call: McpCallContext) => Promise<void> {
  const { resultLimit } = options;
  const invoke = invokers.create(method, { name, plan, resultLimit, guardsOnly: true });
  return async (args, call) => assertSucceeded(await invoke(args, call), call, options);
}
