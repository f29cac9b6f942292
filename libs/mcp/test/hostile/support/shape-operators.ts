import { META } from '../../../src/protocol/messages.js';
import { own, paramsOf, type Json, type Operator } from './draft.js';
import { junk, notAnObject, oddName } from './junk.js';
import type { Random } from './random.js';
import { fault, SILENCE, told } from './verdict.js';

/** Ids that are none: whoever sent them can be told nothing under them. */
const NO_IDS = [null, true, false, 1.5, -0.1, {}, [], [1], { id: 1 }, 2 ** 53, -(2 ** 60), 1e300];

/** Ids that are unusual, and as good as any. */
const ODD_IDS: readonly ((n: number) => unknown)[] = [
  (n) => -n,
  (n) => String(n),
  (n) => ` ${n} `,
  (n) => `\u0000${n}`,
  (n) => `日本${n}😀`,
  (n) => `__proto__${n}`,
  (n) => 'x'.repeat(1000) + n,
  (n) => Number.MAX_SAFE_INTEGER - n,
  (n) => `"}],\\${n}`,
];

/** What can be done to the frame of a message: members, types, kinds. */
export const SHAPE_OPERATORS: readonly Operator[] = [
  {
    what: 'another jsonrpc',
    apply: ({ message, id }, random) => {
      message['jsonrpc'] = random.pick([1, 2, '1.0', '2', '2.0 ', ' 2.0', '3.0', junk(random)]);
      if (random.chance(0.2)) delete message['jsonrpc'];
      return fault('MCP_INVALID_REQUEST', id);
    },
  },
  {
    what: 'an id that is none',
    apply: ({ message }, random) => {
      message['id'] = random.pick(NO_IDS);
      return fault('MCP_INVALID_REQUEST', null);
    },
  },
  {
    what: 'an odd id',
    apply: ({ message, id, valid }, random) => {
      message['id'] = random.pick(ODD_IDS)(id);
      return { ...valid, id: message['id'] };
    },
  },
  {
    what: 'no id',
    apply: ({ message }) => {
      delete message['id'];
      return SILENCE;
    },
  },
  {
    what: 'a method that is no string',
    apply: ({ message, id }, random) => {
      message['method'] = random.pick([null, 1, true, {}, [], ['tools/list'], { a: 'ping' }, '']);
      if (random.chance(0.2)) delete message['method'];
      return fault('MCP_INVALID_REQUEST', id);
    },
  },
  {
    what: 'an unknown method',
    apply: ({ message, id, era }, random) => {
      message['method'] = random.pick(UNKNOWN_METHODS) ?? oddName(random);
      return fault('MCP_METHOD_NOT_FOUND', id, era === 'stateless' ? 404 : 200);
    },
  },
  {
    what: 'params that are no object',
    apply: ({ message, id }, random) => {
      message['params'] = notAnObject(random);
      return fault('MCP_INVALID_PARAMS', id, 400);
    },
  },
  {
    what: 'a _meta that is no object',
    apply: ({ message, id }, random) => {
      paramsOf(message)['_meta'] = notAnObject(random);
      return fault('MCP_INVALID_PARAMS', id, 400);
    },
  },
  {
    what: 'a progress token that is no id',
    apply: ({ message, id }, random) => {
      const meta = paramsOf(message)['_meta'] ?? {};
      const progressToken = random.pick([null, true, 1.5, {}, []]);
      paramsOf(message)['_meta'] = { ...meta, progressToken };
      return fault('MCP_INVALID_PARAMS', id, 400);
    },
  },
  {
    what: 'members that nobody knows',
    apply: (draft, random) => {
      for (const place of [draft.message, paramsOf(draft.message)]) {
        if (random.chance(0.7)) own(place, oddMember(random), junk(random));
      }
      return draft.valid;
    },
  },
  {
    what: 'a cursor that is none',
    fits: ({ message }) => String(message['method']).endsWith('/list'),
    apply: ({ message, id }, random) => {
      paramsOf(message)['cursor'] = random.pick([
        1,
        {},
        [],
        true,
        oddName(random),
        'W10',
        'bnVsbA',
      ]);
      return fault('MCP_INVALID_PARAMS', id);
    },
  },
  {
    what: 'an envelope with a hole',
    fits: ({ era, wire }) => era === 'stateless' && wire === 'http',
    apply: ({ message, id }, random) => {
      const [key, values] = random.pick(REQUIRED);
      const meta = paramsOf(message)['_meta'] as Json;
      meta[key] = random.pick(values);
      return fault('MCP_INVALID_PARAMS', id, 400);
    },
  },
  {
    what: 'a revision that is not served',
    fits: ({ era }) => era === 'stateless',
    apply: ({ message, id }, random) => {
      const meta = paramsOf(message)['_meta'] as Json;
      meta[META.protocolVersion] = random.pick(['2030-01-01', '1', 'DRAFT', '2026-07-29', 'null']);
      return fault('MCP_UNSUPPORTED_VERSION', id);
    },
  },
  {
    what: 'a response that nobody waits for',
    apply: (draft, random) => {
      const { id } = draft;
      draft.message = random.pick<Json>([
        { jsonrpc: '2.0', id, result: {} },
        { jsonrpc: '2.0', id: 'constructor', result: { a: junk(random) } },
        { jsonrpc: '2.0', id, error: { code: -1, message: 'x' } },
        { jsonrpc: '2.0', id: null, error: { code: 'x' } },
        { jsonrpc: '2.0', error: {} },
      ]);
      return SILENCE;
    },
  },
  {
    what: 'a response that is none',
    apply: (draft, random) => {
      const { id } = draft;
      draft.message = random.pick<Json>([
        { jsonrpc: '2.0', id, result: notAnObject(random) },
        { jsonrpc: '2.0', id, error: notAnObject(random) },
        { jsonrpc: '2.0', id, result: {}, error: {} },
        { jsonrpc: '2.0', id },
      ]);
      return fault('MCP_INVALID_REQUEST', id);
    },
  },
  {
    what: 'a batch where there is none',
    fits: ({ wire, era, headers }) =>
      wire !== 'http' || (era === 'handshake' && 'mcp-protocol-version' in headers),
    apply: (draft) => {
      draft.message = [draft.message] as never;
      return fault('MCP_INVALID_REQUEST', null);
    },
  },
  {
    what: 'a batch of good and bad',
    fits: ({ wire, era, headers, message }) =>
      wire === 'http' &&
      era === 'handshake' &&
      !('mcp-protocol-version' in headers) &&
      message['method'] !== 'initialize',
    apply: (draft, random) => {
      const bad = [junk(random), [], [[]], {}, { ...draft.message, id: null }];
      draft.message = [draft.message, random.pick(bad), random.pick(bad)] as never;
      return told('batch', 200, undefined);
    },
  },
  {
    what: 'a batch that is empty, or endless',
    fits: ({ wire }) => wire === 'http',
    apply: (draft, random) => {
      const pings = Array.from({ length: 101 }, (_, id) => ({
        jsonrpc: '2.0',
        id,
        method: 'ping',
      }));
      draft.message = (random.chance(0.5) ? [] : pings) as never;
      return fault('MCP_INVALID_REQUEST', null);
    },
  },
  {
    what: 'a notification',
    apply: (draft, random) => {
      const method = random.pick([
        'notifications/initialized',
        'notifications/cancelled',
        'notifications/progress',
        'notifications/roots/list_changed',
        `notifications/${oddName(random)}`,
      ]);
      const params = {
        requestId: `none-${draft.id}`,
        reason: junk(random),
        progress: junk(random),
      };
      draft.message = { jsonrpc: '2.0', method, params };
      return SILENCE;
    },
  },
];

/** Undefined: whatever else comes to mind. */
const UNKNOWN_METHODS = [
  'constructor',
  '__proto__',
  'toString',
  'hasOwnProperty',
  'tools/List',
  'tools',
  'tools/',
  '/tools/list',
  'tools/call/',
  'rpc.discover',
  'x'.repeat(2000),
  undefined,
  undefined,
];

const REQUIRED: readonly (readonly [string, readonly unknown[]])[] = [
  [META.protocolVersion, [undefined, null, 1, {}, ['2026-07-28']]],
  [META.clientCapabilities, [undefined, null, 1, 'x', []]],
  [META.clientInfo, [null, 'x', {}, { name: 'x' }, { name: 1, version: 'x' }]],
  [META.logLevel, [null, 'loud', 1, 'toString']],
];

const ODD_MEMBERS = ['__proto__', 'constructor', 'toJSON', 'then', 'prototype', 'valueOf', ''];

function oddMember(random: Random): string {
  return random.chance(0.7) ? random.pick(ODD_MEMBERS) : `x-${oddName(random)}`;
}
