import { ProtocolError } from '../../errors/protocol.error.js';
import { isJsonObject, type RpcParams } from '../../protocol/json-rpc.js';
import { META } from '../../protocol/messages.js';
import { ChangeStream } from '../changes/change-stream.js';
import { ListenFilter } from '../changes/listen-filter.js';
import { invalidParams } from '../params.js';
import type { RequestScope } from '../request-scope.js';
import type { ServerCore } from '../server-core.js';
import type { Method } from './method.js';

/** `subscriptions/listen` (since 2026-07-28): a request that is answered when the listening ends. */
export const subscriptionsListen: Method = { since: '2026-07-28', gated: true, handle };

async function handle(scope: RequestScope, core: ServerCore): Promise<object> {
  const { notifications } = scope.params;
  if (!isJsonObject(notifications)) {
    throw invalidParams('"params.notifications" must be a JSON object');
  }
  if (scope.context.streams === false) {
    throw new ProtocolError('MCP_NOT_ACCEPTABLE', 'Listening needs Accept: text/event-stream');
  }
  const filter = await ListenFilter.of(notifications, scope, core);
  const meta = { [META.subscriptionId]: scope.id };
  await listen(scope, core, filter, meta);
  return scope.dialect.complete({ _meta: meta }, core.stamp);
}

/** Resolves when the client has left or cancelled, or the server ends the stream. */
async function listen(
  scope: RequestScope,
  core: ServerCore,
  filter: ListenFilter,
  meta: RpcParams,
) {
  const { context, inFlight } = scope;
  const open = core.streams.open(context.signal);
  inFlight?.onCancel(() => open.leave());
  inFlight?.onDrain(() => open.end());
  const stream = new ChangeStream(filter, (message) => context.send(message), meta);
  const leave = core.changes.add(stream);
  try {
    await acknowledge(scope, filter, meta);
    stream.start();
    const endedByServer = await open.ended;
    if (endedByServer && context.transport !== 'http') await sayCancelled(scope);
  } finally {
    leave();
    open.leave();
  }
}

/** Always the first message (Subscriptions, Acknowledgment). */
async function acknowledge({ context }: RequestScope, filter: ListenFilter, meta: RpcParams) {
  context.accepted?.();
  await context.send({
    jsonrpc: '2.0',
    method: 'notifications/subscriptions/acknowledged',
    params: { _meta: meta, notifications: filter.honoured },
  });
}

/**
 * Where streams share a channel, closing one has to be said; the specification asks for this
 * notification in one place and for a final result in another: both are sent (Cancellation).
 */
async function sayCancelled({ id, context }: RequestScope): Promise<void> {
  const params = { requestId: id, reason: 'The server is shutting down' };
  await context.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params });
}
