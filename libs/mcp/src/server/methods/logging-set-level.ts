import { LOG_LEVELS } from '../../protocol/messages.js';
import { invalidParams } from '../params.js';
import { isLogLevel } from '../request-meta.js';
import type { RequestScope } from '../request-scope.js';
import type { Method } from './method.js';

/** `logging/setLevel` (until 2025-11-25), where there is somebody who remembers it. */
export const setLevel: Method = {
  until: '2025-11-25',
  gated: true,
  offered: (_core, { memory }) => memory !== undefined,
  handle,
};

async function handle({ params, memory }: RequestScope): Promise<object> {
  if (!isLogLevel(params.level)) {
    throw invalidParams(`"params.level" must be one of ${LOG_LEVELS.join(', ')}`);
  }
  await memory?.setLogLevel(params.level);
  return {};
}
