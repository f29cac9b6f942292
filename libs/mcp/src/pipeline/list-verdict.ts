import { AsyncResource } from 'node:async_hooks';
import type { CanActivate } from '@nestjs/common';
import type { ContextId } from '@nestjs/core';
import type { InstanceWrapper } from '@nestjs/core/injector/instance-wrapper.js';
import { McpCallContext } from '../context/call-context.js';
import { toolMetadata } from '../decorators/tool-metadata.accessor.js';
import type { DiscoveredMethod } from '../discovery/discovered-method.js';
import { AbortWatch } from './abort-watch.js';
import { CallExchange } from './call-exchange.js';
import type { CallRoute } from './call-route.js';
import { CallExecutionContext } from './execution-context.js';
import type { MethodPlan } from './method-plan.js';
import type { NestCreators } from './nest-creators.js';
import { isStatic, resolveScoped } from './scoped-instance.js';
import { DEFAULT_RESULT_LIMIT } from './result-limit.js';
import { runGuards } from './run-guards.js';

/** What the verdict on a method is compiled of. */
export interface ListedMethod {
  readonly plan: MethodPlan;
  readonly route: CallRoute;
  readonly scopedGuards: readonly InstanceWrapper[];
}

/** Whether a caller is shown a tool. */
export type ListVerdict = (call: McpCallContext) => Promise<boolean>;

/**
 * Asks those guards of a method that bear `@McpListGuard()` whether the caller is shown its tool.
 * They see the tool's own class, method and route, and no arguments; no other guard runs for a list,
 * and of a class with a scope of its own no instance is made for it.
 *
 * @param scopedGuards the application's global guards that have a scope of their own
 * @returns undefined where no guard is so marked: everybody is shown the tool
 */
export function compileListVerdict(
  creators: NestCreators,
  method: DiscoveredMethod<unknown>,
  { plan, route, scopedGuards }: ListedMethod,
): ListVerdict | undefined {
  const { wrapper, metatype, moduleKey } = method;
  const guardsIn = (instance: object, contextId?: ContextId): CanActivate[] =>
    creators.guards
      .create(instance, plan.handler, moduleKey, contextId, wrapper.id)
      .filter((guard) => toolMetadata.isListGuard(guard));
  const placeholder = (wrapper.instance ?? Object.create(metatype.prototype as object)) as object;
  const guards = guardsIn(placeholder);
  if (isStatic(method)) {
    return guards.length === 0 ? undefined : verdictOf(plan, route, () => guards);
  }
  if (guards.length === 0 && !scopedGuards.some(mayJudgeLists)) return undefined;
  return verdictOf(plan, route, async ({ request }) => {
    const { instance, contextId } = await resolveScoped(method, request);
    return guardsIn(instance, contextId);
  });
}

/** A factory does not say beforehand of which class its guard will be. */
function mayJudgeLists({ metatype, inject }: InstanceWrapper): boolean {
  return inject != null || (metatype != null && toolMetadata.isListGuardClass(metatype));
}

type GuardsFor = (
  exchange: CallExchange,
) => readonly CanActivate[] | Promise<readonly CanActivate[]>;

function verdictOf(
  { metatype, handler }: MethodPlan,
  route: CallRoute,
  guardsFor: GuardsFor,
): ListVerdict {
  const ask = async (call: McpCallContext): Promise<boolean> => {
    const exchange = new CallExchange(call, route.bare(), DEFAULT_RESULT_LIMIT);
    const context = new CallExecutionContext(exchange, () => {}, metatype, handler);
    const watch = new AbortWatch(call, () => {});
    try {
      await runGuards(await guardsFor(exchange), context, watch);
      return true;
    } catch {
      // A refusal and a crash mean the same to a list: not shown. A call would tell which it was.
      return false;
    } finally {
      watch.stop();
      exchange.close();
    }
  };
  return (call) =>
    new AsyncResource('McpList').runInAsyncScope(() => McpCallContext.run(call, () => ask(call)));
}
