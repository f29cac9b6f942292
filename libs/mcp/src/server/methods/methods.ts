import { discover } from './discover.js';
import { initialize } from './initialize.js';
import type { Method } from './method.js';
import { ping } from './ping.js';
import { toolsCall } from './tools-call.js';
import { toolsList } from './tools-list.js';

/** Every method that a client may request; a map, so that no name reaches an object's prototype. */
export const METHODS: ReadonlyMap<string, Method> = new Map<string, Method>([
  ['initialize', initialize],
  ['server/discover', discover],
  ['ping', ping],
  ['tools/list', toolsList],
  ['tools/call', toolsCall],
]);
