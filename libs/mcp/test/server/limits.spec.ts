import type { McpCallContext } from '../../src/context/call-context.js';
import { ProtocolError } from '../../src/errors/protocol.error.js';
import type { McpServerOptions } from '../../src/server/server.options.js';
import { promptEntry, text, toolEntry, type ToolFunction } from './support/entries.js';
import { fixtureServer } from './support/fixture-server.js';
import { legacy, modern, modernMeta, Wire, type Exchange, type Json } from './support/talk.js';
import { META } from '../../src/protocol/messages.js';
import type { ToolEntry } from '../../src/tools/tool-entry.js';

/** A tool that waits for `release`, and says when it has begun. */
class Gate {
  readonly begun: Promise<McpCallContext>;
  release = () => {};
  #begin: (call: McpCallContext) => void = () => {};
  readonly #released: Promise<void>;

  constructor() {
    this.begun = new Promise((resolve) => {
      this.#begin = resolve;
    });
    this.#released = new Promise((resolve) => {
      this.release = resolve;
    });
  }

  readonly run: ToolFunction = async (_args, call) => {
    this.#begin(call);
    await this.#released;
    call.progress(100);
    call.log('error', 'late');
    return text('done');
  };
}

function serverWith(
  run: ToolFunction,
  options: Partial<McpServerOptions> = {},
  more: Partial<ToolEntry> = {},
) {
  return fixtureServer({ tools: [toolEntry('t', run, more)] }, options);
}

const CALL = { name: 't' };

describe('a deadline', () => {
  it.each<[string, Partial<McpServerOptions>, Partial<ToolEntry>, number | undefined]>([
    ["the server's", { timeout: 5 }, {}, undefined],
    ["the tool's", { timeout: 60_000 }, { timeout: 5 }, undefined],
    ["the transport's", {}, {}, 5],
    ['the upper bound', { maxTimeout: 5 }, { timeout: 60_000 }, undefined],
  ])('by %s limit ends a call that does not listen', async (_whose, options, more, timeout) => {
    const gate = new Gate();
    const context = timeout === undefined ? {} : { timeout };
    const { status, result } = await modern(
      serverWith(gate.run, options, more),
      'tools/call',
      CALL,
      { context },
    );
    expect(status).toBe(200);
    expect(result).toMatchObject({
      isError: true,
      content: [{ text: 'TIMEOUT: The call took longer than 5 ms' }],
      _meta: { [META.error]: { code: 'TIMEOUT', status: 504 } },
    });
    const { signal, deadline } = await gate.begun;
    expect(signal.aborted).toBe(true);
    expect(signal.reason).toMatchObject({ code: 'TIMEOUT' });
    expect(deadline).toBeLessThanOrEqual(Date.now());
    gate.release();
  });

  it('longer than a timer can be does not end the call at once', async () => {
    const run: ToolFunction = async (_args, call) => {
      await new Promise(setImmediate);
      return text(String(call.signal.aborted));
    };
    const { result } = await modern(serverWith(run, { timeout: 2 ** 40 }), 'tools/call', CALL);
    expect(result).toMatchObject(text('false'));
  });

  it('of a prompt is a JSON-RPC error', async () => {
    const gate = new Gate();
    const prompt = promptEntry('p', [], async (_args, call) => {
      await gate.run({}, call);
      return { messages: [] };
    });
    const server = fixtureServer({ prompts: [prompt] }, { timeout: 5 });
    const { status, error } = await legacy(server, 'prompts/get', { name: 'p' });
    expect([status, error.code, error.data]).toEqual([
      200,
      -32603,
      { code: 'MCP_OPERATION_FAILED', error: { code: 'TIMEOUT', status: 504 } },
    ]);
    gate.release();
  });
});

describe('calls at once', () => {
  it('are refused past the limit, and served again below it', async () => {
    const gate = new Gate();
    const server = serverWith(gate.run, { maxInFlight: 1 });
    const first = modern(server, 'tools/call', CALL);
    await gate.begun;
    const second = await modern(server, 'tools/call', CALL);
    expect([second.status, second.error.code, second.error.data.code]).toEqual([
      503,
      -32603,
      'MCP_OVERLOADED',
    ]);
    gate.release();
    expect((await first).status).toBe(200);
    expect((await modern(server, 'tools/call', CALL)).status).toBe(200);
  });

  it('are not counted while a person thinks', async () => {
    const form = { type: 'object', properties: {} } as const;
    const ask: ToolFunction = async (_args, call) => {
      const { action } = await call.elicit({ message: '?', requestedSchema: form });
      return text(action);
    };
    const wire = new Wire(serverWith(ask, { maxInFlight: 1 }));
    await wire.open('2025-11-25', { elicitation: {} });
    const calls: { question: Json; answer: Promise<Exchange> }[] = [];
    for (const id of [1, 2]) {
      const next = wire.next();
      const answer = wire.request('tools/call', CALL, id);
      calls.push({ question: await next, answer });
    }
    for (const { question, answer } of calls) {
      await wire.raw({ jsonrpc: '2.0', id: question.id, result: { action: 'decline' } });
      expect((await answer).result).toEqual(text('decline'));
    }
  });
});

describe('a drain', () => {
  it('lets running calls end, and refuses new ones', async () => {
    const gate = new Gate();
    const server = serverWith(gate.run);
    const running = modern(server, 'tools/call', CALL);
    await gate.begun;
    const drained = server.drain(60_000);
    const late = await modern(server, 'tools/call', CALL);
    expect([late.status, late.error.code, late.error.data.code]).toEqual([
      503,
      -32603,
      'MCP_SHUTTING_DOWN',
    ]);
    gate.release();
    await drained;
    expect((await running).result).toMatchObject(text('done'));
  });

  it('aborts what has not ended in time', async () => {
    for (const timeout of [undefined, 60_000]) {
      const gate = new Gate();
      const server = serverWith(gate.run, { timeout });
      // Over HTTP, a call without any limit of its own listens to its transport alone.
      const call =
        timeout === undefined
          ? new Wire(server).request('tools/call', CALL)
          : modern(server, 'tools/call', CALL);
      const { signal } = await gate.begun;
      await server.drain(1);
      expect(signal.reason).toMatchObject({
        code: 'CANCELLED',
        message: 'The server is shutting down',
      });
      gate.release();
      await call;
    }
  });

  it('is over at once where nothing runs', async () => {
    await expect(serverWith(() => text('')).drain(60_000)).resolves.toBeUndefined();
  });
});

describe('a cancel on a shared channel', () => {
  async function running(wire: Wire, gate: Gate, id: unknown = 'a') {
    const answer = wire.request('tools/call', { ...CALL, _meta: { progressToken: 1 } }, id);
    return { answer, call: await gate.begun };
  }
  const cancel = (requestId: unknown, reason?: string) => ({
    jsonrpc: '2.0',
    method: 'notifications/cancelled',
    params: { requestId, reason },
  });

  it('aborts the call with its reason; nothing more is sent for it', async () => {
    const gate = new Gate();
    const wire = new Wire(serverWith(gate.run));
    await wire.open('2025-11-25');
    const { answer, call } = await running(wire, gate);
    await wire.raw(cancel('a', 'changed my mind'));
    expect(call.signal.reason).toMatchObject({
      code: 'CANCELLED',
      message: 'The client cancelled the request: changed my mind',
    });
    gate.release();
    expect((await answer).messages).toEqual([]);
    expect(wire.sent).toEqual([]);
  });

  it('works the same for a request of 2026-07-28', async () => {
    const gate = new Gate();
    const wire = new Wire(serverWith(gate.run));
    const answer = wire.request('tools/call', { ...CALL, _meta: modernMeta() }, 3);
    const { signal } = await gate.begun;
    await wire.raw(cancel(3));
    expect(signal.aborted).toBe(true);
    gate.release();
    expect((await answer).messages).toEqual([]);
  });

  it('that comes late, or for nothing, or malformed, is ignored', async () => {
    const gate = new Gate();
    const wire = new Wire(serverWith(gate.run));
    await wire.open('2025-11-25');
    const { answer, call } = await running(wire, gate, 1);
    for (const id of ['1', 2, null, {}, 'open']) await wire.raw(cancel(id));
    expect(call.signal.aborted).toBe(false);
    gate.release();
    expect((await answer).result).toEqual(text('done'));
    await wire.raw(cancel(1));
  });

  it('cannot end initialize', async () => {
    let proceed = () => {};
    const opening = new Promise<void>((resolve) => {
      proceed = resolve;
    });
    const wire = new Wire(
      serverWith(() => text(''), {
        gate: (call) => (call.name === 'initialize' ? opening : Promise.resolve()),
      }),
    );
    const opened = wire.request('initialize', { protocolVersion: '2025-11-25' }, 1);
    await wire.raw(cancel(1));
    proceed();
    expect((await opened).result).toMatchObject({ protocolVersion: '2025-11-25' });
  });

  it('is implied when the peer is gone', async () => {
    const gate = new Gate();
    const wire = new Wire(serverWith(gate.run));
    await wire.open('2025-11-25');
    const { answer, call } = await running(wire, gate);
    const { signal } = call;
    wire.controller.abort(new Error('end of input'));
    expect(signal.aborted).toBe(true);
    gate.release();
    await answer;
  });
});

describe('an id that is in flight', () => {
  it('is refused, and the first request goes on', async () => {
    const gate = new Gate();
    const wire = new Wire(serverWith(gate.run));
    await wire.open('2025-11-25');
    const first = wire.request('tools/call', CALL, 1);
    await gate.begun;
    const second = await wire.request('ping', {}, 1);
    expect([second.error.code, second.error.data.code]).toEqual([-32600, 'MCP_INVALID_REQUEST']);
    expect((await wire.request('ping', {}, '1')).result).toEqual({});
    gate.release();
    expect((await first).result).toEqual(text('done'));
    expect((await wire.request('ping', {}, 1)).result).toEqual({});
  });
});

describe('progress', () => {
  const run: ToolFunction = (_args, call) => {
    call.progress(0, 100);
    call.progress(50, 100, 'half');
    call.progress(50, 100, 'again');
    call.progress(20);
    call.progress(100, 100);
    call.progress(Number.NaN);
    return text('done');
  };

  it.each(['token', '', 0, 7])(
    'goes out ahead of the result, growing, with the token %j',
    async (progressToken) => {
      const { sent } = await modern(serverWith(run), 'tools/call', CALL, {
        meta: { progressToken },
      });
      expect(sent.map(({ method, params }) => [method, params])).toEqual([
        ['notifications/progress', { progressToken, progress: 0, total: 100 }],
        ['notifications/progress', { progressToken, progress: 50, total: 100, message: 'half' }],
        ['notifications/progress', { progressToken, progress: 100, total: 100 }],
      ]);
    },
  );

  it('is not sent unless it was asked for', async () => {
    expect((await modern(serverWith(run), 'tools/call', CALL)).sent).toEqual([]);
  });

  it('is in order, and before the result, also for a slow reader', async () => {
    const order: unknown[] = [];
    const context = {
      send: async (message: object) => {
        await new Promise(setImmediate);
        order.push((message as { params: { progress: number } }).params.progress);
      },
    };
    const meta = { progressToken: 1 };
    await modern(serverWith(run), 'tools/call', CALL, { meta, context }).then(() =>
      order.push('result'),
    );
    expect(order).toEqual([0, 50, 100, 'result']);
  });

  it('stops with the result', async () => {
    let late: McpCallContext | undefined;
    const server = serverWith((_args, call) => {
      late = call;
      return text('');
    });
    const { sent } = await modern(server, 'tools/call', CALL, { meta: { progressToken: 1 } });
    late?.progress(1);
    await new Promise(setImmediate);
    expect(sent).toEqual([]);
  });

  it('is dropped, not kept, where a reader does not keep up', async () => {
    let release = () => {};
    const room = new Promise<void>((resolve) => {
      release = resolve;
    });
    let count = 0;
    const flood: ToolFunction = (_args, call) => {
      for (let step = 1; step <= 10_000; step += 1) call.progress(step);
      release();
      return text('done');
    };
    const context = {
      send: async () => {
        count += 1;
        await room;
      },
    };
    await modern(serverWith(flood), 'tools/call', CALL, { meta: { progressToken: 1 }, context });
    expect(count).toBeLessThanOrEqual(256);
  });

  it('does not fail the call where the peer is gone', async () => {
    const context = { send: () => Promise.reject(new ProtocolError('MCP_NOT_ACCEPTABLE', 'gone')) };
    const { result } = await modern(serverWith(run), 'tools/call', CALL, {
      meta: { progressToken: 1 },
      context,
    });
    expect(result).toMatchObject(text('done'));
  });
});

describe('the log', () => {
  const run: ToolFunction = (_args, call) => {
    call.log('debug', { a: 1 }, 'mine');
    call.log('warning', 'careful');
    call.log('emergency', undefined);
    return text('done');
  };

  it('is silent on 2026-07-28 unless the request names a level', async () => {
    expect((await modern(serverWith(run), 'tools/call', CALL)).sent).toEqual([]);
  });

  it.each([
    ['debug', ['debug', 'warning', 'emergency']],
    ['warning', ['warning', 'emergency']],
    ['emergency', ['emergency']],
  ])('keeps to the level %s', async (level, expected) => {
    const meta = { [META.logLevel]: level };
    const { sent } = await modern(serverWith(run), 'tools/call', CALL, { meta });
    expect(sent.map(({ params }) => (params as { level: string }).level)).toEqual(expected);
  });

  it('keeps to the level of its connection', async () => {
    const wire = new Wire(serverWith(run));
    await wire.request('tools/call', CALL, 0);
    expect(wire.sent).toEqual([]);
    await wire.open('2025-11-25');
    await wire.request('tools/call', CALL, 1);
    expect(wire.sent).toHaveLength(2);
    await wire.request('logging/setLevel', { level: 'emergency' }, 2);
    await wire.request('tools/call', CALL, 3);
    expect(wire.sent).toHaveLength(3);
  });
});
