import { isJsonObject } from '../../protocol/json-rpc.js';
import { META } from '../../protocol/messages.js';
import { isProtocolVersion, isStateless } from '../../protocol/revisions.js';
import { headerOf } from '../headers/request-headers.js';
import type { MessageContext } from '../message-context.js';

/**
 * Whether a message over HTTP is one of those that a session is for: all of the handshake era but
 * `initialize`, which opens one. In 2026-07-28 a session id is ignored (Earlier Revisions).
 */
export function belongsToSession(value: unknown, context: MessageContext): boolean {
  if (context.transport !== 'http') return false;
  const header = headerOf(context, 'mcp-protocol-version');
  if (isProtocolVersion(header) && isStateless(header)) return false;
  if (!isJsonObject(value)) return true;
  const meta = isJsonObject(value.params) ? value.params._meta : undefined;
  if (isJsonObject(meta) && META.protocolVersion in meta) return false;
  return value.method !== 'initialize';
}
