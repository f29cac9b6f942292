import type { McpCallContext } from '../../context/call-context.js';
import { NO_CACHE, type CacheHint } from '../../protocol/caching.js';
import type { ReadResourceResult } from '../../protocol/definitions.js';
import { runRounds } from '../calls/run-rounds.js';
import { offersResources } from '../capabilities.js';
import { orBehindGate } from '../gate.js';
import { isOperationError, operationFault } from '../operation-error.js';
import { invalidParams, stringParam } from '../params.js';
import type { RequestScope } from '../request-scope.js';
import type { ServerCore } from '../server-core.js';
import type { Method } from './method.js';

/** `resources/read`: a known resource meets its own guards, inside `read`. */
export const resourcesRead: Method = { gated: false, offered: offersResources, handle };

/** An absolute URI (RFC 3986, 4.3): a scheme, and no character that a URI cannot hold. */
const ABSOLUTE_URI = /^[A-Za-z][A-Za-z0-9+.-]*:[^\s\0<>"{}|\\^`]*$/;

async function handle(scope: RequestScope, core: ServerCore): Promise<object> {
  const { uri, entry, variables } = await orBehindGate(scope, core, () => find(scope, core));
  const hint = entry.cache ?? NO_CACHE;
  const plan = {
    kind: 'resource' as const,
    name: uri,
    timeout: entry.timeout,
    invoke: (call: McpCallContext) => entry.read({ uri, variables }, call),
    finish: (result: ReadResourceResult) => finish(uri, result, hint, scope, core),
  };
  try {
    return await runRounds(scope, core, plan);
  } catch (error) {
    if (!isOperationError(error)) throw error;
    throw error.status === 404 ? scope.dialect.resourceNotFound(uri) : operationFault(error);
  }
}

function find({ params, dialect }: RequestScope, { tables }: ServerCore) {
  const uri = stringParam(params, 'uri');
  if (!ABSOLUTE_URI.test(uri)) throw invalidParams('"params.uri" must be an absolute URI');
  const found = tables.resources?.find(uri);
  if (found?.entry.visible) return { uri, ...found };
  throw dialect.resourceNotFound(uri);
}

function finish(
  uri: string,
  result: ReadResourceResult,
  hint: CacheHint,
  { dialect, params }: RequestScope,
  { stamp }: ServerCore,
): object {
  // "No contents" would be taken for an empty resource (2026-07-28, Resources, Error Handling).
  if (result.contents.length === 0) throw dialect.resourceNotFound(uri);
  // What answers were needed for holds for the one who gave them, this once.
  const asked = params.inputResponses !== undefined;
  return dialect.cacheable(result, asked ? NO_CACHE : hint, stamp);
}
