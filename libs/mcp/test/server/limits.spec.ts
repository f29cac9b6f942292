import { META } from '../../src/protocol/messages.js';
import type { McpServer } from '../../src/server/mcp-server.js';
import type { McpServerOptions } from '../../src/server/server.options.js';
import type { ToolEntry } from '../../src/tools/tool-entry.js';
import { promptEntry, text, type ToolFunction } from './support/entries.js';
import { fixtureServer } from './support/fixture-server.js';
import { Wire, legacy, modern, type Exchange, type Json } from './support/talk.js';
import { CALL, Gate, serverWith } from './support/waiting-tool.js';

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

describe('calls that wait for an answer', () => {
  const ask: ToolFunction = async (_args, call) => {
    const requestedSchema = { type: 'object', properties: {} } as const;
    return text((await call.elicit({ message: '?', requestedSchema })).action);
  };

  const wires: Wire[] = [];
  afterEach(() => {
    for (const wire of wires.splice(0)) wire.controller.abort();
  });

  async function connect(server: McpServer) {
    const wire = new Wire(server, 'websocket');
    wires.push(wire);
    await wire.open('2025-11-25', { elicitation: {} });
    return wire;
  }

  /** As many calls as are put to the client, each with its question. */
  async function waiting(wire: Wire, ids: readonly number[]) {
    const calls: { question: Json; answer: Promise<Exchange> }[] = [];
    for (const id of ids) {
      const next = wire.next();
      const answer = wire.request('tools/call', CALL, id);
      calls.push({ question: await next, answer });
    }
    return calls;
  }

  it('are refused past the share of one connection, and served again below it', async () => {
    const server = serverWith(ask, { maxWaiting: 20 });
    const [wire, other] = [await connect(server), await connect(server)];
    const [first] = await waiting(wire, [1, 2]);
    const third = await wire.request('tools/call', CALL, 3);
    expect(third.error?.data).toMatchObject({ code: 'MCP_OVERLOADED' });
    // Nobody else is shut out.
    expect(await waiting(other, [1, 2])).toHaveLength(2);
    await wire.raw({ jsonrpc: '2.0', id: first?.question.id, result: { action: 'decline' } });
    expect((await first?.answer)?.result).toEqual(text('decline'));
    expect(await waiting(wire, [4])).toHaveLength(1);
  });

  it('are refused past the limit of all connections together', async () => {
    const server = serverWith(ask, { maxWaiting: 2 });
    await waiting(await connect(server), [1]);
    await waiting(await connect(server), [1]);
    const third = await (await connect(server)).request('tools/call', CALL);
    expect(third.error?.data).toMatchObject({ code: 'MCP_OVERLOADED' });
  });

  it('end as cancelled when the peer leaves, and write nothing to the log', async () => {
    const masked: unknown[] = [];
    const server = serverWith(ask, { maxWaiting: 20, onMasked: (error) => masked.push(error) });
    const wire = await connect(server);
    const calls = await waiting(wire, [1, 2]);
    wire.controller.abort(new Error('The peer closed the connection'));
    for (const { answer } of calls) {
      expect((await answer).result).toMatchObject({
        isError: true,
        content: [{ text: 'CANCELLED: The peer closed the connection' }],
      });
    }
    expect(masked).toEqual([]);
    expect(await waiting(await connect(server), [1, 2])).toHaveLength(2);
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
