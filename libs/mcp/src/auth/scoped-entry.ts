import type { McpCallContext } from '../context/call-context.js';
import { McpError } from '../errors/mcp.error.js';
import { isProtocolError } from '../errors/protocol.error.js';
import { META, type CallToolResult } from '../protocol/messages.js';
import { isRemote, type CredentialedRequest } from './credentialed-request.js';
import type { ResourceServer } from './resource-server.js';

/** A tool, prompt or resource as far as scopes matter. */
export interface ScopedEntry {
  readonly scopes: readonly string[];
  isListedFor?(call: McpCallContext): Promise<boolean>;
}

interface ScopedTool extends ScopedEntry {
  invoke(args: Readonly<Record<string, unknown>>, call: McpCallContext): Promise<CallToolResult>;
}

interface ScopedPrompt extends ScopedEntry {
  admit?(args: Readonly<Record<string, string>>, call: McpCallContext): Promise<void>;
  get(args: Readonly<Record<string, string>>, call: McpCallContext): Promise<unknown>;
}

interface ScopedResource extends ScopedEntry {
  admit?(request: never, call: McpCallContext): Promise<void>;
  read(request: never, call: McpCallContext): Promise<unknown>;
}

/**
 * Holds a tool to its scopes, ahead of its guards: the call is refused, and the list does not show
 * the tool, to a caller whose token lacks one.
 */
export function scopedTool<Tool extends ScopedTool>(tool: Tool, server: ResourceServer): Tool {
  if (tool.scopes.length === 0) return tool;
  const check = checkOf(tool, server);
  return Object.freeze({
    ...tool,
    ...listingOf(tool, server),
    invoke: async (args, call) => {
      const refusal = await check(call);
      return refusal ? refusedResult(refusal) : tool.invoke(args, call);
    },
  } satisfies Tool);
}

/** Holds a prompt to its scopes. */
export function scopedPrompt<Prompt extends ScopedPrompt>(
  prompt: Prompt,
  server: ResourceServer,
): Prompt {
  if (prompt.scopes.length === 0) return prompt;
  const pass = passOf(prompt, server);
  return Object.freeze({
    ...prompt,
    ...listingOf(prompt, server),
    get: async (args: Readonly<Record<string, string>>, call: McpCallContext) => {
      await pass(call);
      return prompt.get(args, call);
    },
    admit: async (args: Readonly<Record<string, string>>, call: McpCallContext): Promise<void> => {
      await pass(call);
      await prompt.admit?.(args, call);
    },
  });
}

/** Holds a resource to its scopes: reading it, and hearing of it. */
export function scopedResource<Resource extends ScopedResource>(
  resource: Resource,
  server: ResourceServer,
): Resource {
  if (resource.scopes.length === 0) return resource;
  const pass = passOf(resource, server);
  return Object.freeze({
    ...resource,
    ...listingOf(resource, server),
    read: async (request: never, call: McpCallContext) => {
      await pass(call);
      return resource.read(request, call);
    },
    admit: async (request: never, call: McpCallContext): Promise<void> => {
      await pass(call);
      await resource.admit?.(request, call);
    },
  });
}

/** The token check's view of a call. */
export function requestOf(call: McpCallContext): CredentialedRequest {
  const { transport, headers, baseRequest } = call;
  return { transport, headers, request: baseRequest };
}

const CODES: Readonly<Record<number, string>> = { 401: 'UNAUTHORIZED', 403: 'FORBIDDEN' };

/**
 * Resolves to the refusal of one operation; over HTTP it rejects with the refusal of the whole
 * message instead: 403 with a challenge, so that the client can step up.
 */
function checkOf({ scopes }: ScopedEntry, server: ResourceServer) {
  server.scopes.add(scopes);
  return async (call: McpCallContext): Promise<McpError | undefined> => {
    const request = requestOf(call);
    try {
      await server.requireScopes(call.principal, scopes, request);
      return undefined;
    } catch (error) {
      if (isRemote(request) || !isProtocolError(error)) throw error;
      const { status, message } = error;
      return new McpError(CODES[status] ?? 'INTERNAL', message, { status });
    }
  };
}

/** The same for what has no result that could say it. */
function passOf(entry: ScopedEntry, server: ResourceServer) {
  const check = checkOf(entry, server);
  return async (call: McpCallContext): Promise<void> => {
    const refusal = await check(call);
    if (refusal) throw refusal;
  };
}

function listingOf(entry: ScopedEntry, { scopes: policy }: ResourceServer) {
  return {
    async isListedFor(call: McpCallContext): Promise<boolean> {
      const { principal } = call;
      if (!principal || !policy.covers(principal, entry.scopes)) return false;
      return (await entry.isListedFor?.(call)) ?? true;
    },
  };
}

function refusedResult({ code, status, message }: McpError): CallToolResult {
  return {
    content: [{ type: 'text', text: `${code}: ${message}` }],
    isError: true,
    _meta: { [META.error]: { code, status } },
  };
}
