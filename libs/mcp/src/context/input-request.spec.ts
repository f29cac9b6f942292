import { McpCallContext } from './call-context.js';
import { InputRequestSignal, isInputRequest } from './input-request.js';

const signal = new AbortController().signal;

describe('asking the caller', () => {
  it('is not possible where there is nobody to ask', async () => {
    const call = McpCallContext.forRest({}, signal);
    const schema = { type: 'object', properties: {} } as const;
    for (const asked of [
      call.elicit({ message: '?', requestedSchema: schema }),
      call.sample({ messages: [], maxTokens: 1 }),
      call.roots(),
    ]) {
      await expect(asked).rejects.toMatchObject({ code: 'INPUT_UNAVAILABLE', status: 501 });
    }
  });

  it('hands the question to the peer, with its key and the caller', async () => {
    const ask = jest.fn(async () => ({ roots: [{ uri: 'file:///a' }] }));
    const peer = { progress: () => {}, log: () => {}, ask };
    const call = new McpCallContext({ kind: 'tool', name: 't', transport: 'http', signal, peer });
    call.request = { user: 'ada' };
    expect(await call.roots({ key: 'r' })).toEqual([{ uri: 'file:///a' }]);
    expect(ask).toHaveBeenCalledWith({ method: 'roots/list' }, 'r', 'ada');
  });

  it('is recognised on its way, also from another copy of this package', () => {
    const foreign = Object.defineProperty(new Error('x'), Symbol.for('toolport.InputRequest'), {
      value: true,
    });
    expect([new InputRequestSignal(), foreign].map(isInputRequest)).toEqual([true, true]);
    expect([new Error('x'), null, undefined, 'x'].map(isInputRequest)).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });
});

describe('the signal of a call', () => {
  it('is made when somebody looks', () => {
    const make = jest.fn(() => signal);
    const call = new McpCallContext({ kind: 'tool', name: 't', transport: 'http', signal: make });
    expect(make).not.toHaveBeenCalled();
    expect(call.signal).toBe(signal);
  });
});
