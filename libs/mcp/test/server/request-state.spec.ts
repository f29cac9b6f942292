import { McpServer } from '../../src/server/mcp-server.js';
import { ALICE, NAME_FORM, invoke, serverWith } from './support/asking-server.js';
import { text } from './support/entries.js';
import { type Json } from './support/talk.js';

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

  it('is refused where other keys have signed it', async () => {
    const { requestState } = (await invoke(serverWith({ keys: ['old'] }), 'greet')).result;
    expect((await retry(serverWith({ keys: ['new'] }), requestState)).error.code).toBe(-32602);
    expect((await retry(serverWith({ keys: ['new', 'old'] }), requestState)).result).toBeDefined();
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
