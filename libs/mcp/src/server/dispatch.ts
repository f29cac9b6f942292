import { ProtocolError } from '../errors/protocol.error.js';
import type { RpcRequest } from '../protocol/json-rpc.js';
import { settle, type Awaitable } from '../wire/awaitable.js';
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

/** Answers one request; the one place of the server where errors end: never throws nor rejects. */
export function dispatch(
  core: ServerCore,
  request: RpcRequest,
  context: MessageContext,
  memory: PeerMemory | undefined,
): Awaitable<ServerReply> {
  let inFlight: InFlight | undefined;
  let scope: RequestScope | undefined;
  const end = (reply: ServerReply): ServerReply => {
    if (!inFlight) return reply;
    memory?.end(inFlight);
    return inFlight.cancelled ? NO_REPLY : reply;
  };
  const fail = (error: unknown): ServerReply => {
    const told = localiseFault(error, scope ?? { context }, core);
    return end(errorReply(request.id, told, core.onMasked));
  };
  const begin = (): Awaitable<object> => {
    inFlight = memory?.begin(request.id, request.method);
    scope = new RequestScope(request, context, memory, inFlight);
    return handle(scope, core);
  };
  return settle<object, ServerReply>(
    begin,
    (result) => end(resultReply(request.id, result, scope?.replyHeaders)),
    fail,
  );
}

function handle(scope: RequestScope, core: ServerCore): Awaitable<object> {
  const method = methodOf(scope, core);
  if (!method.gated) return method.handle(scope, core);
  return passGate(scope, core).then(() => method.handle(scope, core));
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
