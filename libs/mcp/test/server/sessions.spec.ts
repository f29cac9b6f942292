import { ProtocolError } from '../../src/errors/protocol.error.js';
import { SetupError } from '../../src/errors/setup.error.js';
import { InProcessBus } from '../../src/server/bus/in-process-bus.js';
import { McpServer } from '../../src/server/mcp-server.js';
import type { McpServerOptions } from '../../src/server/server.options.js';
import { resourceEntry, text, toolEntry, type ToolFunction } from './support/entries.js';
import { fixtureServer } from './support/fixture-server.js';
import { isSettled, OpenExchange } from './support/streams.js';
import {
  legacy,
  modern,
  post,
  type Exchange,
  type Json,
  type TalkOptions,
} from './support/talk.js';

/** What two replicas share; in production that is Redis. */
class SharedBus extends InProcessBus {
  override readonly shared = true;
}

const FORM = { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'] } as const;

/** Runs until it is told to stop, and says when it has begun. */
class Blocking {
  readonly begun: Promise<void>;
  reason: unknown;
  #begin = () => {};

  constructor() {
    this.begun = new Promise((resolve) => {
      this.#begin = resolve;
    });
  }

  readonly run: ToolFunction = async (_args, call) => {
    const aborted = new Promise((resolve) => {
      call.signal.addEventListener('abort', () => resolve(call.signal.reason), { once: true });
    });
    this.#begin();
    this.reason = await aborted;
    return text('stopped');
  };
}

const TOOLS: Record<string, ToolFunction> = {
  confirm: async (_args, call) => {
    const answer = await call.elicit<{ ok: boolean }>({ message: 'Sure?', requestedSchema: FORM });
    return text(JSON.stringify(answer));
  },
  log: (_args, call) => {
    call.log('debug', 'fine');
    call.log('warning', 'coarse');
    return text('done');
  },
};

function replica(options: Partial<McpServerOptions> = {}, more: Record<string, ToolFunction> = {}) {
  const tools = Object.entries({ ...TOOLS, ...more }).map(([name, run]) => toolEntry(name, run));
  const read = async ({ uri }: { uri: string }) => ({ contents: [{ uri, text: '' }] });
  const resources = ['test://a', 'test://b'].map((uri) => resourceEntry(uri, read));
  return fixtureServer({ tools, resources }, { sessions: {}, ...options });
}

function twoReplicas(
  options: Partial<McpServerOptions> = {},
  more: Record<string, ToolFunction> = {},
) {
  const bus = new SharedBus();
  const make = () => replica({ bus, sessions: { replicas: true }, ...options }, more);
  return [make(), make()] as const;
}

async function open(server: McpServer, options: TalkOptions & { capabilities?: Json } = {}) {
  const { capabilities = { elicitation: {} } } = options;
  const params = {
    protocolVersion: '2025-11-25',
    capabilities,
    clientInfo: { name: 'n'.repeat(500), version: 'v'.repeat(500) },
  };
  const opened = await legacy(server, 'initialize', params, options);
  const id = opened.headers['mcp-session-id'] ?? '';
  return { opened, id, headers: { ...options.headers, 'mcp-session-id': id } };
}

const contextOf = (headers: Record<string, string>) => new OpenExchange(headers).context;
const errorOf = ({ status, error }: Exchange) => [status, error.code, error.data.code];
const NO_SUCH_SESSION = [404, -32600, 'MCP_SESSION_UNKNOWN'];

describe('a session id', () => {
  it('is visible ASCII, no longer than a kilobyte, and never the same', async () => {
    const server = replica();
    const ids = [(await open(server)).id, (await open(server)).id];
    for (const id of ids) expect(id).toMatch(/^[\x21-\x7e]{32,1024}$/);
    expect(ids[0]).not.toBe(ids[1]);
  });

  it('comes with the capabilities that need one', async () => {
    const { opened } = await open(replica());
    expect(opened.result.capabilities).toMatchObject({
      tools: { listChanged: true },
      resources: { subscribe: true },
      logging: {},
    });
    const off = await legacy(replica({ sessions: undefined }), 'initialize', {});
    expect(off.headers).toEqual({});
    expect(off.result.capabilities).toEqual({ tools: {}, resources: {} });
  });

  it('is good on every replica that has the key, also after the one that issued it has gone', async () => {
    const [a, b] = twoReplicas();
    const { headers } = await open(a);
    await a.drain(0);
    expect((await legacy(b, 'tools/list', {}, { headers })).status).toBe(200);
  });

  it('is refused where it is forged, of other keys, or expired', async () => {
    const server = replica();
    const { id } = await open(server);
    const foreign = await open(replica({ keys: ['other'] }));
    const expired = await open(replica({ sessions: { ttl: -1 } }));
    for (const bad of ['dead', `${id}x`, id.replace(/^./, 'x'), foreign.id, expired.id]) {
      const headers = { 'mcp-session-id': bad };
      expect(errorOf(await legacy(server, 'tools/list', {}, { headers }))).toEqual(NO_SUCH_SESSION);
    }
  });

  it('must be there, but for initialize', async () => {
    const server = replica();
    expect(errorOf(await legacy(server, 'tools/list'))).toEqual([
      400,
      -32600,
      'MCP_INVALID_REQUEST',
    ]);
    const notification = { jsonrpc: '2.0', method: 'notifications/initialized' };
    expect((await post(server, notification)).status).toBe(400);
  });

  it('is ignored on 2026-07-28, and in a server without sessions', async () => {
    const headers = { 'mcp-session-id': 'dead' };
    const stateless = await modern(replica(), 'tools/list', {}, { headers });
    expect([stateless.status, stateless.headers]).toEqual([200, {}]);
    const off = await legacy(replica({ sessions: undefined }), 'tools/list', {}, { headers });
    expect(off.status).toBe(200);
  });

  it('is not issued without keys', () => {
    expect(() => replica({ keys: [] })).toThrow(SetupError);
    expect(() => replica({ keys: [] })).toThrow(/MCP_SESSION_KEYS_MISSING/);
  });
});

describe('a session belongs to who opened it', () => {
  it('by the credentials that were presented', async () => {
    const server = replica();
    const { headers } = await open(server, { headers: { authorization: 'Bearer ada' } });
    expect((await legacy(server, 'tools/list', {}, { headers })).status).toBe(200);
    const stolen = { ...headers, authorization: 'Bearer eve' };
    expect(errorOf(await legacy(server, 'tools/list', {}, { headers: stolen }))).toEqual(
      NO_SUCH_SESSION,
    );
    expect((await server.endSession(contextOf(stolen))).status).toBe(404);
  });

  it('by the user whom the guards name, when the credentials are renewed', async () => {
    const gate: McpServerOptions['gate'] = async (call) => {
      call.request = { user: { id: call.headers.authorization?.slice(7, 10) } };
    };
    const server = replica({ gate });
    const { headers } = await open(server, { headers: { authorization: 'Bearer ada-1' } });
    const as = (authorization: string) =>
      legacy(server, 'tools/list', {}, { headers: { ...headers, authorization } });
    expect((await as('Bearer ada-2')).status).toBe(200);
    expect(errorOf(await as('Bearer eve-1'))).toEqual(NO_SUCH_SESSION);
  });

  it('and who was nobody then may be somebody later', async () => {
    const server = replica();
    const { headers } = await open(server);
    const later = { ...headers, authorization: 'Bearer ada' };
    expect((await legacy(server, 'tools/list', {}, { headers: later })).status).toBe(200);
  });
});

describe('a question in a session', () => {
  function ask(server: McpServer, headers: Record<string, string>) {
    let onQuestion: (question: Json) => void;
    const question = new Promise<Json>((resolve) => {
      onQuestion = resolve;
    });
    const options = { headers, id: 9, onSent: (message: Json) => onQuestion(message) };
    return { question, answer: legacy(server, 'tools/call', { name: 'confirm' }, options) };
  }

  const YES = { action: 'accept', content: { ok: true } };
  const reply = (id: unknown) => ({ jsonrpc: '2.0', id, result: YES });

  it('goes out on the stream of its call, and may be answered through another replica', async () => {
    const [a, b] = twoReplicas();
    const { headers } = await open(a);
    const { question, answer } = ask(a, headers);
    const { id, method } = await question;
    expect(method).toBe('elicitation/create');
    expect(await post(b, reply(id), { headers })).toMatchObject({ status: 202, messages: [] });
    expect((await answer).result).toEqual(text(JSON.stringify(YES)));
  });

  it('is not answered by another session, nor by another caller, nor with a guessed id', async () => {
    const [a, b] = twoReplicas();
    const { headers } = await open(a);
    const other = await open(a);
    const { question, answer } = ask(a, headers);
    const { id } = await question;
    await post(b, reply(id), { headers: other.headers });
    await post(b, reply(id), { headers: { ...headers, authorization: 'Bearer eve' } });
    await post(b, reply(9), { headers });
    expect(await isSettled(answer as never)).toBe(false);
    await post(b, reply(id), { headers });
    expect((await answer).result).toEqual(text(JSON.stringify(YES)));
  });

  it('is not put to a client that has not declared the capability', async () => {
    const server = replica();
    const { headers } = await open(server, { capabilities: { sampling: {} } });
    const { answer } = ask(server, headers);
    expect((await answer).error).toMatchObject({
      code: -32021,
      data: { requiredCapabilities: { elicitation: { form: {} } } },
    });
  });

  it('ends when the server drains', async () => {
    const server = replica();
    const { headers } = await open(server);
    const { question, answer } = ask(server, headers);
    await question;
    await server.drain(1000);
    expect((await answer).result).toMatchObject({
      isError: true,
      content: [{ text: /shutting down/ }],
    });
  });

  it('cannot be asked without a session: nobody remembers what the client can do', async () => {
    const off = replica({ sessions: undefined });
    const { error } = await legacy(off, 'tools/call', { name: 'confirm' });
    expect(error).toMatchObject({ code: -32021, message: expect.stringMatching(/no session/) });
  });
});

describe('a cancel in a session', () => {
  const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 5 } };

  it('reaches the call through any replica, and nothing is answered', async () => {
    const blocking = new Blocking();
    const [a, b] = twoReplicas({}, { block: blocking.run });
    const { headers } = await open(a);
    const answer = legacy(a, 'tools/call', { name: 'block' }, { headers, id: 5 });
    await blocking.begun;
    await post(b, cancel, { headers });
    expect(await answer).toMatchObject({ status: 202, messages: [] });
    expect(blocking.reason).toMatchObject({ code: 'CANCELLED' });
  });

  it('of another session, another caller, or another id has no effect', async () => {
    const blocking = new Blocking();
    const server = replica({}, { block: blocking.run });
    const { headers } = await open(server);
    const other = await open(server);
    const answer = legacy(server, 'tools/call', { name: 'block' }, { headers, id: 5 });
    await blocking.begun;
    await post(server, cancel, { headers: other.headers });
    await post(server, cancel, { headers: { ...headers, authorization: 'Bearer eve' } });
    await post(server, { ...cancel, params: { requestId: '5' } }, { headers });
    expect(await isSettled(answer as never)).toBe(false);
    await post(server, cancel, { headers });
    expect((await answer).messages).toEqual([]);
  });

  it('has no effect where there are no sessions', async () => {
    const server = replica({ sessions: undefined });
    expect((await post(server, cancel)).status).toBe(202);
  });

  it('is no leaving: a broken connection does not stop a call of the handshake era', async () => {
    const leave = new AbortController();
    let signal: AbortSignal | undefined;
    const server = replica(
      {},
      {
        note: async (_args, call) => {
          ({ signal } = call);
          leave.abort(new Error('gone'));
          return text('done');
        },
      },
    );
    const { headers } = await open(server);
    await legacy(server, 'tools/call', { name: 'note' }, { headers, signal: leave.signal });
    expect(signal?.aborted).toBe(false);
    await modern(server, 'tools/call', { name: 'note' }, { signal: leave.signal });
    expect(signal?.aborted).toBe(true);
  });
});

describe('the log level of a session', () => {
  it('holds on all replicas, and for this session alone', async () => {
    const [a, b] = twoReplicas();
    const one = await open(a);
    const two = await open(a);
    expect((await legacy(a, 'logging/setLevel', { level: 'debug' }, one)).result).toEqual({});
    const logged = async (headers: Record<string, string>) =>
      (await legacy(b, 'tools/call', { name: 'log' }, { headers })).sent.map(
        ({ params }) => params,
      );
    expect(await logged(one.headers)).toEqual([
      { level: 'debug', data: 'fine' },
      { level: 'warning', data: 'coarse' },
    ]);
    expect(await logged(two.headers)).toEqual([{ level: 'warning', data: 'coarse' }]);
  });

  it('must be one that there is', async () => {
    const server = replica();
    const { headers } = await open(server);
    for (const level of ['loud', 1, undefined]) {
      const { status, error } = await legacy(server, 'logging/setLevel', { level }, { headers });
      expect([status, error.code]).toEqual([200, -32602]);
    }
  });

  it('cannot be set where nobody remembers it, and nothing is logged there', async () => {
    const off = replica({ sessions: undefined });
    expect((await legacy(off, 'logging/setLevel', { level: 'debug' })).error.code).toBe(-32601);
    expect((await legacy(off, 'tools/call', { name: 'log' })).sent).toEqual([]);
  });
});

describe('the GET stream', () => {
  async function stream(server: McpServer, headers: Record<string, string>) {
    const exchange = new OpenExchange(headers);
    const reply = server.stream(exchange.context);
    while (!exchange.accepted && !(await isSettled(reply)));
    return { exchange, reply };
  }

  it('carries changes of lists, and of the resources that its session has subscribed to', async () => {
    const [a, b] = twoReplicas();
    const { headers } = await open(a);
    const { exchange, reply } = await stream(a, headers);
    await legacy(b, 'resources/subscribe', { uri: 'test://a' }, { headers });
    b.notifier.resourceUpdated('test://b');
    b.notifier.resourceUpdated('test://a');
    expect(await exchange.next()).toMatchObject({
      method: 'notifications/resources/updated',
      params: { uri: 'test://a' },
    });
    await legacy(b, 'resources/unsubscribe', { uri: 'test://a' }, { headers });
    b.notifier.resourceUpdated('test://a');
    b.notifier.toolsChanged();
    expect(await exchange.next()).toEqual({
      jsonrpc: '2.0',
      method: 'notifications/tools/list_changed',
    });
    exchange.leave();
    expect(await reply).toEqual({ status: 200 });
  });

  it('gives way to a newer one of its session, on whichever replica', async () => {
    const [a, b] = twoReplicas();
    const { headers } = await open(a);
    const first = await stream(a, headers);
    const second = await stream(b, headers);
    expect(await first.reply).toEqual({ status: 200 });
    const third = await stream(b, headers);
    expect(await second.reply).toEqual({ status: 200 });
    expect(await isSettled(third.reply)).toBe(false);
    third.exchange.leave();
    await third.reply;
  });

  it('needs a session', async () => {
    expect((await replica().stream(contextOf({}))).status).toBe(400);
    expect((await replica().stream(contextOf({ 'mcp-session-id': 'x' }))).status).toBe(404);
    const off = await replica({ sessions: undefined }).stream(contextOf({}));
    expect(off).toMatchObject({ status: 405, headers: { allow: 'POST' } });
  });

  it('needs the guards', async () => {
    let closed = false;
    const gate: McpServerOptions['gate'] = async () => {
      if (closed) throw new ProtocolError('MCP_UNAUTHORIZED', 'no');
    };
    const server = replica({ gate });
    const { headers } = await open(server);
    closed = true;
    expect((await server.stream(contextOf(headers))).status).toBe(401);
    expect((await server.endSession(contextOf(headers))).status).toBe(401);
  });
});

describe('DELETE', () => {
  it('ends the session on all replicas, with its calls and its stream', async () => {
    const blocking = new Blocking();
    const [a, b] = twoReplicas({}, { block: blocking.run });
    const { headers } = await open(a);
    const exchange = new OpenExchange(headers);
    const streamed = a.stream(exchange.context);
    const call = legacy(a, 'tools/call', { name: 'block' }, { headers, id: 5 });
    await blocking.begun;
    expect(await b.endSession(contextOf(headers))).toEqual({ status: 204 });
    expect(await streamed).toEqual({ status: 200 });
    expect((await call).messages).toEqual([]);
    for (const server of [a, b]) {
      expect(errorOf(await legacy(server, 'ping', {}, { headers }))).toEqual(NO_SUCH_SESSION);
      expect((await server.endSession(contextOf(headers))).status).toBe(404);
    }
  });

  it('is known to a replica that has started since', async () => {
    const bus = new SharedBus();
    const a = replica({ bus });
    const { headers } = await open(a);
    await a.endSession(contextOf(headers));
    expect((await legacy(replica({ bus }), 'ping', {}, { headers })).status).toBe(404);
  });

  it('is not served where other replicas would not hear of it, nor without sessions', async () => {
    const alone = replica({ sessions: { replicas: true } });
    const { headers } = await open(alone);
    expect((await alone.endSession(contextOf(headers))).status).toBe(405);
    const off = replica({ sessions: undefined });
    expect((await off.endSession(contextOf({}))).status).toBe(405);
  });
});

it('a thousand sessions cost nothing before there is something to remember', async () => {
  const bus = new InProcessBus();
  const writes = jest.spyOn(bus, 'write');
  const server = replica({ bus });
  const sessions = await Promise.all(Array.from({ length: 1000 }, () => open(server)));
  const pings = sessions.map(({ headers }) => legacy(server, 'ping', {}, { headers }));
  for (const { status } of await Promise.all(pings)) expect(status).toBe(200);
  expect(writes).not.toHaveBeenCalled();
});
