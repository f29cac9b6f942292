import type { CallPeer } from '../../context/call-peer.js';
import { McpCallContext, type CallKind } from '../../context/call-context.js';
import type { ClientCapabilities } from '../../protocol/capabilities.js';
import type { RequestId, RpcParams } from '../../protocol/json-rpc.js';
import { META, type Implementation } from '../../protocol/messages.js';
import type { Dialect } from '../dialects/dialect.js';
import { headerOf } from '../headers/request-headers.js';
import type { MessageContext } from '../message-context.js';
import type { ServerCore } from '../server-core.js';

/** What differs from call to call beside the request itself. */
export interface CallParticulars {
  readonly kind: CallKind;
  readonly name: string;
  readonly signal: AbortSignal | (() => AbortSignal);
  readonly deadline?: number;
  readonly peer?: CallPeer;
}

/** What is known of whoever sent something; of a notification or a GET, little. */
export interface Sender {
  readonly context: MessageContext;
  readonly id?: RequestId;
  readonly dialect?: Dialect;
  readonly client?: Implementation;
  readonly clientCapabilities?: ClientCapabilities;
  readonly meta?: RpcParams;
}

/** The fresh call context of a request. */
export function callContextOf(
  sender: Sender,
  core: ServerCore,
  particulars: CallParticulars,
): McpCallContext {
  const { context } = sender;
  // Every member by name, in one order: a spread here costs more than the rest of the call.
  return new McpCallContext({
    kind: particulars.kind,
    name: particulars.name,
    signal: particulars.signal,
    deadline: particulars.deadline,
    peer: particulars.peer,
    transport: context.transport,
    requestId: sender.id,
    protocolVersion: sender.dialect?.version,
    client: sender.client,
    clientCapabilities: sender.clientCapabilities,
    meta: sender.meta,
    locale: localeOf(sender, core),
    headers: context.headers,
    baseRequest: context.request,
    remoteAddress: context.remoteAddress,
    principal: context.principal,
  });
}

/** The language of an answer; BCP 47. */
export function localeOf({ context, meta }: Sender, core: ServerCore): string | undefined {
  const asked = meta?.[META.acceptLanguage];
  const requested = typeof asked === 'string' ? asked : headerOf(context, 'accept-language');
  const choose = core.options.localeOf ?? firstLanguage;
  return choose(requested, context.locale);
}

function firstLanguage(requested: string | undefined, fallback: string | undefined) {
  const tag = requested?.match(/^\s*([A-Za-z0-9]{1,8}(?:-[A-Za-z0-9]{1,8})*)/)?.[1];
  return tag ?? fallback;
}
