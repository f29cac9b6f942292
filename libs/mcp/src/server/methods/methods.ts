import { completionComplete } from './completion-complete.js';
import { discover } from './discover.js';
import { inspect } from './inspect.js';
import { initialize } from './initialize.js';
import { promptsList, resourcesList, resourceTemplatesList, toolsList } from './lists.js';
import { resourcesSubscribe, resourcesUnsubscribe } from './resources-subscribe.js';
import { setLevel } from './logging-set-level.js';
import type { Method } from './method.js';
import { ping } from './ping.js';
import { promptsGet } from './prompts-get.js';
import { resourcesRead } from './resources-read.js';
import { subscriptionsListen } from './subscriptions-listen.js';
import { toolsCall } from './tools-call.js';

/** Every method that a client may request; a map, so that no name reaches an object's prototype. */
export const METHODS: ReadonlyMap<string, Method> = new Map<string, Method>([
  ['initialize', initialize],
  ['server/discover', discover],
  ['ping', ping],
  ['tools/list', toolsList],
  ['tools/call', toolsCall],
  ['prompts/list', promptsList],
  ['prompts/get', promptsGet],
  ['resources/list', resourcesList],
  ['resources/templates/list', resourceTemplatesList],
  ['resources/read', resourcesRead],
  ['resources/subscribe', resourcesSubscribe],
  ['resources/unsubscribe', resourcesUnsubscribe],
  ['subscriptions/listen', subscriptionsListen],
  ['completion/complete', completionComplete],
  ['logging/setLevel', setLevel],
  ['dev.toolport/inspect', inspect],
]);
