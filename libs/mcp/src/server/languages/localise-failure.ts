import { isMcpError } from '../../errors/mcp.error.js';
import { isProtocolError, ProtocolError } from '../../errors/protocol.error.js';
import { isJsonObject } from '../../protocol/json-rpc.js';
import { META, type CallToolResult } from '../../protocol/messages.js';
import { localeOf, type Sender } from '../calls/call-context-of.js';
import type { ServerCore } from '../server-core.js';

/**
 * A protocol fault in its caller's language; the same where there are no words for it. Codes stay
 * (SEP-2792: error codes are tokens).
 */
export function localiseFault(fault: unknown, sender: Sender, core: ServerCore): unknown {
  const { failureWords } = core.options;
  if (!failureWords || !isProtocolError(fault)) return fault;
  const language = localeOf(sender, core);
  // Of a failed operation (prompts, resources), the operation's own code counts.
  const inner = isJsonObject(fault.data.error) && isMcpError(fault.cause) ? fault.cause : undefined;
  const { code, message } = inner ?? fault;
  const details = inner ? inner.details : fault.data;
  const words = language && failureWords({ code, message, details }, language);
  if (!words) return fault;
  const { cause, rpc, status, headers, data } = fault;
  return new ProtocolError(fault.code, inner ? `${code}: ${words}` : words, {
    cause,
    rpc,
    status,
    data: { ...data, _meta: { [META.contentLanguage]: language } },
    headers: { ...headers, ...languageHeaders(language) },
  });
}

/** A failed call in its caller's language; any other result is the same. */
export function localiseResult(
  result: CallToolResult,
  sender: Sender,
  core: ServerCore,
): CallToolResult {
  const { failureWords } = core.options;
  if (!failureWords || !result.isError) return result;
  const told = result._meta?.[META.error];
  const [first, ...rest] = result.content;
  if (!isJsonObject(told) || first?.type !== 'text') return result;
  const code = String(told.code);
  const language = localeOf(sender, core);
  if (language === undefined || !first.text.startsWith(`${code}: `)) return result;
  const message = first.text.slice(code.length + 2);
  const words = failureWords({ code, message, details: told.details }, language);
  if (words === undefined) return result;
  return {
    ...result,
    content: [{ ...first, text: `${code}: ${words}` }, ...rest],
    _meta: { ...result._meta, [META.contentLanguage]: language },
  };
}

/** HTTP's own words for it (SEP-2792, Streamable HTTP binding). */
export function languageHeaders(language: string): Readonly<Record<string, string>> {
  return { 'content-language': language, vary: 'Accept-Language' };
}
