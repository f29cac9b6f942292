import { ProtocolError } from '../../errors/protocol.error.js';
import { decodeHeaderValue } from '../../protocol/header-value.js';
import type { RpcRequest } from '../../protocol/json-rpc.js';
import type { MessageContext } from '../message-context.js';
import { headerOf } from './request-headers.js';

/** Which parameter `Mcp-Name` mirrors, by method. */
const NAME_SOURCE: Readonly<Record<string, string>> = Object.assign(Object.create(null), {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
});

/**
 * `Mcp-Method` and `Mcp-Name` must be there and say what the body says: a proxy that routes by the
 * header must not be told another story than the server (2026-07-28, Server Validation).
 *
 * @throws ProtocolError `MCP_HEADER_MISMATCH`
 */
export function checkStandardHeaders(request: RpcRequest, context: MessageContext): void {
  const method = headerOf(context, 'mcp-method');
  if (method === undefined) throw headerMismatch('The header Mcp-Method is missing');
  if (method !== request.method) {
    throw headerMismatch(`Mcp-Method says "${method}", the body says "${request.method}"`);
  }
  const source = NAME_SOURCE[request.method];
  if (source !== undefined) checkName(request.params?.[source], source, context);
}

function checkName(expected: unknown, source: string, context: MessageContext): void {
  // A body without the parameter is at fault itself, and is told so when parameters are checked.
  if (typeof expected !== 'string') return;
  const raw = headerOf(context, 'mcp-name');
  if (raw === undefined) throw headerMismatch('The header Mcp-Name is missing');
  const name = decodeHeaderValue(raw);
  if (name === undefined) throw headerMismatch('Mcp-Name is not a well-formed header value');
  if (name !== expected) {
    throw headerMismatch(`Mcp-Name does not say what params.${source} says`);
  }
}

/** @returns the fault of a header that differs from the body */
export function headerMismatch(message: string): ProtocolError {
  return new ProtocolError('MCP_HEADER_MISMATCH', `Header mismatch: ${message}`);
}
