import type { RequestScope } from '../request-scope.js';
import type { ServerCore } from '../server-core.js';
import type { CallInputs } from './call-inputs.js';
import { writeState } from './request-state.js';

/** The result that asks for input (2026-07-28, MRTR); the client sends its request again with answers. */
export function inputRequired(scope: RequestScope, core: ServerCore, inputs: CallInputs): object {
  const requests = [...inputs.questions].map(([key, { request }]) => [key, request]);
  return {
    resultType: 'input_required',
    inputRequests: Object.fromEntries(requests),
    requestState: writeState(scope, core, inputs),
    _meta: core.stamp,
  };
}
