import { callContextOf } from './calls/call-context-of.js';
import type { RequestScope } from './request-scope.js';
import type { ServerCore } from './server-core.js';

/**
 * Runs the guards of everything that is not a call; does nothing where there are none.
 *
 * @throws ProtocolError `MCP_UNAUTHORIZED` or `MCP_FORBIDDEN`
 */
export async function passGate(scope: RequestScope, core: ServerCore): Promise<void> {
  const { gate } = core.options;
  if (gate) await gate(endpointCall(scope, core), scope.message);
}

/** The call context of a method that is not a call. */
export function endpointCall(scope: RequestScope, core: ServerCore) {
  return callContextOf(scope, core, {
    kind: 'endpoint',
    name: scope.method,
    signal: scope.inFlight?.signal ?? scope.context.signal,
  });
}
