import type { RequestId } from '../protocol/json-rpc.js';
import type { Implementation } from '../protocol/messages.js';
import type { ProtocolVersion } from '../protocol/revisions.js';
import type { CallPeer } from './call-peer.js';
import type { McpPrincipal } from './principal.js';

/** Which transport carried a call; `rest` where the method was reached by its own route. */
export type CallTransport = 'http' | 'stdio' | 'websocket' | 'in-process' | 'rest';

/** What kind of primitive is being called; `endpoint` is every method that is not a call. */
export type CallKind = 'tool' | 'resource' | 'prompt' | 'completion' | 'endpoint';

/** What is known of a call when it begins; `McpCallContext` says what each member is. */
export interface CallContextInit {
  readonly kind: CallKind;
  /** Tool or prompt name, resource URI, or the MCP method of an endpoint call. */
  readonly name: string;
  readonly transport: CallTransport;
  /** A function where making one is worth avoiding: it is called when somebody looks. */
  readonly signal: AbortSignal | (() => AbortSignal);
  readonly requestId?: RequestId;
  readonly protocolVersion?: ProtocolVersion;
  readonly client?: Implementation;
  readonly clientCapabilities?: Readonly<Record<string, unknown>>;
  readonly meta?: Readonly<Record<string, unknown>>;
  readonly locale?: string;
  readonly deadline?: number;
  /** Lower-case names; over stdio, the start-up credentials. */
  readonly headers?: Readonly<Record<string, string | string[] | undefined>>;
  /** The framework's real request (Express or Fastify); absent over stdio and in process. */
  readonly baseRequest?: object;
  readonly remoteAddress?: string;
  readonly principal?: McpPrincipal;
  readonly peer?: CallPeer;
}
