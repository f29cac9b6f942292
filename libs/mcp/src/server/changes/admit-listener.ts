import type { McpCallContext } from '../../context/call-context.js';
import type { ResourceRequest } from '../../resources/resource-entry.js';
import { runCall } from '../calls/run-call.js';
import { endpointCall } from '../gate.js';
import { asOperation } from '../operation-error.js';
import type { RequestScope } from '../request-scope.js';
import type { ServerCore } from '../server-core.js';

/**
 * Asks what reading a resource asks, before anything is told of it: that it has changed, and when,
 * is news of what a caller may not read.
 *
 * @throws ProtocolError where the caller may not read it; `resourceNotFound` where it is not shown it
 */
export async function admitListener(
  uri: string,
  scope: RequestScope,
  core: ServerCore,
): Promise<void> {
  const found = core.tables.resources?.find(uri);
  if (!found?.entry.visible) throw scope.dialect.resourceNotFound(uri);
  const { entry, variables } = found;
  const request: ResourceRequest = { uri, variables };
  const plan = {
    kind: 'resource' as const,
    name: uri,
    timeout: entry.timeout,
    invoke: async (call: McpCallContext) => entry.admit?.(request, call),
  };
  await asOperation(() =>
    runCall(scope, core, plan, undefined, {
      succeeded: () => undefined,
      failed: (error) => {
        throw error;
      },
    }),
  );
  const call = endpointCall(scope, scope.method, core);
  if ((await entry.isListedFor?.(call)) === false) throw scope.dialect.resourceNotFound(uri);
}
