import { callContextOf, type Sender } from './calls/call-context-of.js';
import type { PeerMemory } from './peer-memory.js';
import type { RequestScope } from './request-scope.js';
import type { ServerCore } from './server-core.js';

/**
 * Runs the guards of everything that is not a call, and holds the caller against the session's.
 *
 * @throws ProtocolError `MCP_UNAUTHORIZED`, `MCP_FORBIDDEN` or `MCP_SESSION_UNKNOWN`
 */
export async function passGate(scope: RequestScope, core: ServerCore): Promise<void> {
  const visit = { sender: scope, name: scope.method, message: scope.message, memory: scope.memory };
  scope.caller = await visitGate(visit, core);
}

/** Something that comes to the endpoint and is no call. */
export interface Visit {
  readonly sender: Sender;
  /** The method, of MCP or of HTTP. */
  readonly name: string;
  /** What guards see as the body. */
  readonly message: object;
  readonly memory?: PeerMemory;
}

/** Gives back who comes, as the guards have found out. */
export async function visitGate(visit: Visit, core: ServerCore): Promise<unknown> {
  const { gate } = core.options;
  let caller: unknown;
  if (gate) {
    const call = endpointCall(visit.sender, visit.name, core);
    await gate(call, visit.message);
    ({ caller } = call);
  }
  visit.memory?.admit(caller);
  return caller;
}

/**
 * Runs `find`; its fault is told only to somebody whom the endpoint's guards let through: a call of
 * something that does not exist has no guards of its own.
 */
export function orBehindGate<T>(
  scope: RequestScope,
  core: ServerCore,
  find: () => T,
): T | Promise<never> {
  try {
    return find();
  } catch (fault) {
    return failBehindGate(scope, core, fault);
  }
}

/** Rejects with `fault`, once the endpoint's guards have let the caller through. */
export async function failBehindGate(
  scope: RequestScope,
  core: ServerCore,
  fault: unknown,
): Promise<never> {
  await passGate(scope, core);
  throw fault;
}

/** The call context of what is no call. @param name see `Visit` */
export function endpointCall(sender: Sender, name: string, core: ServerCore) {
  return callContextOf(sender, core, {
    kind: 'endpoint',
    name,
    signal: () => sender.context.signal,
  });
}
