import { Client } from '@modelcontextprotocol/client';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import {
  completionEntry,
  promptEntry,
  resourceEntry,
  templateEntry,
  text,
  toolEntry,
} from './support/entries.js';
import { ClientTransport } from './support/client-transport.js';
import { fixtureServer } from './support/fixture-server.js';

const FORM = {
  type: 'object',
  properties: { name: { type: 'string' } },
  required: ['name'],
} as const;

function server() {
  return fixtureServer(
    {
      tools: [
        toolEntry('greet', async (_args, call) => {
          call.progress(1, 2);
          const answer = await call.elicit<{ name: string }>({
            message: 'Name?',
            requestedSchema: FORM,
          });
          return text(
            answer.action === 'accept' ? `Hello, ${answer.content.name}!` : answer.action,
          );
        }),
        toolEntry('add', ({ a, b }) => ({
          ...text(String(Number(a) + Number(b))),
          structuredContent: { sum: Number(a) + Number(b) },
        })),
      ],
      resources: [
        resourceEntry('test://a', async ({ uri }) => ({ contents: [{ uri, text: 'A' }] })),
        templateEntry('test://items/{id}', async ({ uri, variables }) => ({
          contents: [{ uri, text: String(variables.id) }],
        })),
      ],
      prompts: [
        promptEntry('letter', [{ name: 'to', required: true }], async ({ to }) => ({
          messages: [{ role: 'user', content: { type: 'text', text: `Dear ${to}` } }],
        })),
      ],
      completions: [completionEntry('prompt', 'letter', 'to', async ({ value }) => [`${value}da`])],
    },
    { instructions: 'Be kind' },
  );
}

const INFO = { name: 'test', version: '1' };

interface Peer {
  listTools: Client['listTools'];
}

/** What both generations of the official client do alike. */
async function useAll(
  client: Peer &
    Pick<
      Client,
      | 'callTool'
      | 'listResources'
      | 'readResource'
      | 'listResourceTemplates'
      | 'listPrompts'
      | 'getPrompt'
      | 'complete'
      | 'getInstructions'
      | 'getServerCapabilities'
    >,
) {
  expect(client.getInstructions()).toBe('Be kind');
  expect(client.getServerCapabilities()).toMatchObject({
    tools: { listChanged: true },
    resources: { subscribe: true },
    completions: {},
    logging: {},
  });
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['add', 'greet']);
  const added = await client.callTool({ name: 'add', arguments: { a: 2, b: 3 } });
  expect(added).toMatchObject({ content: [{ text: '5' }], structuredContent: { sum: 5 } });
  const greeted = await client.callTool({ name: 'greet', arguments: {} });
  expect(greeted).toMatchObject({ content: [{ text: 'Hello, Ada!' }] });
  expect((await client.listResources()).resources).toHaveLength(1);
  expect((await client.listResourceTemplates()).resourceTemplates).toHaveLength(1);
  const read = await client.readResource({ uri: 'test://items/7' });
  expect(read.contents).toEqual([{ uri: 'test://items/7', text: '7' }]);
  expect((await client.listPrompts()).prompts).toHaveLength(1);
  const prompt = await client.getPrompt({ name: 'letter', arguments: { to: 'Bo' } });
  expect(prompt.messages).toMatchObject([{ content: { text: 'Dear Bo' } }]);
  const completed = await client.complete({
    ref: { type: 'ref/prompt', name: 'letter' },
    argument: { name: 'to', value: 'A' },
  });
  expect(completed.completion.values).toEqual(['Ada']);
  await expect(client.callTool({ name: 'nothing' })).rejects.toMatchObject({ code: -32602 });
  await expect(client.readResource({ uri: 'test://nothing' })).rejects.toThrow(/test:\/\/nothing/);
}

it.each([
  ['its default', undefined],
  ['automatic negotiation', { mode: 'auto' as const }],
  ['2026-07-28 alone', { mode: { pin: '2026-07-28' } }],
])('the official client 2.x works with %s', async (_how, versionNegotiation) => {
  const client = new Client(INFO, { capabilities: { elicitation: {} }, versionNegotiation });
  client.setRequestHandler('elicitation/create', async () => ({
    action: 'accept',
    content: { name: 'Ada' },
  }));
  await client.connect(new ClientTransport(server()));
  expect(client.getServerVersion()).toMatchObject({ name: 'fixture' });
  await useAll(client);
  await client.close();
});

it('the official client 1.x works', async () => {
  const client = new ClientV1(INFO, { capabilities: { elicitation: {} } });
  client.setRequestHandler(ElicitRequestSchema, async () => ({
    action: 'accept',
    content: { name: 'Ada' },
  }));
  await client.connect(new ClientTransport(server()));
  expect(client.getServerVersion()).toMatchObject({ name: 'fixture' });
  await useAll(client as never);
  await client.ping();
  await client.setLoggingLevel('debug');
  await client.close();
});
