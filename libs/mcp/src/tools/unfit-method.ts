import { isEventStream } from '../discovery/route-metadata.js';
import type { SetupProblem } from '../errors/setup.error.js';
import type { NamedTool } from './tool-names.js';

/** Why a method cannot be a tool, if its kind of route forbids it. */
export function unfitProblem({ method, operationId }: NamedTool): SetupProblem | undefined {
  const { metatype, methodName } = method;
  const handler = (metatype.prototype as Record<string, object>)[methodName];
  if (!isEventStream(handler)) return undefined;
  return {
    code: 'MCP_METHOD_UNFIT',
    where: operationId,
    message: 'an @Sse() route never ends, so it gives no result',
    remedy: 'leave it out with @McpHide(), or offer another method to the model',
  };
}
