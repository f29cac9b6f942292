import type { Type } from '@nestjs/common';
import type { ApplicationConfig } from '@nestjs/core';
import type { Module } from '@nestjs/core/injector/module.js';
import type { SetupProblem } from '../errors/setup.error.js';
import type { MethodPlan } from './method-plan.js';
import { missedGlobals, type Owner } from './scoped-instance.js';

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
  plan: MethodPlan,
  owner: Owner,
  config: ApplicationConfig,
): SetupProblem[] {
  const { metatype, methodName } = plan;
  const where = `${metatype.name}.${methodName}`;
  const remedy = `register ${metatype.name} as a plain class provider`;
  const dropped = declaredEnhancers(plan)
    .filter(({ enhancer, method }) => isDropped(enhancer, method, owner.host))
    .map(({ enhancer, kind }) => ({
      message: `the ${kind} ${(enhancer as Type).name} has no instance in ${owner.host.name}`,
      remedy: `${remedy}, or give ${kind} instances`,
    }));
  const missed = missedGlobals(owner, config).map((name) => ({
    message: `the global ${name} has a scope of its own, and Nest would not make it for this class`,
    remedy,
  }));
  return [...dropped, ...missed].map((fault) => ({
    code: 'MCP_ENHANCER_UNRESOLVED',
    where,
    ...fault,
  }));
}

interface DeclaredEnhancer {
  readonly enhancer: unknown;
  readonly method: string;
  readonly kind: string;
}

function declaredEnhancers({ metatype, handler, parameters }: MethodPlan): DeclaredEnhancer[] {
  const declared: DeclaredEnhancer[] = [];
  for (const [key, method, kind] of KINDS) {
    for (const target of [metatype, handler]) {
      const enhancers = (Reflect.getMetadata(key, target) ?? []) as unknown[];
      for (const enhancer of enhancers) declared.push({ enhancer, method, kind });
    }
  }
  for (const { pipes } of parameters) {
    for (const enhancer of pipes) declared.push({ enhancer, method: 'transform', kind: 'pipe' });
  }
  return declared;
}

function isDropped(enhancer: unknown, method: string, host: Module): boolean {
  if (typeof enhancer !== 'function') return false;
  // A class may do the work itself, by a static method.
  if (typeof (enhancer as unknown as Record<string, unknown>)[method] === 'function') return false;
  return !host.injectables.has(enhancer as Type);
}
