import { isJsonObject } from '../../protocol/json-rpc.js';
import {
  isProtocolVersion,
  isStateless,
  LATEST_HANDSHAKE_VERSION,
  type ProtocolVersion,
} from '../../protocol/revisions.js';
import { capabilitiesOf } from '../capabilities.js';
import type { Agreement } from '../peer-memory.js';
import { isImplementation } from '../request-meta.js';
import type { RequestScope } from '../request-scope.js';
import type { ServerCore } from '../server-core.js';
import { SESSION_HEADER } from '../sessions/sessions.js';
import type { Method } from './method.js';

/** `initialize`: opens the handshake era (until 2025-11-25). */
export const initialize: Method = { until: '2025-11-25', gated: true, handle };

function handle(scope: RequestScope, core: ServerCore): object {
  const agreement = agreementOf(scope);
  if (scope.memory) scope.memory.agree?.(agreement);
  else openSession(agreement, scope, core);
  const { info, instructions } = core.options;
  return {
    protocolVersion: agreement.version,
    capabilities: capabilitiesOf(core, scope),
    serverInfo: info,
    ...(instructions !== undefined && { instructions }),
  };
}

function openSession(agreement: Agreement, scope: RequestScope, { sessions }: ServerCore): void {
  if (!sessions) return;
  scope.setReplyHeader(SESSION_HEADER, sessions.create(agreement, scope.caller, scope.context));
}

function agreementOf({ params }: RequestScope): Agreement {
  return {
    version: negotiate(params.protocolVersion),
    client: isImplementation(params.clientInfo) ? params.clientInfo : undefined,
    clientCapabilities: isJsonObject(params.capabilities) ? params.capabilities : {},
  };
}

/** The proposal where we speak it, else a counter-offer: never an error (Lifecycle, Version Negotiation). */
function negotiate(proposed: unknown): ProtocolVersion {
  if (isProtocolVersion(proposed) && !isStateless(proposed)) return proposed;
  return LATEST_HANDSHAKE_VERSION;
}
