import type { CanActivate, Type } from '@nestjs/common';
import { InstanceWrapper } from '@nestjs/core/injector/instance-wrapper.js';
import type { Module } from '@nestjs/core/injector/module.js';
import type { McpCallContext } from '../context/call-context.js';
import { REQUEST_ARGUMENTS } from '../decorators/metadata-keys.js';
import { McpCall } from '../decorators/params.decorator.js';
import type { DiscoveredMethod } from '../discovery/discovered-method.js';

/** Nest's key of a class's guards. */
const GUARDS = '__guards__';

/** The place in Nest's container to which a generated method belongs. */
export interface GeneratedHome {
  readonly host: Module;
  readonly moduleKey: string;
}

/** A method that no user wrote. */
export interface GeneratedWork {
  readonly name: string;
  /** Beside the global ones; classes must have instances in the home module, as Nest demands it. */
  readonly guards: readonly (CanActivate | Type<CanActivate>)[];
  run(args: Readonly<Record<string, unknown>>, call: McpCallContext): unknown;
}

/**
 * Makes a method for work that no user's class stands for, so that it meets the same pipeline as a
 * decorated one: whatever is callable is guarded.
 */
export function generatedMethod(
  work: GeneratedWork,
  home: GeneratedHome,
): DiscoveredMethod<object> {
  // A class of its own each time: guards and interceptors tell handlers apart by getClass().
  class Generated {
    execute(call: McpCallContext): unknown {
      const { request } = call as { request?: { [REQUEST_ARGUMENTS]?: Record<string, unknown> } };
      return work.run(request?.[REQUEST_ARGUMENTS] ?? {}, call);
    }
  }
  McpCall()(Generated.prototype, 'execute', 0);
  if (work.guards.length > 0) Reflect.defineMetadata(GUARDS, [...work.guards], Generated);
  const metatype: Type = Generated;
  const wrapper = new InstanceWrapper({
    name: work.name,
    token: metatype,
    metatype,
    instance: new Generated(),
    isResolved: true,
    host: home.host,
  });
  return { options: {}, metatype, methodName: 'execute', wrapper, ...home };
}
