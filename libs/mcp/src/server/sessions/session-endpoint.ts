import { randomUUID } from 'node:crypto';
import { ProtocolError } from '../../errors/protocol.error.js';
import type { MemoryChange } from '../bus/mcp-bus.js';
import { ChangeStream, type Change } from '../changes/change-stream.js';
import { visitGate } from '../gate.js';
import type { MessageContext, ServerReply } from '../message-context.js';
import { errorReply } from '../replies.js';
import type { ServerCore } from '../server-core.js';
import { isEnd, type SessionRecord } from './session-record.js';
import type { Session } from './session.js';
import type { Sessions } from './sessions.js';

/**
 * GET: the stream on which a session hears of changes (2025-11-25, Listening for Messages). Resolves
 * when it is over; nothing is to be answered then.
 */
export async function streamToSession(
  core: ServerCore,
  context: MessageContext,
): Promise<ServerReply> {
  try {
    const sessions = sessionsOf(core);
    await listen(core, sessions, await visit(core, sessions, context, 'GET'), context);
    return { status: 200 };
  } catch (error) {
    return errorReply(null, error, core.onMasked);
  }
}

/** DELETE: ends a session on all replicas. */
export async function endSession(core: ServerCore, context: MessageContext): Promise<ServerReply> {
  try {
    const sessions = sessionsOf(core);
    if (!sessions.canEnd) throw notAllowed('GET, POST');
    const session = await visit(core, sessions, context, 'DELETE');
    await session.finish();
    return { status: 204 };
  } catch (error) {
    return errorReply(null, error, core.onMasked);
  }
}

async function visit(
  core: ServerCore,
  sessions: Sessions,
  context: MessageContext,
  name: string,
): Promise<Session> {
  const { authenticate } = core.options;
  if (authenticate) context.principal = await authenticate(context);
  const session = await sessions.find(context);
  await visitGate({ sender: { context }, name, message: {}, memory: session }, core);
  return session;
}

async function listen(
  core: ServerCore,
  sessions: Sessions,
  session: Session,
  context: MessageContext,
): Promise<void> {
  const open = core.streams.open(context.signal);
  const filter = new SessionFilter(() => open.leave());
  const stream = new ChangeStream(filter, (message) => context.send(message));
  const leave = core.changes.add(stream);
  const forget = sessions.openStream(session, {
    id: randomUUID(),
    update: (change) => filter.update(change),
    end: () => open.leave(),
  });
  try {
    // Only now: what changed while the guards ran was told to nobody.
    filter.follow(await sessions.recordOf(session));
    context.accepted?.();
    stream.start();
    await open.ended;
  } finally {
    forget();
    leave();
    open.leave();
  }
}

/** Lists always; resources as the session subscribes to them, also while the stream is open. */
class SessionFilter {
  #record?: SessionRecord;

  /** @param end told when the session is over */
  constructor(private readonly end: () => void) {}

  follow(record: SessionRecord): void {
    this.#record = record;
    if (record.ended) this.end();
  }

  update(change: MemoryChange): void {
    this.#record?.apply(change);
    if (isEnd(change)) this.end();
  }

  hears(change: Change): boolean {
    return !('uri' in change) || this.#record?.isSubscribedTo(change.uri) === true;
  }
}

function sessionsOf({ sessions }: ServerCore): Sessions {
  if (sessions) return sessions;
  throw notAllowed('POST');
}

function notAllowed(allow: string): ProtocolError {
  return new ProtocolError('MCP_METHOD_NOT_ALLOWED', `This endpoint serves ${allow}`, {
    headers: { allow },
  });
}
