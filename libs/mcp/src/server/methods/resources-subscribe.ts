import { canBeTold, offersResources } from '../capabilities.js';
import { assertSubscribable } from '../changes/listen-filter.js';
import { stringParam } from '../params.js';
import type { PeerMemory } from '../peer-memory.js';
import type { Method } from './method.js';

/** `resources/subscribe` (until 2025-11-25). */
export const resourcesSubscribe = subscriptionMethod(async (memory, uri) => memory.subscribe(uri));

/** `resources/unsubscribe` (until 2025-11-25). */
export const resourcesUnsubscribe = subscriptionMethod(async (memory, uri) =>
  memory.unsubscribe(uri),
);

function subscriptionMethod(change: (memory: PeerMemory, uri: string) => Promise<void>): Method {
  return {
    until: '2025-11-25',
    gated: true,
    offered: (core, scope) => offersResources(core) && canBeTold(scope, core),
    handle: async ({ params, memory, dialect }, { tables }) => {
      const uri = stringParam(params, 'uri');
      assertSubscribable(uri);
      if (!tables.resources?.find(uri)?.entry.visible) throw dialect.resourceNotFound(uri);
      if (memory) await change(memory, uri);
      return {};
    },
  };
}
