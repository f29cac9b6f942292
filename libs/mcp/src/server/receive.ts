import { ProtocolError } from '../errors/protocol.error.js';
import { isJsonObject, isRequestId, type RpcNotification } from '../protocol/json-rpc.js';
import { dialectOf, UNDECLARED_DIALECT } from './dialects/dialect-of.js';
import { dispatch } from './dispatch.js';
import { headerOf } from './headers/request-headers.js';
import { readMessage, type Incoming } from './incoming.js';
import type { MessageContext, ServerReply } from './message-context.js';
import { notified } from './notifications.js';
import type { PeerMemory } from './peer-memory.js';
import { errorReply, NO_REPLY } from './replies.js';
import type { ServerCore } from './server-core.js';
import { dialectOfHeader } from './settle-revision.js';

/** More messages than any client batches; stops one POST from costing a thousand calls. */
const MAX_BATCH = 100;

/** Takes in whatever a transport has parsed, and answers it; never rejects. */
export async function receive(
  core: ServerCore,
  value: unknown,
  context: MessageContext,
  memory: PeerMemory | undefined,
): Promise<ServerReply> {
  try {
    const { authenticate } = core.options;
    if (authenticate) context.principal = await authenticate(context);
  } catch (error) {
    return refusal(value, error, context, core);
  }
  try {
    return Array.isArray(value)
      ? await receiveBatch(core, value, context, memory)
      : await receiveOne(core, readMessage(value), context, memory);
  } catch (error) {
    return errorReply(null, error, core.onMasked);
  }
}

/** Refused before it was looked at; a notification is answered by the status of HTTP only. */
function refusal(
  value: unknown,
  error: unknown,
  context: MessageContext,
  core: ServerCore,
): ServerReply {
  const id = isJsonObject(value) && isRequestId(value.id) ? value.id : null;
  if (id === null && context.transport !== 'http') return NO_REPLY;
  return errorReply(id, error, core.onMasked);
}

async function receiveOne(
  core: ServerCore,
  incoming: Incoming,
  context: MessageContext,
  memory: PeerMemory | undefined,
): Promise<ServerReply> {
  switch (incoming.kind) {
    case 'fault':
      return errorReply(incoming.id, incoming.error, core.onMasked);
    case 'request':
      return dispatch(core, incoming.message, context, memory);
    case 'notification':
      return receiveNotification(core, incoming.message, context, memory);
    default:
      memory?.answered(incoming.message);
      return NO_REPLY;
  }
}

/** A notification is never answered; only HTTP learns that one was refused, by the status. */
async function receiveNotification(
  core: ServerCore,
  notification: RpcNotification,
  context: MessageContext,
  memory: PeerMemory | undefined,
): Promise<ServerReply> {
  try {
    await notified(core, notification, context, memory);
    return NO_REPLY;
  } catch (error) {
    const refusal = errorReply(null, error, core.onMasked);
    return context.transport === 'http' ? refusal : NO_REPLY;
  }
}

async function receiveBatch(
  core: ServerCore,
  values: readonly unknown[],
  context: MessageContext,
  memory: PeerMemory | undefined,
): Promise<ServerReply> {
  if (!batchesAllowed(context, memory)) throw badBatch('This revision knows no batches');
  if (values.length === 0) throw badBatch('The batch is empty');
  if (values.length > MAX_BATCH) throw badBatch(`A batch may hold ${MAX_BATCH} messages`);
  const replies = await Promise.all(
    values.map((value) => receiveOne(core, readBatched(value), context, memory)),
  );
  const answers = replies.flatMap(({ message }) => message ?? []);
  // Refused credentials fail the request as a whole, whatever stands beside them.
  const refusal = replies.find(({ status }) => status === 401 || status === 403);
  if (answers.length === 0) return refusal ?? NO_REPLY;
  return { status: refusal?.status ?? 200, headers: refusal?.headers, message: answers };
}

/** `initialize` must not be part of a batch (2025-03-26, Lifecycle). */
function readBatched(value: unknown): Incoming {
  const incoming = readMessage(value);
  if (incoming.kind !== 'request' || incoming.message.method !== 'initialize') return incoming;
  const error = badBatch('"initialize" must not be part of a batch');
  return { kind: 'fault', id: incoming.message.id, error };
}

/** Batches came with 2025-03-26 and went with 2025-06-18. */
function batchesAllowed(context: MessageContext, memory: PeerMemory | undefined): boolean {
  if (context.transport !== 'http') {
    return memory?.agreement !== undefined && dialectOf(memory.agreement.version).batches;
  }
  const header = headerOf(context, 'mcp-protocol-version');
  return (header === undefined ? UNDECLARED_DIALECT : dialectOfHeader(header)).batches;
}

function badBatch(message: string): ProtocolError {
  return new ProtocolError('MCP_INVALID_REQUEST', message);
}
