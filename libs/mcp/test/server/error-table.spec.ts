import { ProtocolError } from '../../src/errors/protocol.error.js';
import type { McpServerOptions } from '../../src/server/server.options.js';
import { faultReply, parseFailureReply } from '../../src/server/replies.js';
import { resourceEntry, text, toolEntry } from './support/entries.js';
import { fixtureServer } from './support/fixture-server.js';
import {
  legacy,
  modern,
  modernMeta,
  post,
  Wire,
  type Exchange,
  type Json,
} from './support/talk.js';
import { META } from '../../src/protocol/messages.js';

const FORM = { type: 'object', properties: { ok: { type: 'boolean' } } } as const;

function server(options: Partial<McpServerOptions> = {}) {
  return fixtureServer(
    {
      tools: [
        toolEntry('ok', () => text('ok')),
        toolEntry('ask', async (_args, call) => {
          await call.elicit({ message: '?', requestedSchema: FORM });
          return text('asked');
        }),
        toolEntry('refuse', () => {
          throw new ProtocolError('MCP_UNAUTHORIZED', 'Wrong key', {
            headers: { 'www-authenticate': 'Bearer' },
          });
        }),
        toolEntry('broken', () => {
          throw new TypeError('secret detail');
        }),
      ],
      resources: [
        resourceEntry('test://a', async ({ uri }) => ({ contents: [{ uri, text: '' }] })),
      ],
    },
    options,
  );
}

/** HTTP status, JSON-RPC code, our code. */
function row({ status, error }: Exchange) {
  return [status, error.code, error.data.code];
}

const MODERN = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/list' };
const list = (params: Json) => ({ jsonrpc: '2.0', id: 1, method: 'tools/list', params });

describe('what is no message', () => {
  it('MCP_PARSE answers bytes that are no JSON', () => {
    expect(parseFailureReply('Unexpected token')).toEqual({
      status: 400,
      headers: undefined,
      message: {
        jsonrpc: '2.0',
        id: null,
        error: {
          code: -32700,
          message: 'The message is not valid JSON: Unexpected token',
          data: { code: 'MCP_PARSE' },
        },
      },
    });
  });

  it.each([
    ['MCP_NOT_ACCEPTABLE', 406],
    ['MCP_TOO_LARGE', 413],
    ['MCP_MEDIA_TYPE', 415],
    ['MCP_METHOD_NOT_ALLOWED', 405],
  ] as const)('%s answers what a transport finds wrong, with HTTP %i', (code, status) => {
    const reply = faultReply(code, 'because', { headers: { allow: 'POST' } });
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

  it.each([0, '', 'x', -1, 12345678901])('but the id %j is as good as any', async (id) => {
    const answer = await legacy(server(), 'ping', undefined, { id });
    expect(answer.message).toEqual({ jsonrpc: '2.0', id, result: {} });
  });

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

describe('versions', () => {
  it.each(['v999.0.0', '2030-01-01', '2024-01-01'])(
    'MCP_UNSUPPORTED_VERSION answers %s, with what is supported',
    async (version) => {
      const headers = { ...MODERN, 'mcp-protocol-version': version };
      const params = { _meta: modernMeta({ [META.protocolVersion]: version }) };
      const answer = await post(server(), list(params), { headers });
      expect(row(answer)).toEqual([400, -32022, 'MCP_UNSUPPORTED_VERSION']);
      const { supported, requested } = answer.error.data;
      expect(supported).toEqual([
        '2026-07-28',
        '2025-11-25',
        '2025-06-18',
        '2025-03-26',
        '2024-11-05',
      ]);
      expect(requested).toBe(version);
    },
  );

  it('MCP_UNSUPPORTED_VERSION answers a bad header after the handshake', async () => {
    const answer = await legacy(server(), 'tools/list', {}, { version: 'not-a-version' });
    expect(row(answer)).toEqual([400, -32022, 'MCP_UNSUPPORTED_VERSION']);
    const notification = { jsonrpc: '2.0', method: 'notifications/initialized' };
    const options = { headers: { 'mcp-protocol-version': 'not-a-version' } };
    expect(row(await post(server(), notification, options))[0]).toBe(400);
  });
});

describe('methods', () => {
  it.each([
    'initialize',
    'ping',
    'logging/setLevel',
    'resources/subscribe',
    'resources/unsubscribe',
    'unknown/method',
    'constructor',
    '__proto__',
  ])('MCP_METHOD_NOT_FOUND with HTTP 404 answers %s on 2026-07-28', async (method) => {
    const answer = await modern(server(), method, {}, { id: 'abc' });
    expect([...row(answer), answer.message?.id]).toEqual([
      404,
      -32601,
      'MCP_METHOD_NOT_FOUND',
      'abc',
    ]);
  });

  it.each(['server/discover', 'subscriptions/listen', 'unknown/method', 'toString'])(
    'MCP_METHOD_NOT_FOUND with HTTP 200 answers %s before',
    async (method) => {
      const answer = await legacy(server(), method, {}, { version: '2025-11-25' });
      expect(row(answer)).toEqual([200, -32601, 'MCP_METHOD_NOT_FOUND']);
    },
  );
});

describe('tools/call', () => {
  it('MCP_INVALID_PARAMS without a name', async () => {
    for (const params of [{}, { name: 1 }, { name: null }]) {
      const answer = await legacy(server(), 'tools/call', params);
      expect(row(answer)).toEqual([200, -32602, 'MCP_INVALID_PARAMS']);
    }
  });

  it('MCP_TOOL_NOT_FOUND for an unknown name, also one that every object has', async () => {
    for (const name of ['nothing', 'constructor', '__proto__', 'OK']) {
      const answer = await modern(server(), 'tools/call', { name });
      expect(row(answer)).toEqual([200, -32602, 'MCP_TOOL_NOT_FOUND']);
      expect(answer.error.message).toContain(name);
    }
  });

  it('MCP_ARGUMENTS_INVALID for arguments that are no object', async () => {
    for (const args of ['{}', 1, null, []]) {
      const answer = await legacy(server(), 'tools/call', { name: 'ok', arguments: args });
      expect(row(answer)).toEqual([200, -32602, 'MCP_ARGUMENTS_INVALID']);
    }
  });

  it('MCP_UNAUTHORIZED where the pipeline fails the whole message', async () => {
    const answer = await legacy(server(), 'tools/call', { name: 'refuse' });
    expect(row(answer)).toEqual([401, 401, 'MCP_UNAUTHORIZED']);
    expect(answer.headers).toEqual({ 'www-authenticate': 'Bearer' });
  });

  it('MCP_CAPABILITY_REQUIRED where the client cannot do what the call needs', async () => {
    const now = await modern(server(), 'tools/call', { name: 'ask' });
    expect(row(now)).toEqual([400, -32021, 'MCP_CAPABILITY_REQUIRED']);
    const before = await legacy(server(), 'tools/call', { name: 'ask' });
    expect(row(before)).toEqual([200, -32021, 'MCP_CAPABILITY_REQUIRED']);
  });

  it('MCP_INTERNAL masks what nobody foresaw, and tells the operator', async () => {
    const told: unknown[][] = [];
    const onMasked = (...args: unknown[]) => told.push(args);
    const answer = await legacy(server({ onMasked }), 'tools/call', { name: 'broken' });
    expect(row(answer)).toEqual([500, -32603, 'MCP_INTERNAL']);
    expect(JSON.stringify(answer.message)).not.toContain('secret');
    const { reference } = answer.error.data;
    expect(answer.error.message).toBe(`Internal error (ref ${String(reference)})`);
    expect(told).toEqual([[expect.objectContaining({ message: 'secret detail' }), reference]]);
  });
});

it('MCP_RESOURCE_NOT_FOUND answers an unknown resource, by the code of the revision', async () => {
  const uri = 'test://nothing';
  expect(row(await modern(server(), 'resources/read', { uri }))).toEqual([
    200,
    -32602,
    'MCP_RESOURCE_NOT_FOUND',
  ]);
  for (const version of ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05']) {
    const answer = await legacy(server(), 'resources/read', { uri }, { version });
    expect(row(answer)).toEqual([200, -32002, 'MCP_RESOURCE_NOT_FOUND']);
  }
});

describe('the guards of the endpoint', () => {
  const gate: McpServerOptions['gate'] = async (call, message) => {
    seen.push([call.kind, call.name, (message as { method?: string }).method]);
    if (call.headers['x-key'] === undefined) throw new ProtocolError('MCP_UNAUTHORIZED', 'Who?');
    if (call.headers['x-key'] === 'reader') throw new ProtocolError('MCP_FORBIDDEN', 'Not you');
  };
  let seen: unknown[][];
  beforeEach(() => {
    seen = [];
  });

  it.each([
    ['tools/list', {}],
    ['server/discover', {}],
    ['resources/list', {}],
    ['subscriptions/listen', { notifications: {} }],
    ['tools/call', { name: 'unknown' }],
    ['tools/call', { name: 'ok', arguments: [] }],
    ['tools/call', {}],
    ['resources/read', { uri: 'test://unknown' }],
  ])('refuse %s %j', async (method, params) => {
    const refused = await modern(server({ gate }), method, params);
    expect(row(refused)).toEqual([401, 401, 'MCP_UNAUTHORIZED']);
    const forbidden = await modern(server({ gate }), method, params, {
      headers: { 'x-key': 'reader' },
    });
    expect(row(forbidden)).toEqual([403, 403, 'MCP_FORBIDDEN']);
    expect(seen).toEqual([
      ['endpoint', method, method],
      ['endpoint', method, method],
    ]);
  });

  it('refuse initialize and ping', async () => {
    expect((await legacy(server({ gate }), 'initialize', {})).status).toBe(401);
    expect((await legacy(server({ gate }), 'ping', {})).status).toBe(401);
  });

  it('are not asked about a call of something that exists: that has its own', async () => {
    expect((await modern(server({ gate }), 'tools/call', { name: 'ok' })).status).toBe(200);
    expect((await modern(server({ gate }), 'resources/read', { uri: 'test://a' })).status).toBe(
      200,
    );
    expect(seen).toEqual([]);
  });

  it('come after `_meta`, headers, version and method', async () => {
    const answers = [
      await post(server({ gate }), list({}), { headers: MODERN }),
      await post(server({ gate }), list({ _meta: modernMeta() }), { headers: {} }),
      await legacy(server({ gate }), 'tools/list', {}, { version: 'x' }),
      await modern(server({ gate }), 'unknown/method'),
    ];
    expect(answers.map(({ error }) => error.code)).toEqual([-32602, -32020, -32022, -32601]);
    expect(seen).toEqual([]);
  });
});

describe('batches', () => {
  const ping = (id: unknown) => ({ jsonrpc: '2.0', id, method: 'ping' });
  const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' };

  it.each([undefined, '2025-03-26'])(
    'are answered together for the version %s',
    async (version) => {
      const headers = version ? { 'mcp-protocol-version': version } : undefined;
      const answer = await post(server(), [ping(1), initialized, { id: 2 }, ping('x')], {
        headers,
      });
      expect(answer.status).toBe(200);
      expect(answer.messages).toEqual([
        { jsonrpc: '2.0', id: 1, result: {} },
        expect.objectContaining({ id: 2, error: expect.objectContaining({ code: -32600 }) }),
        { jsonrpc: '2.0', id: 'x', result: {} },
      ]);
    },
  );

  it('of notifications alone are accepted without a word', async () => {
    expect(await post(server(), [initialized, initialized])).toMatchObject({
      status: 202,
      messages: [],
    });
  });

  it.each(['2024-11-05', '2025-06-18', '2025-11-25', '2026-07-28'])(
    'are no message for the version %s',
    async (version) => {
      const answer = await post(server(), [ping(1)], {
        headers: { 'mcp-protocol-version': version },
      });
      expect(row(answer)).toEqual([400, -32600, 'MCP_INVALID_REQUEST']);
    },
  );

  it('may be neither empty, nor huge, nor open a conversation, nor nest', async () => {
    const initialize = { jsonrpc: '2.0', id: 1, method: 'initialize', params: {} };
    expect(row(await post(server(), []))[1]).toBe(-32600);
    expect(
      row(
        await post(
          server(),
          Array.from({ length: 101 }, () => ping(1)),
        ),
      )[1],
    ).toBe(-32600);
    const [first, second] = (await post(server(), [initialize, [ping(2)]])).messages;
    expect([first, second]).toMatchObject([
      { error: { code: -32600 } },
      { error: { code: -32600 } },
    ]);
  });

  it('fail as a whole where credentials are refused', async () => {
    const call = { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'refuse' } };
    const answer = await post(server(), [ping(1), call]);
    expect([answer.status, answer.headers]).toEqual([401, { 'www-authenticate': 'Bearer' }]);
  });

  it('follow what the connection has agreed upon', async () => {
    for (const [version, length] of [
      ['2025-03-26', 2],
      ['2025-11-25', 1],
    ] as const) {
      const wire = new Wire(server());
      expect((await wire.raw([ping(1)])).error.code).toBe(-32600);
      await wire.open(version);
      expect((await wire.raw([ping(1), ping(2)])).messages).toHaveLength(length);
    }
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
