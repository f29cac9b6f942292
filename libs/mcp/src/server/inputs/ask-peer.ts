import { randomUUID } from 'node:crypto';
import type { InputRequest } from '../../protocol/input-requests.js';
import type { RpcRequest, RpcResponse } from '../../protocol/json-rpc.js';
import { CallLimits } from '../calls/call-limits.js';
import { shuttingDown } from '../calls/running-calls.js';
import type { RequestScope } from '../request-scope.js';
import type { ServerCore } from '../server-core.js';
import { CallInputs, type Answer, type BoundAnswer, type Question } from './call-inputs.js';
import { DEFAULT_STATE_TTL } from './request-state.js';

/**
 * Asks the questions of a round as requests to the client, ahead of the answer to its own request
 * (handshake era), and opens the next round with what came back.
 *
 * @throws McpError when the call is cancelled meanwhile, the server stops, or nobody answers
 */
export async function askPeer(
  scope: RequestScope,
  core: ServerCore,
  inputs: CallInputs,
): Promise<CallInputs> {
  const answers = new Map<string, BoundAnswer>(inputs.taken);
  const limits = new CallLimits(scope, core.options.requestStateTtl ?? DEFAULT_STATE_TTL);
  const leave = enter(limits, scope, core);
  scope.inFlight?.onDrain(() => limits.abort(shuttingDown()));
  try {
    await Promise.all(
      [...inputs.questions].map(async ([key, question]) => {
        const given = await ask(question, scope, limits.signal);
        answers.set(key, { digest: question.digest, given });
      }),
    );
  } catch (error) {
    // Nobody waits for the other answers any more: their questions are withdrawn.
    limits.abort(error);
    throw error;
  } finally {
    leave();
    limits.close();
  }
  return new CallInputs(scope, core, { answers, principal: inputs.principal });
}

/** @throws ProtocolError `MCP_OVERLOADED` where too many wait already */
function enter(limits: CallLimits, scope: RequestScope, core: ServerCore): () => void {
  try {
    return core.calls.wait(limits, scope.memory?.peer);
  } catch (error) {
    limits.close();
    throw error;
  }
}

async function ask(
  { request }: Question,
  scope: RequestScope,
  signal: AbortSignal,
): Promise<Answer> {
  // The end of the channel, or of the server, may have come before the question.
  signal.throwIfAborted();
  const message = toMessage(request);
  let forget: (() => void) | undefined;
  try {
    return await new Promise<Answer>((resolve, reject) => {
      const onAnswer = (response: RpcResponse) => resolve(toAnswer(response));
      forget = scope.memory?.expect(message.id, onAnswer);
      // The signal lives no longer than this round, and its listeners with it.
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      scope.context.send(message).catch(reject);
    });
  } catch (error) {
    if (signal.aborted) await withdraw(message, scope);
    throw error;
  } finally {
    forget?.();
  }
}

/** The id is random: an answer is believed by it (it must not be guessed by another client). */
function toMessage({ method, params }: InputRequest): RpcRequest & { id: string } {
  const isUrl = params !== undefined && 'mode' in params && params.mode === 'url';
  // URL mode carries an id of its own in 2025-11-25; it was dropped in 2026-07-28.
  const members = isUrl ? { ...params, elicitationId: randomUUID() } : params;
  return { jsonrpc: '2.0', id: randomUUID(), method, ...(members && { params: { ...members } }) };
}

function toAnswer(response: RpcResponse): Answer {
  if ('result' in response) return { answer: response.result };
  return { refusal: `The client answered: ${response.error.message}` };
}

/** Tells the client that nobody waits for its answer any more (2025-11-25, Cancellation). */
async function withdraw({ id }: RpcRequest, { context }: RequestScope): Promise<void> {
  const params = { requestId: id, reason: 'The call has ended' };
  await context.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params }).catch(() => {});
}
