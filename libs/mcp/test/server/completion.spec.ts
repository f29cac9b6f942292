import { completionEntry, promptEntry } from './support/entries.js';
import { fixtureServer } from './support/fixture-server.js';
import { full } from './support/reading-server.js';
import { legacy, modern } from './support/talk.js';

describe('completion/complete', () => {
  const many = Array.from({ length: 150 }, (_, index) => `v${index}`);
  const server = fixtureServer({
    ...full,
    completions: [
      completionEntry('prompt', 'letter', 'to', async ({ value, context }) => [
        `${value}!`,
        context.tone ?? '-',
      ]),
      completionEntry('resource', 'test://items/{id}', 'id', async () => many),
    ],
  });
  const ref = { type: 'ref/prompt', name: 'letter' };

  it('gives no more than a hundred values, and says so', async () => {
    const params = {
      ref: { type: 'ref/resource', uri: 'test://items/{id}' },
      argument: { name: 'id', value: '' },
    };
    const { completion } = (await legacy(server, 'completion/complete', params)).result as {
      completion: { values: string[]; total: number; hasMore: boolean };
    };
    expect([completion.values.length, completion.total, completion.hasMore]).toEqual([
      100,
      150,
      true,
    ]);
  });

  it('knows nothing of a prompt that the caller is not shown', async () => {
    const asked: string[] = [];
    const own = fixtureServer({
      tools: [],
      prompts: [
        promptEntry('secret', [{ name: 'to' }], async () => ({ messages: [] }), {
          isListedFor: async () => false,
        }),
      ],
      completions: [
        completionEntry('prompt', 'secret', 'to', async ({ value }) => {
          asked.push(value);
          return ['told'];
        }),
      ],
    });
    const params = {
      ref: { type: 'ref/prompt', name: 'secret' },
      argument: { name: 'to', value: '' },
    };
    const { error } = await modern(own, 'completion/complete', params);
    expect(error).toMatchObject({ code: -32602, message: 'Unknown prompt: secret' });
    expect(asked).toEqual([]);
  });

  it('has nothing to say about an argument without a completer', async () => {
    const params = { ref, argument: { name: 'tone', value: '' } };
    const { result } = await modern(server, 'completion/complete', params);
    expect(result.completion).toEqual({ values: [], total: 0, hasMore: false });
  });

  it.each([
    [{ ref: { type: 'ref/prompt', name: 'nobody' }, argument: { name: 'a', value: '' } }],
    [
      {
        ref: { type: 'ref/resource', uri: 'test://nothing/{id}' },
        argument: { name: 'id', value: '' },
      },
    ],
    [{ ref: { type: 'ref/tool', name: 'letter' }, argument: { name: 'to', value: '' } }],
    [{ ref, argument: { name: 'unknown', value: '' } }],
    [{ ref, argument: { name: 'to', value: 1 } }],
    [{ ref, argument: 'to' }],
    [{ ref, argument: { name: 'to', value: '' }, context: { arguments: { tone: 1 } } }],
    [{}],
  ])('refuses %j', async (params) => {
    expect((await modern(server, 'completion/complete', params)).error.code).toBe(-32602);
  });
});
