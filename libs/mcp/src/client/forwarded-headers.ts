import type { McpCallContext } from '../context/call-context.js';
import { isFieldValue } from '../protocol/header-field.js';
import type { ServerEntry } from './config/server-entry.js';

/** The headers of the current MCP call that the entry passes on; undefined where there are none. */
export function forwardedHeaders(
  entry: ServerEntry,
  call: McpCallContext | undefined,
): Readonly<Record<string, string>> | undefined {
  const names = entry.transport === 'http' ? entry.options.forwardHeaders : undefined;
  if (!names || !call) return undefined;
  const pairs = names.flatMap((name) => {
    const value = call.headers[name.toLowerCase()];
    const text = Array.isArray(value) ? value.join(', ') : value;
    return text !== undefined && isFieldValue(text) ? [[name, text]] : [];
  });
  return pairs.length > 0 ? Object.fromEntries(pairs) : undefined;
}
