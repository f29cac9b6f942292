import { specTypeSchemas } from '@modelcontextprotocol/client';
import { META } from '../../../src/protocol/messages.js';

/**
 * Holds every message that the server sends against the schemas of the official client SDK; the
 * shapes that are stricter in 2026-07-28 are checked beside them.
 *
 * @param request what is answered, where `message` is an answer
 */
export function checkOutgoing(message: unknown, request?: unknown): void {
  const sent: unknown = JSON.parse(JSON.stringify(message));
  if (!isObject(sent)) throw new Error('Not a JSON object was sent');
  if ('error' in sent) return checkError(sent);
  if ('result' in sent) return checkResult(sent, requestOf(sent, request));
  conforms('JSONRPCMessage', sent);
  const type = sent.id === undefined ? NOTIFICATIONS[String(sent.method)] : 'ServerRequest';
  if (type === undefined) throw new Error(`No such notification: ${String(sent.method)}`);
  conforms(type, sent);
}

type TypeName = keyof typeof specTypeSchemas;

const NOTIFICATIONS: Record<string, TypeName> = {
  'notifications/progress': 'ProgressNotification',
  'notifications/message': 'LoggingMessageNotification',
  'notifications/cancelled': 'CancelledNotification',
  'notifications/tools/list_changed': 'ToolListChangedNotification',
  'notifications/prompts/list_changed': 'PromptListChangedNotification',
  'notifications/resources/list_changed': 'ResourceListChangedNotification',
  'notifications/resources/updated': 'ResourceUpdatedNotification',
  'notifications/subscriptions/acknowledged': 'SubscriptionsAcknowledgedNotification',
};

const RESULTS: Record<string, TypeName> = {
  initialize: 'InitializeResult',
  'server/discover': 'DiscoverResult',
  ping: 'EmptyResult',
  'tools/list': 'ListToolsResult',
  'tools/call': 'CallToolResult',
  'prompts/list': 'ListPromptsResult',
  'prompts/get': 'GetPromptResult',
  'resources/list': 'ListResourcesResult',
  'resources/templates/list': 'ListResourceTemplatesResult',
  'resources/read': 'ReadResourceResult',
  'resources/subscribe': 'EmptyResult',
  'resources/unsubscribe': 'EmptyResult',
  'logging/setLevel': 'EmptyResult',
  'completion/complete': 'CompleteResult',
  'subscriptions/listen': 'SubscriptionsListenResult',
};

const CACHEABLE =
  /^(tools\/list|prompts\/list|resources\/(list|templates\/list|read)|server\/discover)$/;

/** Of the reserved range, only what the specification defines (2026-07-28, Error Codes). */
const DEFINED = [-32020, -32021, -32022, -32700, -32600, -32601, -32602, -32603, -32002];

function checkError(sent: Record<string, unknown>): void {
  // JSON-RPC 2.0 says null where no id could be read; the official schema leaves it out there.
  const { id, ...rest } = sent;
  conforms('JSONRPCErrorResponse', id === null ? rest : sent);
  const { code, data } = sent.error as { code: number; data?: { code?: unknown } };
  if (code < -31999 && code > -32769 && !DEFINED.includes(code)) throw new Error(`Code ${code}`);
  if (typeof data?.code !== 'string') throw new Error('error.data.code is missing');
}

function checkResult(sent: Record<string, unknown>, request: Record<string, unknown>): void {
  conforms('JSONRPCResultResponse', sent);
  const method = String(request.method);
  const result = sent.result as Record<string, unknown>;
  const stateless =
    isObject(request.params) &&
    isObject(request.params._meta) &&
    request.params._meta[META.protocolVersion] === '2026-07-28';
  if (stateless && typeof result.resultType !== 'string') throw new Error('resultType is missing');
  if (result.resultType === 'input_required') return checkInputRequired(method, result);
  const type = RESULTS[method];
  if (type === undefined) throw new Error(`No such method: ${method}`);
  if (type === 'EmptyResult' && Object.keys(result).length > 0) throw new Error('Not empty');
  conforms(type, result);
  if (stateless && CACHEABLE.test(method)) checkHint(result);
}

function checkHint({ ttlMs, cacheScope }: Record<string, unknown>): void {
  if (!Number.isInteger(ttlMs) || Number(ttlMs) < 0) throw new Error('ttlMs');
  if (cacheScope !== 'public' && cacheScope !== 'private') throw new Error('cacheScope');
}

function checkInputRequired(method: string, result: Record<string, unknown>): void {
  if (!['tools/call', 'prompts/get', 'resources/read'].includes(method)) {
    throw new Error(`${method} must not ask for input`);
  }
  const requests = Object.values(result.inputRequests ?? {});
  if (requests.length === 0 && typeof result.requestState !== 'string') throw new Error('Empty');
  for (const request of requests) conforms('ServerRequest', request);
}

function requestOf(sent: Record<string, unknown>, request: unknown): Record<string, unknown> {
  const match = [request].flat().find((item) => isObject(item) && item.id === sent.id);
  if (!isObject(match)) throw new Error('An answer without its request');
  return match;
}

function conforms(type: TypeName, value: unknown): void {
  const checked = specTypeSchemas[type]['~standard'].validate(value) as { issues?: unknown };
  if (checked.issues) throw new Error(`${type}: ${JSON.stringify(checked.issues)}`);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
