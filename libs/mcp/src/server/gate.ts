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

/**
 * Runs `find`; its fault is told only to somebody whom the endpoint's guards let through: a call of
 * something that does not exist has no guards of its own.
 */
export async function orBehindGate<T>(
  scope: RequestScope,
  core: ServerCore,
  find: () => T | Promise<T>,
): Promise<T> {
  try {
    return await find();
  } catch (fault) {
    await passGate(scope, core);
    throw fault;
  }
}

/** The call context of a method that is not a call. */
export function endpointCall(scope: RequestScope, core: ServerCore) {
  return callContextOf(scope, core, {
    kind: 'endpoint',
    name: scope.method,
    signal: () => scope.context.signal,
  });
}
