import { text } from './support/entries.js';
import { Wire } from './support/talk.js';
import { CALL, Gate, serverWith } from './support/waiting-tool.js';

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
