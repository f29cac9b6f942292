import { isMcpResult } from '../pipeline/mcp-result.js';
import type { GetPromptResult, PromptMessage } from '../protocol/definitions.js';
import { isJsonObject } from '../protocol/json-rpc.js';

/**
 * What a prompt's method returned, as messages: a string or an `McpResult` is the user's, a list of
 * messages or a whole `GetPromptResult` stays as it is.
 *
 * @throws TypeError for anything else
 */
export function toPromptResult(
  value: unknown,
  description: string | undefined,
  operationId: string,
): GetPromptResult {
  const words = description === undefined ? {} : { description };
  if (typeof value === 'string') {
    return { ...words, messages: [{ role: 'user', content: { type: 'text', text: value } }] };
  }
  if (isMcpResult(value)) {
    const messages = value.result.content.map((content) => ({ role: 'user' as const, content }));
    return { ...words, messages };
  }
  if (isMessages(value)) return { ...words, messages: value };
  if (isJsonObject(value) && isMessages(value.messages)) {
    return { ...words, ...value, messages: value.messages };
  }
  throw new TypeError(
    `${operationId} must return a string, messages ({ role, content }) or { messages }`,
  );
}

function isMessages(value: unknown): value is readonly PromptMessage[] {
  return Array.isArray(value) && value.every(isMessage);
}

function isMessage(value: unknown): boolean {
  if (!isJsonObject(value)) return false;
  const { role, content } = value;
  return (role === 'user' || role === 'assistant') && isJsonObject(content) && 'type' in content;
}
