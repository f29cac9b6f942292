import type { ServerCapabilities } from '../protocol/capabilities.js';
import type { ServerCore } from './server-core.js';

/** What this server offers, as a client of the given kind can use it. */
export function capabilitiesOf(core: ServerCore): ServerCapabilities {
  const { extensions } = core.options;
  return { tools: {}, ...(extensions && { extensions }) };
}
