import type { McpCallContext } from '../context/call-context.js';
import { isProtocolError } from '../errors/protocol.error.js';
import { META, type CallToolResult } from '../protocol/messages.js';
import type { CredentialedRequest } from './credentialed-request.js';
import { isRemote } from './credentialed-request.js';
import type { ResourceServer } from './resource-server.js';

/** A tool as far as scopes matter. */
export interface ScopedTool {
  readonly scopes: readonly string[];
  invoke(args: Readonly<Record<string, unknown>>, call: McpCallContext): Promise<CallToolResult>;
  isListedFor?(call: McpCallContext): Promise<boolean>;
}

/**
 * Holds a tool to its scopes, ahead of its guards: the call is refused, and the list does not show
 * the tool, to a caller whose token lacks one.
 */
export function scopedTool<Tool extends ScopedTool>(tool: Tool, server: ResourceServer): Tool {
  const { scopes } = tool;
  if (scopes.length === 0) return tool;
  server.scopes.add(scopes);
  return Object.freeze({
    ...tool,
    async invoke(args, call) {
      const request = requestOf(call);
      try {
        await server.requireScopes(call.principal, scopes, request);
      } catch (error) {
        // HTTP: 403 with a challenge, so that the client can step up. Elsewhere nothing could.
        if (isRemote(request) || !isProtocolError(error)) throw error;
        return refusedResult(error.status, error.message);
      }
      return tool.invoke(args, call);
    },
    async isListedFor(call) {
      const { principal } = call;
      if (!principal || !server.scopes.covers(principal, scopes)) return false;
      return (await tool.isListedFor?.(call)) ?? true;
    },
  } satisfies Tool);
}

/** The token check's view of a call. */
export function requestOf(call: McpCallContext): CredentialedRequest {
  const { transport, headers, baseRequest } = call;
  return { transport, headers, request: baseRequest };
}

const CODES: Readonly<Record<number, string>> = { 401: 'UNAUTHORIZED', 403: 'FORBIDDEN' };

function refusedResult(status: number, message: string): CallToolResult {
  const code = CODES[status] ?? 'INTERNAL';
  return {
    content: [{ type: 'text', text: `${code}: ${message}` }],
    isError: true,
    _meta: { [META.error]: { code, status } },
  };
}
