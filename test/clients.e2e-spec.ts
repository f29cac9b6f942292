import { STDIO_ENTRY } from './support/built-sample.js';
import { CLIENT_KINDS, type OfficialClient } from './support/clients.js';
import { startSample, WRITER, WRONG_KEY, type Sample } from './support/sample.js';

const TOOLS = [
  'forecast_stock',
  'orders_cancel',
  'orders_create',
  'orders_get',
  'orders_list',
  'products_list',
];
const ORDER = { customer: 'Ada', items: [{ sku: 'TEA-001', quantity: 2 }] };

/** What every official client must be able to do, whatever carries its messages. */
async function useTheTools(client: OfficialClient): Promise<void> {
  const { tools } = await client.listTools();
  expect(tools.map((tool) => tool.name).toSorted()).toEqual(TOOLS);

  const placed = await client.callTool({ name: 'orders_create', arguments: ORDER });
  expect(placed).toMatchObject({ structuredContent: { customer: 'Ada', totalCents: 2500 } });
  const { structuredContent } = placed as { structuredContent: { id: number } };

  const read = await client.callTool({
    name: 'orders_get',
    arguments: { id: structuredContent.id },
  });
  expect(read).toMatchObject({ structuredContent });

  const forecast = await client.callTool({ name: 'forecast_stock', arguments: { sku: 'TEA-001' } });
  expect(forecast).toMatchObject({ structuredContent: { products: [{ sku: 'TEA-001' }] } });

  await expect(client.callTool({ name: 'orders_eat', arguments: {} })).rejects.toMatchObject({
    code: -32602,
  });
}

describe.each(CLIENT_KINDS)('The official client $title', (kind) => {
  describe('over HTTP', () => {
    let sample: Sample;
    beforeAll(async () => {
      sample = await startSample();
    });
    afterAll(() => sample.close());

    it('lists and calls the tools', async () => {
      const client = await kind.overHttp(`${sample.url}/mcp`, { authorization: WRITER });
      await useTheTools(client);
      await client.close();
    });

    it('lists without a key, and is refused as a result when it writes', async () => {
      const client = await kind.overHttp(`${sample.url}/mcp`, {});
      expect((await client.listTools()).tools).toHaveLength(TOOLS.length);
      const refused = await client.callTool({ name: 'orders_create', arguments: ORDER });
      expect(refused).toMatchObject({
        isError: true,
        content: [{ text: 'UNAUTHORIZED: This needs an API key with the role "writer".' }],
      });
      await client.close();
    });

    it('does not get in with a wrong key', async () => {
      await expect(
        kind.overHttp(`${sample.url}/mcp`, { authorization: WRONG_KEY }),
      ).rejects.toThrow(/401|unauthorized/i);
    });
  });

  it('starts the built application over stdio, lists and calls the tools', async () => {
    const client = await kind.overStdio({
      command: process.execPath,
      args: [STDIO_ENTRY],
      env: { TOOLPORT_AUTHORIZATION: WRITER },
    });
    await useTheTools(client);
    await client.close();
  });
});
