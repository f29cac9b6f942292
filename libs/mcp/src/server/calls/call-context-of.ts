import type { CallPeer } from '../../context/call-peer.js';
import { McpCallContext, type CallKind } from '../../context/call-context.js';
import { META } from '../../protocol/messages.js';
import { headerOf } from '../headers/request-headers.js';
import type { RequestScope } from '../request-scope.js';
import type { ServerCore } from '../server-core.js';

/** What differs from call to call beside the request itself. */
export interface CallParticulars {
  readonly kind: CallKind;
  readonly name: string;
  readonly signal: AbortSignal | (() => AbortSignal);
  readonly deadline?: number;
  readonly peer?: CallPeer;
}

/** The fresh call context of a request. */
export function callContextOf(
  scope: RequestScope,
  core: ServerCore,
  particulars: CallParticulars,
): McpCallContext {
  const { context } = scope;
  return new McpCallContext({
    ...particulars,
    transport: context.transport,
    requestId: scope.id,
    protocolVersion: scope.dialect.version,
    client: scope.client,
    clientCapabilities: scope.clientCapabilities,
    meta: scope.meta,
    locale: localeOf(scope, core),
    headers: context.headers,
    baseRequest: context.request,
    remoteAddress: context.remoteAddress,
    principal: context.principal,
  });
}

function localeOf(scope: RequestScope, core: ServerCore): string | undefined {
  const { context } = scope;
  const asked = scope.meta[META.acceptLanguage];
  const requested = typeof asked === 'string' ? asked : headerOf(context, 'accept-language');
  const choose = core.options.localeOf ?? firstLanguage;
  return choose(requested, context.locale);
}

function firstLanguage(requested: string | undefined, fallback: string | undefined) {
  const tag = requested?.match(/^\s*([A-Za-z0-9]{1,8}(?:-[A-Za-z0-9]{1,8})*)/)?.[1];
  return tag ?? fallback;
}
