import { isInputRequest } from '../../src/context/input-request.js';
import { META } from '../../src/protocol/messages.js';
import { ALICE, NAME_FORM, askName, invoke, serverWith } from './support/asking-server.js';
import { text } from './support/entries.js';
import type { Json } from './support/talk.js';

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

  it('asks again for an answer without a state where a state is good once', async () => {
    const used = new Set<string>();
    const use = async (id: string) => !used.has(id) && used.add(id) !== undefined;
    const inputResponses = { user_name: { action: 'decline' } };
    const { result } = await invoke(serverWith({ singleUse: { use } }), 'greet', {
      inputResponses,
    });
    expect(result).toMatchObject({ resultType: 'input_required' });
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
