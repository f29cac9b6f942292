import { PROTOCOL_VERSIONS } from '../../protocol/revisions.js';
import { capabilitiesOf } from '../capabilities.js';
import type { RequestScope } from '../request-scope.js';
import type { ServerCore } from '../server-core.js';
import type { Method } from './method.js';

/** `server/discover`: what the server speaks and offers (since 2026-07-28). */
export const discover: Method = { since: '2026-07-28', gated: true, handle };

const SUPPORTED = Object.freeze(PROTOCOL_VERSIONS.toReversed());

function handle(scope: RequestScope, core: ServerCore): object {
  const { instructions } = core.options;
  const result = {
    supportedVersions: SUPPORTED,
    capabilities: capabilitiesOf(core, scope),
    ...(instructions !== undefined && { instructions }),
  };
  return scope.dialect.cacheable(result, core.listCache, core.stamp);
}
