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

  it('is not put to a client without the capability', async () => {
    const { answer } = await asked({});
    const { status, error } = await answer;
    expect([status, error.code]).toEqual([200, -32021]);
  });
});
