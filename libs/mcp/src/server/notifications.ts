import { isJsonObject, isRequestId, type RpcNotification } from '../protocol/json-rpc.js';
import { headerOf } from './headers/request-headers.js';
import type { MessageContext } from './message-context.js';
import type { PeerMemory } from './peer-memory.js';
import type { ServerCore } from './server-core.js';
import { dialectOfHeader } from './settle-revision.js';

/**
 * Takes in a notification; unknown ones are ignored (JSON-RPC 4.1).
 *
 * @throws ProtocolError where the revision named by the header is not served
 */
export async function notified(
  _core: ServerCore,
  { method, params }: RpcNotification,
  context: MessageContext,
  memory: PeerMemory | undefined,
): Promise<void> {
  const header =
    context.transport === 'http' ? headerOf(context, 'mcp-protocol-version') : undefined;
  if (header !== undefined) dialectOfHeader(header);
  if (method !== 'notifications/cancelled' || !isJsonObject(params)) return;
  const { requestId, reason } = params;
  if (!isRequestId(requestId)) return;
  memory?.cancel(requestId, typeof reason === 'string' ? reason : undefined);
}
