import { isJsonObject } from '../../protocol/json-rpc.js';
import { failBehindGate } from '../gate.js';
import { invalidParams } from '../params.js';
import type { RequestScope } from '../request-scope.js';
import type { ServerCore } from '../server-core.js';
import { CallInputs, type BoundAnswer, type RoundStart } from './call-inputs.js';
import { readState } from './request-state.js';

const NOTHING_KNOWN: RoundStart = Object.freeze({ answers: new Map() });

/**
 * What a request brings along of earlier rounds; before 2026-07-28 nothing.
 *
 * @throws ProtocolError where its state or its answers are not what they should be
 */
export function openInputs(
  scope: RequestScope,
  core: ServerCore,
): CallInputs | Promise<CallInputs> {
  const { inputResponses, requestState } = scope.params;
  const isRetry = inputResponses !== undefined || requestState !== undefined;
  if (isRetry && scope.dialect.stateless) return openRetry(scope, core);
  return new CallInputs(scope, core, NOTHING_KNOWN);
}

async function openRetry(scope: RequestScope, core: ServerCore): Promise<CallInputs> {
  try {
    return new CallInputs(scope, core, await startOf(scope, core));
  } catch (fault) {
    return failBehindGate(scope, core, fault);
  }
}

async function startOf(scope: RequestScope, core: ServerCore): Promise<RoundStart> {
  const { inputResponses, requestState } = scope.params;
  if (inputResponses !== undefined && !isJsonObject(inputResponses)) {
    throw invalidParams('"params.inputResponses" must be a JSON object');
  }
  const state = requestState === undefined ? undefined : await readState(requestState, scope, core);
  const answers = new Map<string, BoundAnswer>(state?.answers);
  // Without a state nothing tells that an answer is new: where it is good once, it is asked for again.
  if (!state && core.options.singleUse) return { answers };
  for (const [key, answer] of Object.entries(inputResponses ?? {})) {
    // What was answered before stays; what was never asked is ignored (MRTR, Error Handling).
    if (answers.has(key) || (state && !state.asked.has(key))) continue;
    answers.set(key, { digest: state?.asked.get(key), given: { answer } });
  }
  return { answers, principal: state?.principal };
}
