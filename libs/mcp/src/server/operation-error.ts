import { isMcpError, type McpError } from '../errors/mcp.error.js';
import { isProtocolError } from '../errors/protocol.error.js';
import { META, type CallToolResult } from '../protocol/messages.js';

/** Whether `error` is a failed operation: to be told to the caller as it is, but no protocol fault. */
export function isOperationError(error: unknown): error is McpError {
  return isMcpError(error) && !isProtocolError(error);
}

/** A failed operation as the result of `tools/call`. */
export function toolError(error: McpError): CallToolResult {
  const { code, status, details } = error;
  return {
    content: [{ type: 'text', text: `${code}: ${error.message}` }],
    isError: true,
    _meta: { [META.error]: { code, status, ...(details !== undefined && { details }) } },
  };
}
