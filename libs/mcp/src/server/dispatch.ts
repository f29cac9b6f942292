import { ProtocolError } from '../errors/protocol.error.js';
import type { RpcRequest } from '../protocol/json-rpc.js';
import { passGate } from './gate.js';
import type { InFlight } from './in-flight.js';
import { localiseFault } from './languages/localise-failure.js';
import type { MessageContext, ServerReply } from './message-context.js';
import type { Method } from './methods/method.js';
import { METHODS } from './methods/methods.js';
import type { PeerMemory } from './peer-memory.js';
import { errorReply, NO_REPLY, resultReply } from './replies.js';
import { RequestScope } from './request-scope.js';
import type { ServerCore } from './server-core.js';

/** Answers one request; the one try/catch of the server: never rejects. */
export async function dispatch(
  core: ServerCore,
  request: RpcRequest,
  context: MessageContext,
  memory: PeerMemory | undefined,
): Promise<ServerReply> {
  let inFlight: InFlight | undefined;
  let reply: ServerReply;
  let scope: RequestScope | undefined;
  try {
    inFlight = memory?.begin(request.id, request.method);
    scope = new RequestScope(request, context, memory, inFlight);
    const result = await handle(scope, core);
    reply = resultReply(request.id, result, scope.replyHeaders);
  } catch (error) {
    const told = localiseFault(error, scope ?? { context }, core);
    reply = errorReply(request.id, told, core.onMasked);
  }
  if (!inFlight) return reply;
  memory?.end(inFlight);
  return inFlight.cancelled ? NO_REPLY : reply;
}

async function handle(scope: RequestScope, core: ServerCore): Promise<object> {
  const method = methodOf(scope, core);
  if (method.gated) await passGate(scope, core);
  return method.handle(scope, core);
}

function methodOf(scope: RequestScope, core: ServerCore): Method {
  const method = METHODS.get(scope.method);
  const { version, methodNotFound } = scope.dialect;
  const known =
    method !== undefined &&
    (method.since === undefined || version >= method.since) &&
    (method.until === undefined || version <= method.until) &&
    (method.offered === undefined || method.offered(core, scope));
  if (known) return method;
  throw new ProtocolError('MCP_METHOD_NOT_FOUND', `Unknown method: ${scope.method}`, {
    status: methodNotFound,
  });
}
