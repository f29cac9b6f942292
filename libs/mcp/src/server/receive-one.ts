import type { RpcNotification, RpcResponse } from '../protocol/json-rpc.js';
import type { Awaitable } from '../wire/awaitable.js';
import { dispatch } from './dispatch.js';
import { visitGate } from './gate.js';
import type { Incoming } from './incoming.js';
import type { MessageContext, ServerReply } from './message-context.js';
import { notified } from './notifications.js';
import type { PeerMemory } from './peer-memory.js';
import { errorReply, NO_REPLY } from './replies.js';
import type { ServerCore } from './server-core.js';

/** Takes in one message and answers it; never throws nor rejects. */
export function receiveOne(
  core: ServerCore,
  incoming: Incoming,
  context: MessageContext,
  memory: PeerMemory | undefined,
): Awaitable<ServerReply> {
  switch (incoming.kind) {
    case 'fault':
      return errorReply(incoming.id, incoming.error, core.onMasked);
    case 'request':
      return dispatch(core, incoming.message, context, memory);
    default:
      return receiveUnanswered(core, incoming.message, context, memory);
  }
}

/** Notifications and responses are never answered; only HTTP learns of a refusal, by the status. */
async function receiveUnanswered(
  core: ServerCore,
  message: RpcNotification | RpcResponse,
  context: MessageContext,
  memory: PeerMemory | undefined,
): Promise<ServerReply> {
  try {
    if ('method' in message) await notified(core, message, context, memory);
    else if (memory) await answered(core, message, context, memory);
    return NO_REPLY;
  } catch (error) {
    const refused = errorReply(null, error, core.onMasked);
    return context.transport === 'http' ? refused : NO_REPLY;
  }
}

/** An answer counts only when the guards let the one who gives it through. */
async function answered(
  core: ServerCore,
  message: RpcResponse,
  context: MessageContext,
  memory: PeerMemory,
): Promise<void> {
  await visitGate({ sender: { context }, name: 'response', message, memory }, core);
  memory.answered(message);
}
