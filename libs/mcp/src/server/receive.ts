import { isJsonObject, isRequestId } from '../protocol/json-rpc.js';
import type { Awaitable } from '../wire/awaitable.js';
import { receiveBatch } from './batch.js';
import { readMessage } from './incoming.js';
import type { MessageContext, ServerReply } from './message-context.js';
import type { PeerMemory } from './peer-memory.js';
import { receiveOne } from './receive-one.js';
import { errorReply, NO_REPLY } from './replies.js';
import type { ServerCore } from './server-core.js';
import { belongsToSession } from './sessions/belongs-to-session.js';

/**
 * Takes in whatever a transport has parsed, and answers it; never throws nor rejects.
 *
 * @param memory of a connection; undefined over HTTP, where a session may be found
 */
export function receive(
  core: ServerCore,
  value: unknown,
  context: MessageContext,
  memory: PeerMemory | undefined,
): Awaitable<ServerReply> {
  const { authenticate } = core.options;
  const { sessions } = core;
  if (!authenticate && (memory || !sessions)) return answer(core, value, context, memory);
  return receiveFromUnknown(core, value, context, memory);
}

/** Finds out first who sends it, and of which session it is. */
async function receiveFromUnknown(
  core: ServerCore,
  value: unknown,
  context: MessageContext,
  memory: PeerMemory | undefined,
): Promise<ServerReply> {
  let remembered = memory;
  try {
    const { authenticate } = core.options;
    if (authenticate) context.principal = await authenticate(context);
    if (core.sessions && !memory && belongsToSession(value, context)) {
      remembered = await core.sessions.find(context);
    }
  } catch (error) {
    return refuse(value, error, context, core);
  }
  return answer(core, value, context, remembered);
}

function answer(
  core: ServerCore,
  value: unknown,
  context: MessageContext,
  memory: PeerMemory | undefined,
): Awaitable<ServerReply> {
  if (!Array.isArray(value)) return receiveOne(core, readMessage(value), context, memory);
  return receiveBatch(core, value, context, memory).catch((error: unknown) =>
    errorReply(null, error, core.onMasked),
  );
}

/** Refused before it was looked at; a notification is answered by the status of HTTP only. */
function refuse(
  value: unknown,
  error: unknown,
  context: MessageContext,
  core: ServerCore,
): ServerReply {
  const id = isJsonObject(value) && isRequestId(value.id) ? value.id : null;
  if (id === null && context.transport !== 'http') return NO_REPLY;
  return errorReply(id, error, core.onMasked);
}
