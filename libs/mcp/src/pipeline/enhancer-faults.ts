import type { Type } from '@nestjs/common';
import type { SetupProblem } from '../errors/setup.error.js';
import type { Module } from '@nestjs/core/injector/module.js';
import type { MethodPlan } from './method-plan.js';

/** Nest's keys of enhancers and the method by which each kind is known. */
const KINDS = [
  ['__guards__', 'canActivate', 'guard'],
  ['__interceptors__', 'intercept', 'interceptor'],
  ['__pipes__', 'transform', 'pipe'],
  ['__exceptionFilters__', 'catch', 'filter'],
] as const;

/**
 * Enhancers of a method that Nest would drop without a word: a class that the host module holds no
 * instance of. It happens to providers that are registered by `useClass`, `useFactory` or `useValue`,
 * whose decorators Nest does not read. A tool without its guard must not start.
 */
export function enhancerFaults(
  { metatype, methodName, handler, parameters }: MethodPlan,
  host: Module,
): SetupProblem[] {
  const where = `${metatype.name}.${methodName}`;
  const declared = KINDS.flatMap(([key, method, kind]) =>
    [Reflect.getMetadata(key, metatype), Reflect.getMetadata(key, handler)]
      .flatMap((list) => (list ?? []) as unknown[])
      .map((enhancer) => ({ enhancer, method, kind: kind as string })),
  );
  const onParameters = parameters.flatMap(({ pipes }) =>
    pipes.map((enhancer) => ({ enhancer, method: 'transform', kind: 'pipe' })),
  );
  return [...declared, ...onParameters]
    .filter(({ enhancer, method }) => isDropped(enhancer, method, host))
    .map(({ enhancer, kind }) => ({
      code: 'MCP_ENHANCER_UNRESOLVED',
      where,
      message: `the ${kind} ${(enhancer as Type).name} has no instance in ${host.name}`,
      remedy: `register ${metatype.name} as a plain class provider, or give ${kind} instances`,
    }));
}

function isDropped(enhancer: unknown, method: string, host: Module): boolean {
  if (typeof enhancer !== 'function') return false;
  // A class may do the work itself, by a static method.
  if (typeof (enhancer as unknown as Record<string, unknown>)[method] === 'function') return false;
  return !host.injectables.has(enhancer as Type);
}
