import { isMcpError, type McpError } from '../errors/mcp.error.js';
import { isProtocolError, ProtocolError } from '../errors/protocol.error.js';
import { settle, type Awaitable } from '../wire/awaitable.js';
import { META, type CallToolResult } from '../protocol/messages.js';

/** Whether `error` is a failed operation: to be told to the caller as it is, but no protocol fault. */
export function isOperationError(error: unknown): error is McpError {
  return isMcpError(error) && !isProtocolError(error);
}

/** A failed operation as the result of `tools/call`. */
export function toolError(error: McpError): CallToolResult {
  const { code, status, details } = error;
  return {
    content: [{ type: 'text', text: textOf(error) }],
    isError: true,
    _meta: { [META.error]: { code, status, ...(details !== undefined && { details }) } },
  };
}

/**
 * A call whose result has no place for failures: a failed operation becomes a JSON-RPC error.
 *
 * @param work a call that fails with `McpError` where the operation failed
 */
export function asOperation<Result>(work: () => Awaitable<Result>): Awaitable<Result> {
  return settle<Result, Result>(
    work,
    (result) => result,
    (error) => {
      throw isOperationError(error) ? operationFault(error) : error;
    },
  );
}

/**
 * A failed operation of a method whose result has no place for failures (prompts, resources,
 * completion): a JSON-RPC error; `error.data` says what `_meta` says of a tool.
 */
export function operationFault(error: McpError): ProtocolError {
  const { code, status, details } = error;
  const badInput = status === 400 || status === 422;
  return new ProtocolError(
    badInput ? 'MCP_INVALID_PARAMS' : 'MCP_OPERATION_FAILED',
    textOf(error),
    {
      cause: error,
      data: { error: { code, status, ...(details !== undefined && { details }) } },
    },
  );
}

function textOf(error: McpError): string {
  return `${error.code}: ${error.message}`;
}
