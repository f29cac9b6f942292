import { Client } from '@modelcontextprotocol/client';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { Injectable, Module, type INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import {
  McpModule,
  McpResult,
  McpServer,
  McpTool,
  ToolRegistry,
  type Tool,
  type ToolResult,
} from 'nest-toolport';
import { ClientTransport } from '../server/support/client-transport.js';

@Injectable()
class NumberTools {
  @McpTool({ name: 'by_hand', description: 'Makes its result itself' })
  byHand() {
    return McpResult.of({ content: [], structuredContent: [1, 2] });
  }
}

@Module({
  imports: [McpModule.forRoot({})],
  providers: [NumberTools],
})
class AppModule {}

const tool = (name: string, schemas: Partial<Tool>, structured: unknown): Tool => ({
  name,
  origin: 'local',
  inputSchema: { type: 'object' },
  ...schemas,
  execute: () =>
    Promise.resolve({
      success: true,
      content: [{ type: 'text', text: JSON.stringify(structured) }],
      structured,
    } satisfies ToolResult),
});

const NUMBERS = { type: 'array', items: { type: 'number' } };
const SUM = { type: 'object', properties: { sum: { type: 'number' } }, required: ['sum'] };
const INFO = { name: 'test', version: '1' };

describe('Tools that were added at run time, to clients of both eras', () => {
  let app: INestApplication;

  beforeAll(async () => {
    app = await NestFactory.create(AppModule, { logger: false });
    await app.init();
    const registry = app.get(ToolRegistry);
    registry.add(tool('numbers', { outputSchema: NUMBERS }, [1, 2]));
    registry.add(tool('sum', { outputSchema: SUM }, { sum: 3 }));
    registry.add(tool('either', { outputSchema: { anyOf: [SUM, NUMBERS] } }, { sum: 3 }));
    registry.add(tool('untyped', { inputSchema: {} }, 'well'));
  });
  afterAll(() => app.close());

  it('a client of the handshake era lists them all and calls them', async () => {
    const client = new ClientV1(INFO);
    await client.connect(new ClientTransport(app.get(McpServer)));
    const { tools } = await client.listTools();
    const withOutput = tools.filter(({ outputSchema }) => outputSchema).map(({ name }) => name);
    expect(tools).toHaveLength(5);
    expect(withOutput).toEqual(['sum']);
    expect(await client.callTool({ name: 'numbers' })).toEqual({
      content: [{ type: 'text', text: '[1,2]' }],
      isError: false,
    });
    expect(await client.callTool({ name: 'sum' })).toMatchObject({ structuredContent: { sum: 3 } });
    expect(await client.callTool({ name: 'untyped' })).toMatchObject({
      content: [{ type: 'text' }],
    });
    // The model reads at least the text of what the client cannot take as data.
    expect(await client.callTool({ name: 'by_hand' })).toEqual({
      content: [{ type: 'text', text: '[1,2]' }],
    });
    await client.close();
  });

  it('a client of the stateless era gets every output schema, and what it describes', async () => {
    const client = new Client(INFO, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
    await client.connect(new ClientTransport(app.get(McpServer)));
    const { tools } = await client.listTools();
    const withOutput = tools.filter(({ outputSchema }) => outputSchema).map(({ name }) => name);
    expect(withOutput.toSorted()).toEqual(['either', 'numbers', 'sum']);
    expect(await client.callTool({ name: 'numbers' })).toMatchObject({ structuredContent: [1, 2] });
    expect(await client.callTool({ name: 'by_hand' })).toMatchObject({ structuredContent: [1, 2] });
    await client.close();
  });
});
