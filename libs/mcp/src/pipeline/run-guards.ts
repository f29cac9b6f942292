import { ForbiddenException, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { isObservable, lastValueFrom } from 'rxjs';
import type { AbortWatch } from './abort-watch.js';

/**
 * Asks the guards one after the other.
 *
 * @returns undefined when all of them agreed at once, else a promise of their agreement
 * @throws ForbiddenException on a refusal, as on the route
 */
export function runGuards(
  guards: readonly CanActivate[],
  context: ExecutionContext,
  watch: AbortWatch,
): Promise<void> | undefined {
  for (let index = 0; index < guards.length; index += 1) {
    const verdict = guards[index].canActivate(context);
    if (verdict === true) continue;
    if (verdict === false) throw new ForbiddenException('Forbidden resource');
    return runGuardsAsync(guards, index, verdict, context, watch);
  }
  return undefined;
}

async function runGuardsAsync(
  guards: readonly CanActivate[],
  index: number,
  first: unknown,
  context: ExecutionContext,
  watch: AbortWatch,
): Promise<void> {
  let verdict = first;
  for (let next = index; ; verdict = guards[next].canActivate(context)) {
    let agreed = await verdict;
    if (isObservable(agreed)) agreed = await lastValueFrom(agreed);
    watch.throwIfAborted();
    if (!agreed) throw new ForbiddenException('Forbidden resource');
    next += 1;
    if (next >= guards.length) return;
  }
}
