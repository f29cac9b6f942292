import { ProtocolError } from '../../errors/protocol.error.js';
import { isJsonObject, type RpcParams } from '../../protocol/json-rpc.js';
import type { CallToolResult } from '../../protocol/messages.js';
import type { ToolEntry } from '../../tools/tool-entry.js';
import { whenReady, type Awaitable } from '../../wire/awaitable.js';
import { runRounds } from '../calls/run-rounds.js';
import { orBehindGate } from '../gate.js';
import { checkParamHeaders } from '../headers/param-headers.js';
import { localiseResult } from '../languages/localise-failure.js';
import { isOperationError, toolError } from '../operation-error.js';
import { stringParam } from '../params.js';
import type { RequestScope } from '../request-scope.js';
import type { ServerCore } from '../server-core.js';
import type { Method } from './method.js';

/** `tools/call`: a known tool meets its own guards, inside `invoke`. */
export const toolsCall: Method = { gated: false, handle };

const NO_ARGUMENTS: RpcParams = Object.freeze({});

function handle(scope: RequestScope, core: ServerCore): Awaitable<object> {
  const found = orBehindGate(scope, core, () => ({
    entry: findTool(scope, core),
    args: readArguments(scope.params),
  }));
  return whenReady(found, ({ entry, args }) => {
    checkParamHeaders(entry, args, scope);
    return call(entry, args, scope, core);
  });
}

/** A tool that is not visible answers as unknown. */
function findTool({ params }: RequestScope, { tables }: ServerCore): ToolEntry {
  const name = stringParam(params, 'name');
  const entry = tables.tools.get(name);
  if (entry?.visible) return entry;
  throw new ProtocolError('MCP_TOOL_NOT_FOUND', `Unknown tool: ${name}`);
}

function readArguments({ arguments: args = NO_ARGUMENTS }: RpcParams): RpcParams {
  if (isJsonObject(args)) return args;
  throw new ProtocolError('MCP_ARGUMENTS_INVALID', '"params.arguments" must be a JSON object');
}

function call(
  entry: ToolEntry,
  args: RpcParams,
  scope: RequestScope,
  core: ServerCore,
): Awaitable<object> {
  const finish = (result: CallToolResult): object =>
    scope.dialect.toolResult(localiseResult(result, scope, core), core.stamp);
  return runRounds(scope, core, {
    kind: 'tool',
    name: entry.name,
    timeout: entry.timeout,
    invoke: (context) => entry.invoke(args, context),
    failed: (result) => result.isError === true,
    finish,
    recover: (error) => {
      // A failed operation is a result; so is a deadline, which is raised here and not in the pipeline.
      if (isOperationError(error)) return finish(toolError(error));
      throw error;
    },
  });
}
