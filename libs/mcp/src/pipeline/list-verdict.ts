import { AsyncResource } from 'node:async_hooks';
import type { CanActivate } from '@nestjs/common';
import type { ContextId } from '@nestjs/core';
import { McpCallContext } from '../context/call-context.js';
import { toolMetadata } from '../decorators/tool-metadata.accessor.js';
import type { DiscoveredMethod } from '../discovery/discovered-method.js';
import { AbortWatch } from './abort-watch.js';
import { CallExecutionContext } from './execution-context.js';
import type { MethodPlan } from './method-plan.js';
import type { NestCreators } from './nest-creators.js';
import { isStatic, resolveScoped } from './request-scope.js';
import { DEFAULT_RESULT_LIMIT } from './result-limit.js';
import { runGuards } from './run-guards.js';
import type { RequestParts } from './request-parts.js';
import { makeRequest } from './synthetic-request.js';
import { CallResponse } from './synthetic-response.js';

/** Whether a caller is shown a tool. */
export type ListVerdict = (call: McpCallContext) => Promise<boolean>;

/**
 * Asks those guards of a method that bear `@McpListGuard()` whether the caller is shown its tool.
 * They see the tool's own class, method and route, and no arguments; no other guard runs for a list.
 *
 * @returns undefined where no guard is so marked: everybody is shown the tool
 */
export function compileListVerdict(
  creators: NestCreators,
  method: DiscoveredMethod<unknown>,
  plan: MethodPlan,
): ListVerdict | undefined {
  const { wrapper, metatype, moduleKey } = method;
  const guardsIn = (instance: object, contextId?: ContextId): CanActivate[] =>
    creators.guards
      .create(instance, plan.handler, moduleKey, contextId, wrapper.id)
      .filter((guard) => toolMetadata.isListGuard(guard));
  const placeholder = (wrapper.instance ?? Object.create(metatype.prototype as object)) as object;
  if (!isStatic(method)) {
    return verdictOf(method, plan, async (request) => {
      const { instance, contextId } = await resolveScoped(method, request);
      return guardsIn(instance, contextId);
    });
  }
  const guards = guardsIn(placeholder);
  return guards.length === 0 ? undefined : verdictOf(method, plan, () => guards);
}

type GuardsFor = (request: object) => readonly CanActivate[] | Promise<readonly CanActivate[]>;

function verdictOf(
  { metatype, route }: DiscoveredMethod<unknown>,
  plan: MethodPlan,
  guardsFor: GuardsFor,
): ListVerdict {
  const path = route?.path ?? '/mcp/tools';
  const ask = async (call: McpCallContext): Promise<boolean> => {
    const request = makeRequest(call, partsOf(route?.verb ?? 'POST', path));
    const response = new CallResponse(request, call.baseRequest, DEFAULT_RESULT_LIMIT);
    request.res = response;
    const context = new CallExecutionContext([request, response, () => {}], metatype, plan.handler);
    const watch = new AbortWatch(call, () => {});
    try {
      await runGuards(await guardsFor(request), context, watch);
      return true;
    } catch {
      // A refusal and a crash mean the same to a list: not shown. A call would tell which it was.
      return false;
    } finally {
      watch.stop();
      response.settle();
    }
  };
  return (call) =>
    new AsyncResource('McpList').runInAsyncScope(() => McpCallContext.run(call, () => ask(call)));
}

function partsOf(method: string, path: string): RequestParts {
  const params = Object.create(null) as Record<string, unknown>;
  const query = Object.create(null) as Record<string, unknown>;
  const nothing = { params, query, body: undefined, args: undefined };
  return { method, url: path, path, route: path, ...nothing };
}
