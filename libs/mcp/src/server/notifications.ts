import { isRequestId, type RpcNotification } from '../protocol/json-rpc.js';
import { visitGate } from './gate.js';
import { headerOf } from './headers/request-headers.js';
import type { MessageContext } from './message-context.js';
import type { PeerMemory } from './peer-memory.js';
import type { ServerCore } from './server-core.js';
import { dialectOfHeader } from './settle-revision.js';

/**
 * Takes in a notification; one that has no effect here is ignored (JSON-RPC 4.1), and only one that
 * has needs the guards.
 *
 * @throws ProtocolError where the revision named by the header is not served, or a guard refuses
 */
export async function notified(
  core: ServerCore,
  message: RpcNotification,
  context: MessageContext,
  memory: PeerMemory | undefined,
): Promise<void> {
  const header =
    context.transport === 'http' ? headerOf(context, 'mcp-protocol-version') : undefined;
  if (header !== undefined) dialectOfHeader(header);
  const { method, params } = message;
  if (!memory || method !== 'notifications/cancelled' || !isRequestId(params?.requestId)) return;
  await visitGate({ sender: { context }, name: method, message, memory }, core);
  memory.cancel(params.requestId, typeof params.reason === 'string' ? params.reason : undefined);
}
