import { preserialise, serialiseMessage } from './serialise-message.js';

describe('the text of a message', () => {
  const result = preserialise({ tools: [{ name: 'ü\n"' }] });

  it.each([1, 'a"b', ''])('is the same whether its result was prepared or not (id %j)', (id) => {
    const message = { jsonrpc: '2.0', id, result } as const;
    expect(serialiseMessage(message)).toBe(JSON.stringify({ ...message, result: { ...result } }));
  });

  it('of a prepared result cannot become stale', () => {
    expect(() => Object.assign(result, { tools: [] })).toThrow(TypeError);
  });

  it('of a batch is an array, also with prepared results', () => {
    const batch = [
      { jsonrpc: '2.0', id: 1, result },
      { jsonrpc: '2.0', id: 2, error: { code: -1, message: 'x' } },
    ] as const;
    expect(JSON.parse(serialiseMessage(batch))).toEqual(batch);
  });
});
