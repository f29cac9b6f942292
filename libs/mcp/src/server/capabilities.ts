import type { ServerCapabilities } from '../protocol/capabilities.js';
import type { RequestScope } from './request-scope.js';
import type { ServerCore } from './server-core.js';

/** What this server offers, as far as this client can make use of it. */
export function capabilitiesOf(core: ServerCore, scope: RequestScope): ServerCapabilities {
  const { extensions } = core.options;
  const told = canBeTold(scope, core);
  const listChanged = told ? { listChanged: true } : {};
  return {
    tools: listChanged,
    ...(offersResources(core) && { resources: told ? { listChanged: true, subscribe: true } : {} }),
    ...(offersPrompts(core) && { prompts: listChanged }),
    ...(offersCompletions(core) && { completions: {} }),
    ...(told && { logging: {} }),
    ...(extensions && { extensions }),
  };
}

export function offersResources({ tables }: ServerCore): boolean {
  return tables.resources !== undefined && tables.resources.size > 0;
}

export function offersPrompts({ tables }: ServerCore): boolean {
  return tables.prompts !== undefined && tables.prompts.size > 0;
}

export function offersCompletions({ tables }: ServerCore): boolean {
  return tables.completions !== undefined && tables.completions.size > 0;
}

/**
 * Whether this peer can be told of changes and sent logs: by what its request says (from 2026-07-28
 * on), or because it is remembered.
 */
export function canBeTold({ dialect, memory }: RequestScope, core: ServerCore): boolean {
  return dialect.stateless || memory !== undefined || core.sessions !== undefined;
}
