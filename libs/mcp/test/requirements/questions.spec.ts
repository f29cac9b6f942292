import { Injectable } from '@nestjs/common';
import {
  McpCall,
  McpPrompt,
  McpResource,
  McpTool,
  type McpCallContext,
  type McpModuleOptions,
} from 'nest-toolport';
import { Asker, FORM } from './support/asker.js';
import { EVERY_KIND, HANDSHAKE, STATELESS, type Kind } from './support/kinds.js';
import type { Json, Peer } from './support/peer.js';
import { stage } from './support/stage.js';

const { start, open } = stage();

const CAN_ASK = { elicitation: { form: {}, url: {} }, sampling: { tools: {} }, roots: {} };
const YES = { action: 'accept', content: { ok: true } };
const ANSWER = { inputResponses: { sure: YES } };

/** Questions of each kind, and questions of what is no tool. */
@Injectable()
class Curious {
  @McpTool({ name: 'page', description: 'Sends to a page' })
  async page(@McpCall() call: McpCallContext) {
    const url = 'https://example.com/pay';
    return (await call.elicit({ mode: 'url', message: 'Pay', url })).action;
  }

  @McpTool({ name: 'sample', description: 'Lets the model write' })
  async sample(@McpCall() call: McpCallContext) {
    return (await call.sample({ messages: [], maxTokens: 1 })).model;
  }

  @McpTool({ name: 'sample_with_tools', description: 'Lets the model write, with tools' })
  async sampleWithTools(@McpCall() call: McpCallContext) {
    return (await call.sample({ messages: [], maxTokens: 1, tools: [] })).model;
  }

  @McpTool({ name: 'roots', description: 'Asks for the roots' })
  async roots(@McpCall() call: McpCallContext) {
    return JSON.stringify(await call.roots());
  }

  @McpResource('shelf://asked', {
    description: 'Asks first',
    cache: { ttlMs: 60_000, cacheScope: 'public' },
  })
  async asked(@McpCall() call: McpCallContext) {
    return (await call.elicit({ message: 'Sure?', requestedSchema: FORM }, { key: 'sure' })).action;
  }

  @McpPrompt({ name: 'asking', description: 'Asks first' })
  async asking(@McpCall() call: McpCallContext) {
    return (await call.elicit({ message: 'Sure?', requestedSchema: FORM }, { key: 'sure' })).action;
  }
}

/** A client that can be asked everything. */
async function client(
  kind: Kind,
  options: McpModuleOptions = {},
  headers?: Record<string, string>,
) {
  const app = await start([Asker, Curious], options);
  return { app, peer: await open(app, kind, { capabilities: CAN_ASK, headers }) };
}

const ask = (peer: Peer, more: Json = {}) => peer.answer('tools/call', { name: 'ask', ...more });
const stateFrom = async (peer: Peer) => (await ask(peer)).result.requestState;

describe.each(STATELESS)('a question of 2026-07-28, %s', (kind) => {
  it('is a result, on calls, prompts and resources, and never a request of the server', async () => {
    const { peer } = await client(kind);
    for (const [method, params] of [
      ['tools/call', { name: 'ask' }],
      ['prompts/get', { name: 'asking' }],
      ['resources/read', { uri: 'shelf://asked' }],
    ] as const) {
      const all = await peer.ask(method, params);
      expect(all).toMatchObject([
        {
          id: 1,
          result: {
            resultType: 'input_required',
            inputRequests: { sure: { method: 'elicitation/create' } },
            requestState: expect.any(String),
          },
        },
      ]);
      const { requestState } = (all[0] as { result: Json }).result;
      const { result } = await peer.answer(method, { ...params, ...ANSWER, requestState });
      expect(result.resultType).toBe('complete');
    }
  });

  it('is answered by the retry, on another replica with the same keys', async () => {
    const [one, other] = [await client(kind), await client(kind)];
    const requestState = await stateFrom(one.peer);
    const { result } = await ask(other.peer, { requestState, ...ANSWER });
    expect(result).toMatchObject({ content: [{ text: JSON.stringify(YES) }] });
  });

  it.each([
    ['was changed', (state: string) => `${state}x`],
    ['holds another payload', (state: string) => `${btoa('{}')}.${state.split('.')[1]}`],
    ['is empty', () => ''],
    ['is no string', () => 42],
  ])('has a state that is refused where it %s', async (_what, change) => {
    const { peer } = await client(kind);
    const requestState = change(String(await stateFrom(peer)));
    expect((await ask(peer, { requestState, ...ANSWER })).error.code).toBe(-32602);
  });

  it('has a state that is refused on another request', async () => {
    const { peer } = await client(kind);
    const requestState = await stateFrom(peer);
    const other = await ask(peer, { requestState, ...ANSWER, arguments: { a: 1 } });
    expect(other.error).toMatchObject({ code: -32602, message: /another request/ });
    const params = { name: 'hold_then_ask', requestState, ...ANSWER };
    expect((await peer.answer('tools/call', params)).error.code).toBe(-32602);
  });

  it('has a state that is refused after its time', async () => {
    const { peer } = await client(kind, { requestStateTtl: 1 });
    const requestState = await stateFrom(peer);
    let late = await ask(peer, { requestState, ...ANSWER });
    while (!late.error) late = await ask(peer, { requestState, ...ANSWER });
    expect(late.error).toMatchObject({ code: -32602, message: /expired/ });
  });

  it('has a state that is refused when another caller brings it', async () => {
    const { app, peer } = await client(kind, {}, { 'x-api-key': 'ada' });
    const headers = { 'x-api-key': 'eve' };
    const eve = await open(app, kind, { capabilities: CAN_ASK, headers });
    const requestState = await stateFrom(peer);
    const stolen = await ask(eve, { requestState, ...ANSWER });
    expect(stolen.error).toMatchObject({ code: -32602, message: /another caller/ });
    expect((await ask(peer, { requestState, ...ANSWER })).result.resultType).toBe('complete');
  });

  it('has a state that is good once, where the application keeps count', async () => {
    const used = new Set<string>();
    const use = async (id: string) => !used.has(id) && Boolean(used.add(id));
    const { peer } = await client(kind, { singleUse: { use } });
    const requestState = await stateFrom(peer);
    expect((await ask(peer, { requestState, ...ANSWER })).result.resultType).toBe('complete');
    const again = await ask(peer, { requestState, ...ANSWER });
    expect(again.error).toMatchObject({ code: -32602, message: /has been used/ });
  });

  it('takes no answer that nobody asked for, and no field that the form has not', async () => {
    const { peer } = await client(kind);
    const requestState = await stateFrom(peer);
    const inputResponses = {
      sure: { action: 'accept', content: { ok: true, admin: true } },
      other: YES,
    };
    const { result } = await ask(peer, { requestState, inputResponses });
    expect(result).toMatchObject({ content: [{ text: JSON.stringify(YES) }] });
  });

  it.each(['decline', 'cancel'])('takes %j for an answer', async (action) => {
    const { peer } = await client(kind);
    const requestState = await stateFrom(peer);
    const { result } = await ask(peer, { requestState, inputResponses: { sure: { action } } });
    expect(result).toMatchObject({ content: [{ text: JSON.stringify({ action }) }] });
  });

  it('makes what is read with its answer nothing to be cached', async () => {
    const { peer } = await client(kind);
    const read = (more: Json = {}) =>
      peer.answer('resources/read', { uri: 'shelf://asked', ...more });
    const { requestState } = (await read()).result;
    expect((await read({ requestState, ...ANSWER })).result).toMatchObject({
      resultType: 'complete',
      ttlMs: 0,
      cacheScope: 'private',
    });
  });
});

describe.each(EVERY_KIND)('what a client can do, %s', (kind) => {
  it.each<[string, Json, Json | undefined]>([
    ['ask', {}, { elicitation: { form: {} } }],
    ['ask', { elicitation: { url: {} } }, { elicitation: { form: {} } }],
    ['ask', { elicitation: {} }, undefined],
    ['page', { elicitation: {} }, { elicitation: { url: {} } }],
    ['page', { elicitation: { url: {} } }, undefined],
    ['sample', {}, { sampling: {} }],
    ['sample', { sampling: {} }, undefined],
    ['sample_with_tools', { sampling: {} }, { sampling: { tools: {} } }],
    ['sample_with_tools', { sampling: { tools: {} } }, undefined],
    ['roots', { elicitation: {} }, { roots: {} }],
    ['roots', { roots: {} }, undefined],
  ])('decides whether %s asks who declared %j', async (name, capabilities, missing) => {
    const peer = await open(await start([Asker, Curious]), kind, { capabilities });
    const call = peer.begin('tools/call', { name }, 'call');
    const isAsked = ({ id, method, result }: Json) =>
      (id !== undefined && method !== undefined) ||
      (result as Json | undefined)?.resultType === 'input_required';
    const first = await call.until((message) => isAsked(message) || message.error !== undefined);
    const { code, data } = (first.error ?? {}) as { code?: number; data?: Json };
    const refusal = missing && -32021;
    expect([isAsked(first), code, data?.requiredCapabilities]).toEqual([
      missing === undefined,
      refusal,
      missing,
    ]);
  });
});

describe.each(HANDSHAKE)('a question of the handshake era, %s', (kind) => {
  it.each([YES, { action: 'decline' }, { action: 'cancel' }])(
    'is a request of the server, to which %j is an answer',
    async (answer) => {
      const { peer } = await client(kind);
      const call = peer.begin('tools/call', { name: 'ask' }, 'call');
      const question = await call.until(({ method }) => method === 'elicitation/create');
      expect(question).toMatchObject({ jsonrpc: '2.0', params: { message: 'Sure?' } });
      await peer.say({ jsonrpc: '2.0', id: question.id, result: answer });
      expect((await call.all()).at(-1)).toMatchObject({
        id: 'call',
        result: { content: [{ text: JSON.stringify(answer) }] },
      });
    },
  );
});
