import type { ArgumentMetadata, CanActivate, NestInterceptor, PipeTransform } from '@nestjs/common';
import type { ContextId } from '@nestjs/core';
import type { MethodPlan, PlannedParameter } from './method-plan.js';
import type { BoundFilter, NestCreators } from './nest-creators.js';
import { safetyNet } from './validation-net.js';

/** A parameter with the pipes that run on it. */
export interface CompiledParameter {
  readonly plan: PlannedParameter;
  /** The application's. */
  readonly pipes: readonly PipeTransform[];
  /** Ours, where none of them would check a DTO. */
  readonly net?: PipeTransform;
  readonly metadata: ArgumentMetadata;
}

/** A method of one instance with all its enhancers, ready to run. */
export interface CompiledChain {
  readonly instance: object;
  readonly method: (...args: unknown[]) => unknown;
  readonly guards: readonly CanActivate[];
  readonly interceptors: readonly NestInterceptor[];
  readonly parameters: readonly CompiledParameter[];
  readonly filters: readonly BoundFilter[];
}

/** Where Nest looks up enhancers that were given as classes. */
export interface EnhancerHome {
  readonly moduleKey: string;
  /** Id of the class's wrapper: transient enhancers belong to it. */
  readonly inquirerId: string;
}

/**
 * Resolves the enhancers of a method: once for a static class, per call for a scoped one.
 *
 * @param contextId of the call; undefined for the static context
 */
export function compileChain(
  creators: NestCreators,
  plan: MethodPlan,
  instance: object,
  { moduleKey, inquirerId }: EnhancerHome,
  contextId?: ContextId,
): CompiledChain {
  // Metadata is read from the prototype's method: a proxied instance may hide it, and with it guards.
  const { handler } = plan;
  return {
    instance,
    method: (instance as Record<string, CompiledChain['method']>)[plan.methodName],
    guards: creators.guards.create(instance, handler, moduleKey, contextId, inquirerId),
    interceptors: creators.interceptors.create(instance, handler, moduleKey, contextId, inquirerId),
    parameters: compileParameters(creators, plan, instance, { moduleKey, inquirerId }, contextId),
    filters: creators.filters.create(instance, handler, moduleKey, contextId, inquirerId).filters,
  };
}

/** The parameters with their effective pipes: global, class, method, parameter. */
export function compileParameters(
  { pipes: creator }: NestCreators,
  { handler, parameters }: MethodPlan,
  instance: object,
  { moduleKey, inquirerId }: EnhancerHome,
  contextId?: ContextId,
): CompiledParameter[] {
  const shared = creator.create(instance, handler, moduleKey, contextId, inquirerId);
  // The creator keeps the module as a field; what follows must not await in between.
  creator.setModuleContext(moduleKey);
  return parameters.map((plan) => {
    const own = creator.createConcreteContext(plan.pipes, contextId, inquirerId);
    const pipes = plan.pipeable ? [...shared, ...own] : [];
    return {
      plan,
      pipes,
      net: safetyNet(plan, pipes),
      metadata: {
        type: plan.pipeType,
        metatype: plan.metatype as ArgumentMetadata['metatype'],
        data: plan.data as string | undefined,
        schema: plan.schema,
      } as ArgumentMetadata,
    };
  });
}
