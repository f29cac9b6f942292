import { encodeHeaderValue } from '../../../src/protocol/header-value.js';
import { META } from '../../../src/protocol/messages.js';
import type { Random } from './random.js';
import { told, type Verdict } from './verdict.js';

export type Json = Record<string, unknown>;

/** How a mutant travels. */
export type Wire = 'http' | 'stdio' | 'websocket';

/** A valid message, open to what is done to it. */
export interface Draft {
  readonly wire: Wire;
  readonly era: 'stateless' | 'handshake';
  readonly id: number;
  readonly isCall: boolean;
  /** The answer as long as nothing is done. */
  readonly valid: Verdict;
  message: Json;
  headers: Record<string, string>;
}

/** One thing that can be done to a draft; it says itself what must be answered. */
export interface Operator {
  readonly what: string;
  /** Absent: it can be done to every draft. */
  readonly fits?: (draft: Draft) => boolean;
  readonly apply: (draft: Draft, random: Random) => Verdict;
}

export const ORDER: Json = {
  name: 'orders_create',
  arguments: { customer: 'Ada', quantity: 3, tags: ['a'], address: { street: 'Mill Lane' } },
};

const CALLS: readonly (readonly [method: string, params: Json, outcome?: string])[] = [
  ['tools/call', ORDER],
  ['tools/call', ORDER],
  ['tools/call', { name: 'orders_find', arguments: { id: 7 } }],
  ['tools/call', { name: 'probe_crash' }, 'isError INTERNAL'],
  ['tools/list', {}],
  ['prompts/list', {}],
  ['prompts/get', { name: 'probe_greet', arguments: { name: 'Ada' } }],
  ['resources/list', {}],
  ['resources/read', { uri: 'probe://state' }],
];

const HANDSHAKE_CALLS: typeof CALLS = [
  ['ping', {}],
  ['initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: info() }],
];

/** A valid message, of whatever kind and era; its id is `id`. */
export function draft(random: Random, id: number, wire: Wire): Draft {
  const era = random.chance(0.5) ? 'stateless' : 'handshake';
  const calls = era === 'stateless' ? CALLS : [...CALLS, ...HANDSHAKE_CALLS];
  const [method, params, outcome = 'result'] = random.pick(calls);
  const message: Json = { jsonrpc: '2.0', id, method, params: structuredClone(params) };
  if (era === 'stateless') paramsOf(message)['_meta'] = envelope();
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    authorization: 'Bearer right',
  };
  if (era === 'handshake' && random.chance(0.8)) {
    headers['mcp-protocol-version'] = random.pick(['2025-06-18', '2025-11-25']);
  }
  const isCall = method === 'tools/call';
  return { wire, era, id, isCall, valid: told(outcome, 200, id), message, headers };
}

/** What the headers of 2026-07-28 say about the message, as it is now. */
export function mirror({ era, wire, message, headers }: Draft): void {
  if (wire !== 'http' || era !== 'stateless') return;
  const params = isObject(message['params']) ? message['params'] : {};
  const meta = isObject(params['_meta']) ? params['_meta'] : {};
  const version = meta[META.protocolVersion];
  headers['mcp-protocol-version'] = typeof version === 'string' ? version : '2026-07-28';
  headers['mcp-method'] = String(message['method']);
  const name = message['method'] === 'resources/read' ? params['uri'] : params['name'];
  if (typeof name === 'string') headers['mcp-name'] = encodeHeaderValue(name);
}

export function paramsOf(message: Json): Json {
  return message['params'] as Json;
}

export function argumentsOf(message: Json): Json {
  return paramsOf(message)['arguments'] as Json;
}

/** Also where the name is `__proto__`: on the wire it is a member as any other. */
export function own(object: Json, name: string, value: unknown): void {
  Object.defineProperty(object, name, { value, enumerable: true, configurable: true });
}

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function envelope(): Json {
  return {
    [META.protocolVersion]: '2026-07-28',
    [META.clientCapabilities]: {},
    [META.clientInfo]: info(),
  };
}

function info(): Json {
  return { name: 'hostile', version: '1' };
}
