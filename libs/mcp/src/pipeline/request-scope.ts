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
export function isStatic({ wrapper, host }: Owner, config: ApplicationConfig): boolean {
  if (!wrapper.isDependencyTreeStatic() || wrapper.isTransient) return false;
  // Nest adds scoped global enhancers to the tree of controllers only; a provider's tool needs its
  // scope all the same, or a request-scoped APP_GUARD would not be asked.
  return host.controllers.has(wrapper.token) || scopedGlobals(config).length === 0;
}

/**
 * Makes the instance for one call: a scope of its own, in which `@Inject(REQUEST)` is `request`.
 * Rejects with whatever a constructor threw.
 */
export async function resolveScoped(
  { wrapper, host }: Owner,
  config: ApplicationConfig,
  request: object,
): Promise<ScopedInstance> {
  // `[]`: by default Nest looks into `request.raw`, and would find the scope of the HTTP request.
  const contextId = ContextIdFactory.getByRequest(request as Record<string, string>, []);
  Object.defineProperty(request, REQUEST_CONTEXT_ID, { value: contextId, configurable: true });
  const moduleRef = moduleRefOf(host);
  const { payload } = contextId as { payload?: object };
  const durable = wrapper.isDependencyTreeDurable();
  moduleRef.registerRequestByContextId(
    durable ? payload : Object.assign(request, payload),
    contextId,
  );
  if (wrapper.isDependencyTreeStatic() && !wrapper.isTransient) {
    await loadGlobals(config, contextId);
    return { instance: wrapper.instance as object, contextId };
  }
  const instance = await moduleRef.resolve<object>(wrapper.token as string, contextId, {
    strict: true,
  });
  if (!host.controllers.has(wrapper.token)) await loadGlobals(config, contextId);
  return { instance, contextId };
}

/** Instances of the scoped global enhancers, which Nest makes for controllers only. */
async function loadGlobals(config: ApplicationConfig, contextId: ContextId): Promise<void> {
  for (const wrapper of scopedGlobals(config)) {
    if (!wrapper.host) continue;
    await moduleRefOf(wrapper.host).resolve(wrapper.token as string, contextId, { strict: true });
  }
}

function scopedGlobals(config: ApplicationConfig): InstanceWrapper[] {
  return [
    ...config.getGlobalRequestGuards(),
    ...config.getGlobalRequestInterceptors(),
    ...config.getGlobalRequestPipes(),
    ...config.getGlobalRequestFilters(),
  ];
}

function moduleRefOf(host: Module): ModuleRef {
  return host.providers.get(ModuleRef)?.instance as ModuleRef;
}
