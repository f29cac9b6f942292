import type { McpCallContext } from '../../src/context/call-context.js';
import { isInputRequest } from '../../src/context/input-request.js';
import { McpServer } from '../../src/server/mcp-server.js';
import type { McpServerOptions } from '../../src/server/server.options.js';
import { ToolTable } from '../../src/tools/tool-table.js';
import { text, toolEntry, type ToolFunction } from './support/entries.js';
import { modern, Wire, type Json } from './support/talk.js';
import { META } from '../../src/protocol/messages.js';

const NAME_FORM = {
  type: 'object',
  properties: { name: { type: 'string', minLength: 2 } },
  required: ['name'],
} as const;

const CAN_ASK = { elicitation: {}, sampling: {}, roots: {} };
const ALICE = { user_name: { action: 'accept', content: { name: 'Alice' } } };

async function askName(call: McpCallContext) {
  const answer = await call.elicit<{ name: string }>(
    { message: 'What is your name?', requestedSchema: NAME_FORM },
    { key: 'user_name' },
  );
  return answer.action === 'accept' ? answer.content.name : answer.action;
}

const TOOLS: Record<string, ToolFunction> = {
  greet: async (_args, call) => text(`Hello, ${await askName(call)}!`),
  three: async (_args, call) => {
    const [name, sampled, roots] = await Promise.all([
      askName(call),
      call.sample({ messages: [], maxTokens: 10 }, { key: 'greeting' }),
      call.roots({ key: 'client_roots' }),
    ]);
    return text(`${name} ${sampled.model} ${roots.length}`);
  },
  steps: async (_args, call) => {
    const first = await call.elicit({ message: 'One?', requestedSchema: NAME_FORM });
    const second = await call.elicit({ message: 'Two?', requestedSchema: NAME_FORM });
    return text(JSON.stringify([first, second]));
  },
};

function serverWith(
  options: Partial<McpServerOptions> = {},
  more: Record<string, ToolFunction> = {},
) {
  const tools = new ToolTable();
  for (const [name, run] of Object.entries({ ...TOOLS, ...more })) tools.add(toolEntry(name, run));
  return new McpServer(
    { info: { name: 'fixture', version: '1' }, keys: ['k'], ...options },
    { tools },
  );
}

function invoke(server: McpServer, name: string, more: Json = {}, capabilities: Json = CAN_ASK) {
  const meta = { [META.clientCapabilities]: capabilities };
  return modern(server, 'tools/call', { name, ...more }, { meta });
}

describe('a question on 2026-07-28', () => {
  it('ends the request with an input-required result', async () => {
    const { status, result } = await invoke(serverWith(), 'greet');
    expect(status).toBe(200);
    expect(result).toEqual({
      resultType: 'input_required',
      inputRequests: {
        user_name: {
          method: 'elicitation/create',
          params: { message: 'What is your name?', requestedSchema: NAME_FORM },
        },
      },
      requestState: expect.any(String),
      _meta: { [META.serverInfo]: { name: 'fixture', version: '1' } },
    });
  });

  it('is answered by the retry, on another replica with the same keys', async () => {
    const { requestState } = (await invoke(serverWith(), 'greet')).result;
    const { result } = await invoke(serverWith(), 'greet', { requestState, inputResponses: ALICE });
    expect(result).toMatchObject({ resultType: 'complete', content: [{ text: 'Hello, Alice!' }] });
  });

  it('is asked together with others that are raised at once', async () => {
    const server = serverWith();
    const asked = await invoke(server, 'three');
    expect(Object.keys(asked.result.inputRequests as Json)).toEqual([
      'user_name',
      'greeting',
      'client_roots',
    ]);
    const inputResponses = {
      ...ALICE,
      greeting: { role: 'assistant', content: { type: 'text', text: 'hi' }, model: 'm1' },
      client_roots: { roots: [{ uri: 'file:///a' }, { uri: 'file:///b' }] },
    };
    const { requestState } = asked.result;
    const { result } = await invoke(server, 'three', { requestState, inputResponses });
    expect(result).toMatchObject({ content: [{ text: 'Alice m1 2' }] });
  });

  it('keeps the answers of earlier rounds in the state alone', async () => {
    const one = await invoke(serverWith(), 'steps');
    const yes = (name: string) => ({ action: 'accept', content: { name } });
    const two = await invoke(serverWith(), 'steps', {
      requestState: one.result.requestState,
      inputResponses: { elicitation_1: yes('Ada') },
    });
    expect(Object.keys(two.result.inputRequests as Json)).toEqual(['elicitation_2']);
    expect(two.result.requestState).not.toBe(one.result.requestState);
    const three = await invoke(serverWith(), 'steps', {
      requestState: two.result.requestState,
      inputResponses: { elicitation_1: yes('Eve'), elicitation_2: yes('Bo') },
    });
    expect(three.result.content).toEqual(text(JSON.stringify([yes('Ada'), yes('Bo')])).content);
  });

  it.each([
    ['is missing', undefined],
    ['has another key', { other: ALICE.user_name }],
    ['is no object', { user_name: 12345 }],
    ['does not fit the schema', { user_name: { action: 'accept', content: { name: 'A' } } }],
    ['has no content', { user_name: { action: 'accept' } }],
  ])('is asked again where the answer %s', async (_what, inputResponses) => {
    const server = serverWith();
    const { requestState } = (await invoke(server, 'greet')).result;
    const more = { requestState, ...(inputResponses && { inputResponses }) };
    const { result } = await invoke(server, 'greet', more);
    expect(result).toMatchObject({
      resultType: 'input_required',
      inputRequests: { user_name: {} },
    });
  });

  it('takes "decline" for an answer', async () => {
    const inputResponses = { user_name: { action: 'decline' } };
    const { result } = await invoke(serverWith(), 'greet', { inputResponses });
    expect(result).toMatchObject({ content: [{ text: 'Hello, decline!' }] });
  });

  it('ignores answers that nobody asked for, and members of a form that are not in its schema', async () => {
    const inputResponses = {
      user_name: { action: 'accept', content: { name: 'Alice', admin: true } },
      unknown_key: { action: 'accept', content: { foo: 'bar' } },
    };
    const seen: unknown[] = [];
    const server = serverWith(
      {},
      {
        look: async (_args, context) => {
          seen.push(
            await context.elicit(
              { message: '?', requestedSchema: NAME_FORM },
              { key: 'user_name' },
            ),
          );
          return text('done');
        },
      },
    );
    const { result } = await invoke(server, 'look', { inputResponses });
    expect(result).toMatchObject({ resultType: 'complete' });
    expect(seen).toEqual([{ action: 'accept', content: { name: 'Alice' } }]);
  });

  it('refuses answers that are no object', async () => {
    const { status, error } = await invoke(serverWith(), 'greet', { inputResponses: null });
    expect([status, error.code]).toEqual([200, -32602]);
  });

  it('is not put to a client without the capability', async () => {
    const { status, error } = await invoke(serverWith(), 'greet', {}, { sampling: {} });
    expect([status, error.code]).toEqual([400, -32021]);
    expect(error.data).toEqual({
      code: 'MCP_CAPABILITY_REQUIRED',
      requiredCapabilities: { elicitation: { form: {} } },
    });
  });
});

describe('a request state', () => {
  const retry = async (server: McpServer, state: unknown, args: Json = {}) =>
    invoke(server, 'greet', { requestState: state, inputResponses: ALICE, arguments: args });

  it.each([
    ['was changed', (state: string) => `${state}-TAMPERED`],
    ['has another spelling of its signature', (state: string) => `${state}=`],
    ['holds another payload', (state: string) => `${btoa('{}')}.${state.split('.')[1]}`],
    ['is empty', () => ''],
    ['is no string', () => 42],
  ])('is refused where it %s', async (_what, change) => {
    const server = serverWith();
    const { requestState } = (await invoke(server, 'greet')).result;
    const { error } = await retry(server, change(String(requestState)));
    expect(error).toMatchObject({ code: -32602, data: { code: 'MCP_INVALID_PARAMS' } });
  });

  it('is refused on a request with other arguments', async () => {
    const server = serverWith();
    const { requestState } = (await invoke(server, 'greet')).result;
    expect((await retry(server, requestState, { a: 1 })).error.message).toMatch(/another request/);
  });

  it('is refused after its time', async () => {
    const server = serverWith({ requestStateTtl: 0 });
    const { requestState } = (await invoke(server, 'greet')).result;
    expect((await retry(server, requestState)).error.message).toMatch(/expired/);
  });

  it('is refused where other keys have signed it', async () => {
    const { requestState } = (await invoke(serverWith({ keys: ['old'] }), 'greet')).result;
    expect((await retry(serverWith({ keys: ['new'] }), requestState)).error.code).toBe(-32602);
    expect((await retry(serverWith({ keys: ['new', 'old'] }), requestState)).result).toBeDefined();
  });

  it('is refused when another caller brings it', async () => {
    const server = serverWith();
    const meta = { [META.clientCapabilities]: CAN_ASK };
    const as = (user: string, params: Json) =>
      modern(
        server,
        'tools/call',
        { name: 'greet', ...params },
        { meta, headers: { authorization: user } },
      );
    const { requestState } = (await as('Bearer ada', {})).result;
    const stolen = await as('Bearer eve', { requestState, inputResponses: ALICE });
    expect(stolen.error).toMatchObject({ code: -32602, message: expect.stringMatching(/caller/) });
    const own = await as('Bearer ada', { requestState, inputResponses: ALICE });
    expect(own.result).toMatchObject({ content: [{ text: 'Hello, Alice!' }] });
  });

  it('is good for one retry where the application keeps count', async () => {
    const used = new Set<string>();
    const use = async (id: string) => !used.has(id) && Boolean(used.add(id));
    const server = serverWith({ singleUse: { use } });
    const { requestState } = (await invoke(server, 'greet')).result;
    expect((await retry(server, requestState)).result).toBeDefined();
    expect((await retry(server, requestState)).error.message).toMatch(/has been used/);
  });

  it('does not answer a question that has changed since', async () => {
    let total = 10;
    const server = serverWith(
      {},
      {
        pay: async (_args, context) => {
          const message = `Pay ${total}?`;
          const { action } = await context.elicit({ message, requestedSchema: NAME_FORM });
          return text(`${action} ${total}`);
        },
      },
    );
    const { requestState } = (await invoke(server, 'pay')).result;
    total = 20;
    const inputResponses = { elicitation_1: ALICE.user_name };
    const { result } = await invoke(server, 'pay', { requestState, inputResponses });
    expect(result).toMatchObject({
      resultType: 'input_required',
      inputRequests: { elicitation_1: { params: { message: 'Pay 20?' } } },
    });
  });
});

describe('a question on a connection of the handshake era', () => {
  async function asked(capabilities: Json = CAN_ASK) {
    const wire = new Wire(serverWith());
    await wire.open('2025-11-25', capabilities);
    const question = wire.next();
    const answer = wire.request('tools/call', { name: 'greet' }, 7);
    return { wire, answer, question };
  }

  it('goes out as a request, and the call runs again with the answer', async () => {
    const { wire, answer, question } = await asked();
    const { id, method } = await question;
    expect(method).toBe('elicitation/create');
    await wire.raw({ jsonrpc: '2.0', id, result: ALICE.user_name });
    expect((await answer).result).toEqual(text('Hello, Alice!'));
  });

  it('is asked again where the answer cannot be used', async () => {
    const { wire, answer, question } = await asked();
    const again = question.then(async ({ id }) => {
      const next = wire.next();
      await wire.raw({ jsonrpc: '2.0', id, result: { action: 'accept', content: { name: '' } } });
      return next;
    });
    await wire.raw({ jsonrpc: '2.0', id: (await again).id, result: ALICE.user_name });
    expect((await answer).result).toEqual(text('Hello, Alice!'));
  });

  it('becomes a failed operation where the client answers with an error', async () => {
    const { wire, answer, question } = await asked();
    const error = { code: -1, message: 'User rejected' };
    await wire.raw({ jsonrpc: '2.0', id: (await question).id, error });
    expect((await answer).result).toMatchObject({
      isError: true,
      content: [{ text: 'INPUT_REFUSED: The client answered: User rejected' }],
    });
  });

  it('is withdrawn when the call is cancelled, and nothing is answered', async () => {
    const { wire, answer, question } = await asked();
    const { id } = await question;
    const withdrawn = wire.next();
    const params = { requestId: 7 };
    await wire.raw({ jsonrpc: '2.0', method: 'notifications/cancelled', params });
    expect(await withdrawn).toMatchObject({
      method: 'notifications/cancelled',
      params: { requestId: id },
    });
    expect((await answer).messages).toEqual([]);
  });

  it('is not put to a client without the capability', async () => {
    const { answer } = await asked({});
    const { status, error } = await answer;
    expect([status, error.code]).toEqual([200, -32021]);
  });
});

describe('an input request that somebody catches', () => {
  it('never passes for success', async () => {
    const masked: unknown[] = [];
    const server = serverWith(
      { onMasked: (error) => masked.push(error) },
      {
        careless: async (_args, context) => text(await askName(context).catch(() => 'nobody')),
      },
    );
    const { error } = await invoke(server, 'careless');
    expect(error.data.code).toBe('MCP_INTERNAL');
    expect(masked).toEqual([
      expect.objectContaining({ message: expect.stringMatching(/isInputRequest/) }),
    ]);
  });

  it('is asked all the same where it was made a failure of', async () => {
    const server = serverWith(
      {},
      {
        wrapping: async (_args, context) => {
          const name = await askName(context).catch(() => undefined);
          return name === undefined ? { ...text('BAD'), isError: true } : text(name);
        },
      },
    );
    expect((await invoke(server, 'wrapping')).result.resultType).toBe('input_required');
  });

  it('is recognised by isInputRequest', async () => {
    const server = serverWith(
      {},
      {
        careful: async (_args, context) => {
          const name = await askName(context).catch((error: unknown) => {
            if (isInputRequest(error)) throw error;
            return 'nobody';
          });
          return text(name);
        },
      },
    );
    const { result } = await invoke(server, 'careful', { inputResponses: ALICE });
    expect(result).toMatchObject({ content: [{ text: 'Alice' }] });
    expect((await invoke(server, 'careful')).result.resultType).toBe('input_required');
  });
});
