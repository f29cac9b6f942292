import { ProtocolError } from '../../src/errors/protocol.error.js';
import { META } from '../../src/protocol/messages.js';
import { errorReply } from '../../src/server/replies.js';
import { MODERN, list, row, server } from './support/table-server.js';
import { Wire, legacy, modernMeta, post } from './support/talk.js';

describe('what is no message', () => {
  it.each([
    ['MCP_NOT_ACCEPTABLE', 406],
    ['MCP_TOO_LARGE', 413],
    ['MCP_MEDIA_TYPE', 415],
    ['MCP_METHOD_NOT_ALLOWED', 405],
  ] as const)('%s answers what a transport finds wrong, with HTTP %i', (code, status) => {
    const fault = new ProtocolError(code, 'because', { headers: { allow: 'POST' } });
    const reply = errorReply(null, fault, () => {});
    expect(reply).toMatchObject({
      status,
      headers: { allow: 'POST' },
      message: { id: null, error: { code: -32600, message: 'because', data: { code } } },
    });
  });

  it.each([
    ['a string', 'x', null],
    ['a number', 1, null],
    ['null', null, null],
    ['no version', { id: 1, method: 'ping' }, 1],
    ['another version', { jsonrpc: '1.0', id: 1, method: 'ping' }, 1],
    ['the id null', { jsonrpc: '2.0', id: null, method: 'ping' }, null],
    ['a broken id', { jsonrpc: '2.0', id: 1.5, method: 'ping' }, null],
    [
      'an id that was rounded when it was read',
      { jsonrpc: '2.0', id: 2 ** 53, method: 'ping' },
      null,
    ],
    ['an object as id', { jsonrpc: '2.0', id: {}, method: 'ping' }, null],
    ['a number as method', { jsonrpc: '2.0', id: 1, method: 1 }, 1],
    ['an empty method', { jsonrpc: '2.0', id: 1, method: '' }, 1],
    ['neither method nor result', { jsonrpc: '2.0', id: 1 }, 1],
    ['both result and error', { jsonrpc: '2.0', id: 1, result: {}, error: {} }, 1],
    ['a result without id', { jsonrpc: '2.0', result: {} }, null],
  ])('MCP_INVALID_REQUEST answers %s', async (_what, message, id) => {
    const answer = await post(server(), message);
    expect([...row(answer), answer.message?.id]).toEqual([400, -32600, 'MCP_INVALID_REQUEST', id]);
  });

  it.each([0, '', 'x', -1, 12345678901, Number.MAX_SAFE_INTEGER])(
    'but the id %j is as good as any',
    async (id) => {
      const answer = await legacy(server(), 'ping', undefined, { id });
      expect(answer.message).toEqual({ jsonrpc: '2.0', id, result: {} });
    },
  );

  it('MCP_INVALID_PARAMS answers parameters that are no object, with the id', async () => {
    for (const params of ['x', 1, null, []]) {
      const answer = await post(server(), { jsonrpc: '2.0', id: 7, method: 'tools/call', params });
      expect([...row(answer), answer.message?.id]).toEqual([400, -32602, 'MCP_INVALID_PARAMS', 7]);
    }
  });
});

describe('the envelope of 2026-07-28', () => {
  const without = (key: string) =>
    Object.fromEntries(Object.entries(modernMeta()).filter(([name]) => name !== key));

  it.each([
    ['is missing', undefined],
    ['is no object', 'x'],
    ['lacks the version', without(META.protocolVersion)],
    ['lacks the capabilities', without(META.clientCapabilities)],
    ['has capabilities that are no object', modernMeta({ [META.clientCapabilities]: [] })],
    ['has a version that is no string', modernMeta({ [META.protocolVersion]: 1 })],
    ['has a client without name', modernMeta({ [META.clientInfo]: { version: '1' } })],
    ['has an unknown log level', modernMeta({ [META.logLevel]: 'loud' })],
    ['has a progress token that is no id', modernMeta({ progressToken: {} })],
  ])('MCP_INVALID_PARAMS with HTTP 400 where it %s', async (_what, meta) => {
    const params = meta === undefined ? {} : { _meta: meta };
    expect(row(await post(server(), list(params), { headers: MODERN }))).toEqual([
      400,
      -32602,
      'MCP_INVALID_PARAMS',
    ]);
  });

  it('needs no client info', async () => {
    const answer = await post(server(), list({ _meta: without(META.clientInfo) }), {
      headers: MODERN,
    });
    expect(answer.status).toBe(200);
  });
});

it('a notification is never answered, whatever is in it', async () => {
  const wire = new Wire(server());
  for (const method of [
    'notifications/initialized',
    'notifications/unknown',
    'tools/list',
    'nothing',
  ]) {
    const answer = await wire.raw({ jsonrpc: '2.0', method, params: { a: 1 } });
    expect(answer.messages).toEqual([]);
  }
});
