import { ContextIdFactory, ModuleRef, type ApplicationConfig, type ContextId } from '@nestjs/core';
import type { InstanceWrapper } from '@nestjs/core/injector/instance-wrapper.js';
import type { Module } from '@nestjs/core/injector/module.js';
import { REQUEST_CONTEXT_ID } from '@nestjs/core/router/request/request-constants.js';

/** The class of a method in Nest's container. */
export interface Owner {
  readonly wrapper: InstanceWrapper;
  readonly host: Module;
}

/** What one call's own scope yields. */
export interface ScopedInstance {
  readonly instance: object;
  readonly contextId: ContextId;
}

/** Whether one instance serves all calls, its enhancers included. */
export function isStatic({ wrapper }: Owner): boolean {
  return wrapper.isDependencyTreeStatic() && !wrapper.isTransient;
}

/**
 * Makes the instance for one call: a scope of its own, in which `@Inject(REQUEST)` is `request`.
 * Rejects with whatever a constructor threw.
 */
export async function resolveScoped(
  { wrapper, host }: Owner,
  request: object,
): Promise<ScopedInstance> {
  // `[]`: by default Nest looks into `request.raw`, and would find the scope of the HTTP request.
  const contextId = ContextIdFactory.getByRequest(request as Record<string, string>, []);
  Object.defineProperty(request, REQUEST_CONTEXT_ID, { value: contextId, configurable: true });
  const moduleRef = host.providers.get(ModuleRef)?.instance as ModuleRef;
  const { payload } = contextId as { payload?: object };
  const durable = wrapper.isDependencyTreeDurable();
  moduleRef.registerRequestByContextId(
    durable ? payload : Object.assign(request, payload),
    contextId,
  );
  const token = wrapper.token as string;
  const instance = await moduleRef.resolve<object>(token, contextId, { strict: true });
  return { instance, contextId };
}

/**
 * Global enhancers with a scope of their own that Nest will not make for this class: it adds them to
 * controllers and to classes marked as entry providers. Empty for nearly every application.
 */
export function missedGlobals({ wrapper, host }: Owner, config: ApplicationConfig): string[] {
  if (host.controllers.has(wrapper.token)) return [];
  // By token, which Nest makes up for each of them: up to 11.2.7 the scanner and the injector keep two
  // wrappers of one enhancer, which share their instances.
  const known = new Set(wrapper.getEnhancersMetadata()?.map(({ token }) => token));
  return [
    ...config.getGlobalRequestGuards(),
    ...config.getGlobalRequestInterceptors(),
    ...config.getGlobalRequestPipes(),
    ...config.getGlobalRequestFilters(),
  ]
    .filter(({ token }) => !known.has(token))
    .map(({ metatype, name }) => metatype?.name ?? String(name));
}
