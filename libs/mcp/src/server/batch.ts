import { AsyncResource } from 'node:async_hooks';
import { ProtocolError } from '../errors/protocol.error.js';
import { dialectOf, UNDECLARED_DIALECT } from './dialects/dialect-of.js';
import type { Dialect } from './dialects/dialect.js';
import { headerOf } from './headers/request-headers.js';
import { readMessage, type Incoming } from './incoming.js';
import type { MessageContext, ServerReply } from './message-context.js';
import type { PeerMemory } from './peer-memory.js';
import { receiveOne } from './receive-one.js';
import { NO_REPLY } from './replies.js';
import type { ServerCore } from './server-core.js';
import { dialectOfHeader } from './settle-revision.js';

/** More messages than any client batches; stops one POST from costing a thousand calls. */
const MAX_BATCH = 100;

/**
 * Takes in a batch: they came with 2025-03-26 and went with 2025-06-18.
 *
 * @throws ProtocolError `MCP_INVALID_REQUEST` where there are none
 */
export async function receiveBatch(
  core: ServerCore,
  values: readonly unknown[],
  context: MessageContext,
  memory: PeerMemory | undefined,
): Promise<ServerReply> {
  if (!governing(context, memory)?.batches) throw badBatch('This revision knows no batches');
  if (values.length === 0) throw badBatch('The batch is empty');
  if (values.length > MAX_BATCH) throw badBatch(`A batch may hold ${MAX_BATCH} messages`);
  const replies = await Promise.all(
    // Each in an async context of its own: they share the one of their POST.
    values.map((value) =>
      new AsyncResource('McpMessage').runInAsyncScope(async () =>
        receiveOne(core, readBatched(value), context, memory),
      ),
    ),
  );
  const answers = replies.flatMap(({ message }) => message ?? []);
  // Refused credentials fail the request as a whole, whatever stands beside them.
  const refused = replies.find(({ status }) => status === 401 || status === 403);
  if (answers.length === 0) return refused ?? NO_REPLY;
  return { status: refused?.status ?? 200, headers: refused?.headers, message: answers };
}

/** `initialize` must not be part of a batch (2025-03-26, Lifecycle). */
function readBatched(value: unknown): Incoming {
  const incoming = readMessage(value);
  if (incoming.kind !== 'request' || incoming.message.method !== 'initialize') return incoming;
  const error = badBatch('"initialize" must not be part of a batch');
  return { kind: 'fault', id: incoming.message.id, error };
}

/** The rules that hold before any message is read; undefined on a connection that was not opened. */
function governing(context: MessageContext, memory: PeerMemory | undefined): Dialect | undefined {
  const header =
    context.transport === 'http' ? headerOf(context, 'mcp-protocol-version') : undefined;
  if (header !== undefined) return dialectOfHeader(header);
  if (memory?.agreement) return dialectOf(memory.agreement.version);
  return context.transport === 'http' ? UNDECLARED_DIALECT : undefined;
}

function badBatch(message: string): ProtocolError {
  return new ProtocolError('MCP_INVALID_REQUEST', message);
}
