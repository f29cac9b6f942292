import { ALICE, CAN_ASK, serverWith } from './support/asking-server.js';
import { text } from './support/entries.js';
import { Wire, type Json } from './support/talk.js';

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

  it('is withdrawn when another of its round cannot be sent, and the call fails', async () => {
    const sent: Json[] = [];
    const connection = serverWith().openConnection({
      transport: 'websocket',
      headers: {},
      signal: new AbortController().signal,
      send: async (message) => {
        const told: Json = { ...message };
        if (told.method === 'sampling/createMessage') throw new Error('The line is too long');
        sent.push(told);
      },
    });
    const clientInfo = { name: 'c', version: '1' };
    const hello = { protocolVersion: '2025-11-25', capabilities: CAN_ASK, clientInfo };
    await connection.receive({ jsonrpc: '2.0', id: 1, method: 'initialize', params: hello });
    const params = { name: 'three' };
    const { message } = await connection.receive({
      jsonrpc: '2.0',
      id: 2,
      method: 'tools/call',
      params,
    });
    expect(message).toMatchObject({ id: 2, error: { code: -32603 } });
    const ids = sent.filter(({ id }) => id !== undefined).map(({ id }) => id);
    const withdrawn = sent.filter(({ method }) => method === 'notifications/cancelled');
    expect(ids.length).toBeGreaterThan(0);
    expect(withdrawn.map((told) => (told.params as Json).requestId)).toEqual(ids);
  });

  it('is not put to a client without the capability', async () => {
    const { answer } = await asked({});
    const { status, error } = await answer;
    expect([status, error.code]).toEqual([200, -32021]);
  });
});
