import { row, server } from './support/table-server.js';
import { Wire, post } from './support/talk.js';

describe('batches', () => {
  const ping = (id: unknown) => ({ jsonrpc: '2.0', id, method: 'ping' });
  const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' };

  it.each([undefined, '2025-03-26'])(
    'are answered together for the version %s',
    async (version) => {
      const headers = version ? { 'mcp-protocol-version': version } : undefined;
      const answer = await post(server(), [ping(1), initialized, { id: 2 }, ping('x')], {
        headers,
      });
      expect(answer.status).toBe(200);
      expect(answer.messages).toEqual([
        { jsonrpc: '2.0', id: 1, result: {} },
        expect.objectContaining({ id: 2, error: expect.objectContaining({ code: -32600 }) }),
        { jsonrpc: '2.0', id: 'x', result: {} },
      ]);
    },
  );

  it('of notifications alone are accepted without a word', async () => {
    expect(await post(server(), [initialized, initialized])).toMatchObject({
      status: 202,
      messages: [],
    });
  });

  it.each(['2024-11-05', '2025-06-18', '2025-11-25', '2026-07-28'])(
    'are no message for the version %s',
    async (version) => {
      const answer = await post(server(), [ping(1)], {
        headers: { 'mcp-protocol-version': version },
      });
      expect(row(answer)).toEqual([400, -32600, 'MCP_INVALID_REQUEST']);
    },
  );

  it('may be neither empty, nor huge, nor open a conversation, nor nest', async () => {
    const initialize = { jsonrpc: '2.0', id: 1, method: 'initialize', params: {} };
    expect(row(await post(server(), []))[1]).toBe(-32600);
    expect(
      row(
        await post(
          server(),
          Array.from({ length: 101 }, () => ping(1)),
        ),
      )[1],
    ).toBe(-32600);
    const [first, second] = (await post(server(), [initialize, [ping(2)]])).messages;
    expect([first, second]).toMatchObject([
      { error: { code: -32600 } },
      { error: { code: -32600 } },
    ]);
  });

  it('fail as a whole where credentials are refused', async () => {
    const call = { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'refuse' } };
    const answer = await post(server(), [ping(1), call]);
    expect([answer.status, answer.headers]).toEqual([401, { 'www-authenticate': 'Bearer' }]);
  });

  it('follow what the connection has agreed upon', async () => {
    for (const [version, length] of [
      ['2025-03-26', 2],
      ['2025-11-25', 1],
    ] as const) {
      const wire = new Wire(server());
      expect((await wire.raw([ping(1)])).error.code).toBe(-32600);
      await wire.open(version);
      expect((await wire.raw([ping(1), ping(2)])).messages).toHaveLength(length);
    }
  });
});
