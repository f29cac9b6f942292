import { McpServer } from '../../src/server/mcp-server.js';
import { text } from './support/entries.js';
import { describeBuses } from './support/buses.js';
import { Blocking, contextOf, open, replica } from './support/session-server.js';
import { isSettled } from './support/streams.js';
import { legacy, modern, post, type Json } from './support/talk.js';

describeBuses('a question in a session', (replicas) => {
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
    const [a, b] = replicas.make();
    const { headers } = await open(a);
    const { question, answer } = ask(a, headers);
    const { id, method } = await question;
    expect(method).toBe('elicitation/create');
    expect(await post(b, reply(id), { headers })).toMatchObject({ status: 202, messages: [] });
    expect((await answer).result).toEqual(text(JSON.stringify(YES)));
  });

  it('is not answered by another session, nor by another caller, nor with a guessed id', async () => {
    const [a, b] = replicas.make();
    const { headers } = await open(a);
    const other = await open(a);
    const { question, answer } = ask(a, headers);
    const { id } = await question;
    await post(b, reply(id), { headers: other.headers });
    await post(b, reply(id), { headers: { ...headers, authorization: 'Bearer eve' } });
    await post(b, reply(9), { headers });
    await replicas.heard();
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
    const message = expect.stringContaining('set `sessions: {}` in McpModule.forRoot()');
    expect(error).toMatchObject({ code: -32021, message });
  });

  it('cannot be asked by a single request in process', async () => {
    const params = { name: 'confirm' };
    const { message } = await replica().handle(
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
      { ...contextOf({}), transport: 'in-process' },
    );
    const words = expect.stringMatching(/a single request in process cannot be asked$/);
    expect(message).toMatchObject({ error: { code: -32021, message: words } });
  });
});

describeBuses('a cancel in a session', (replicas) => {
  const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 5 } };

  it('reaches the call through any replica, and nothing is answered', async () => {
    const blocking = new Blocking();
    const [a, b] = replicas.make({}, { block: blocking.run });
    const { headers } = await open(a);
    const answer = legacy(a, 'tools/call', { name: 'block' }, { headers, id: 5 });
    await blocking.begun;
    await post(b, cancel, { headers });
    expect(await answer).toMatchObject({ status: 202, messages: [] });
    expect(blocking.reason).toMatchObject({ code: 'CANCELLED' });
  });

  it('of another session, another caller, or another id has no effect', async () => {
    const blocking = new Blocking();
    const [a, b] = replicas.make({}, { block: blocking.run });
    const { headers } = await open(a);
    const other = await open(a);
    const answer = legacy(a, 'tools/call', { name: 'block' }, { headers, id: 5 });
    await blocking.begun;
    await post(b, cancel, { headers: other.headers });
    await post(b, cancel, { headers: { ...headers, authorization: 'Bearer eve' } });
    await post(b, { ...cancel, params: { requestId: '5' } }, { headers });
    await replicas.heard();
    expect(await isSettled(answer as never)).toBe(false);
    await post(b, cancel, { headers });
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

describeBuses('the log level of a session', (replicas) => {
  it('holds on all replicas, and for this session alone', async () => {
    const [a, b] = replicas.make();
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
