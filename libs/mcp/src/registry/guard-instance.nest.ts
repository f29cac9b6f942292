import type { Type } from '@nestjs/common';
import type { ModuleRef } from '@nestjs/core';

/**
 * The guard that an option means: an instance is taken as it is; a class is the application's own
 * instance, or a new one with what it injects. To be asked once the application's providers are made.
 */
export async function guardInstance<Guard extends object>(
  guard: Guard | Type<Guard>,
  moduleRef: Pick<ModuleRef, 'get' | 'create'>,
): Promise<Guard> {
  if (!isClass(guard)) return guard;
  try {
    return moduleRef.get(guard, { strict: false });
  } catch {
    return moduleRef.create(guard);
  }
}

function isClass<Guard extends object>(guard: Guard | Type<Guard>): guard is Type<Guard> {
  return typeof guard === 'function';
}
