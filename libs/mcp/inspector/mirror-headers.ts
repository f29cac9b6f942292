import { headerParamsOf } from '../src/protocol/header-params.js';
import { encodeHeaderValue } from '../src/protocol/header-value.js';
import { isJson, wordOf, type Json } from './json.js';

/** Which parameter the header `Mcp-Name` repeats (2026-07-28, Standard Request Headers). */
const NAMED_BY: Readonly<Record<string, string>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
};

/**
 * The headers that repeat parts of a message's body (2026-07-28).
 *
 * @param inputSchema of the tool that is called: it says which arguments are repeated
 */
export function mirrorHeaders(
  { method, params }: Json,
  inputSchema: Json | undefined,
): Record<string, string> {
  const headers: Record<string, string> = { 'mcp-method': String(method) };
  const given = isJson(params) ? params : {};
  const name = given[NAMED_BY[String(method)] ?? ''];
  if (typeof name === 'string') headers['mcp-name'] = encodeHeaderValue(name);
  for (const param of inputSchema ? headerParamsOf(inputSchema).params : []) {
    const value = param.path.reduce<unknown>(
      (node, key) => (isJson(node) ? node[key] : undefined),
      given['arguments'],
    );
    if (value !== undefined && value !== null) {
      headers[`mcp-param-${param.name.toLowerCase()}`] = encodeHeaderValue(wordOf(value));
    }
  }
  return headers;
}
