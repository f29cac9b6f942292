import { ProtocolError } from '../../errors/protocol.error.js';
import { isJsonObject, type RpcParams } from '../../protocol/json-rpc.js';
import type { CallToolResult } from '../../protocol/messages.js';
import type { ToolEntry } from '../../tools/tool-entry.js';
import { runCall } from '../calls/run-call.js';
import { passGate } from '../gate.js';
import { checkParamHeaders } from '../headers/param-headers.js';
import { isOperationError, toolError } from '../operation-error.js';
import type { RequestScope } from '../request-scope.js';
import type { ServerCore } from '../server-core.js';
import type { Method } from './method.js';

/** `tools/call`: a known tool meets its own guards, inside `invoke`. */
export const toolsCall: Method = { gated: false, handle };

const NO_ARGUMENTS: RpcParams = Object.freeze({});

async function handle(scope: RequestScope, core: ServerCore): Promise<object> {
  const entry = findTool(scope, core);
  const args = scope.params.arguments ?? NO_ARGUMENTS;
  if (!entry || !isJsonObject(args)) {
    // Nothing is told to somebody whom the endpoint's guards would not let through.
    await passGate(scope, core);
    throw entry ? argumentsInvalid() : unknownTool(scope.params.name);
  }
  checkParamHeaders(entry, args, scope);
  return scope.dialect.toolResult(await call(entry, args, scope, core), core.stamp);
}

function findTool({ params }: RequestScope, { tables }: ServerCore): ToolEntry | undefined {
  const entry = typeof params.name === 'string' ? tables.tools.get(params.name) : undefined;
  return entry?.visible ? entry : undefined;
}

async function call(
  entry: ToolEntry,
  args: RpcParams,
  scope: RequestScope,
  core: ServerCore,
): Promise<CallToolResult> {
  try {
    return await runCall(scope, core, {
      kind: 'tool',
      name: entry.name,
      timeout: entry.timeout,
      invoke: (context) => entry.invoke(args, context),
    });
  } catch (error) {
    // A failed operation is a result; so is a deadline, which is raised here and not in the pipeline.
    if (isOperationError(error)) return toolError(error);
    throw error;
  }
}

function argumentsInvalid(): ProtocolError {
  return new ProtocolError('MCP_ARGUMENTS_INVALID', '"params.arguments" must be a JSON object');
}

function unknownTool(name: unknown): ProtocolError {
  if (typeof name !== 'string') {
    return new ProtocolError('MCP_INVALID_PARAMS', '"params.name" must be a string: the tool');
  }
  return new ProtocolError('MCP_TOOL_NOT_FOUND', `Unknown tool: ${name}`);
}
