import { canBeTold, offersResources } from '../capabilities.js';
import { admitListener } from '../changes/admit-listener.js';
import { assertSubscribable } from '../changes/listen-filter.js';
import { stringParam } from '../params.js';
import type { PeerMemory } from '../peer-memory.js';
import type { RequestScope } from '../request-scope.js';
import type { ServerCore } from '../server-core.js';
import type { Method } from './method.js';

/** `resources/subscribe` (until 2025-11-25). */
export const resourcesSubscribe = subscriptionMethod(async (memory, uri, scope, core) => {
  await admitListener(uri, scope, core);
  await memory?.subscribe(uri);
});

/** `resources/unsubscribe` (until 2025-11-25). */
export const resourcesUnsubscribe = subscriptionMethod(async (memory, uri, { dialect }, core) => {
  if (!core.tables.resources?.find(uri)?.entry.visible) throw dialect.resourceNotFound(uri);
  await memory?.unsubscribe(uri);
});

type Change = (
  memory: PeerMemory | undefined,
  uri: string,
  scope: RequestScope,
  core: ServerCore,
) => Promise<void>;

function subscriptionMethod(change: Change): Method {
  return {
    until: '2025-11-25',
    gated: true,
    offered: (core, scope) => offersResources(core) && canBeTold(scope, core),
    handle: async (scope, core) => {
      const uri = stringParam(scope.params, 'uri');
      assertSubscribable(uri);
      await change(scope.memory, uri, scope, core);
      return {};
    },
  };
}
