import type { INestApplication } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { createMcpTestClient, expectParity } from 'nest-toolport/testing';
import { AppModule } from './app.module__EXT__';
import { configure } from './configure__EXT__';

describe('a consumer’s own test', () => {
  const headers = { authorization: 'ApiKey k1' };
  let app: INestApplication;

  beforeAll(async () => {
    const module = await Test.createTestingModule({ imports: [AppModule] }).compile();
    app = module.createNestApplication({ logger: false });
    configure(app);
    await app.listen(0, '127.0.0.1');
  });
  afterAll(() => app.close());

  it('calls a tool in process', async () => {
    const client = createMcpTestClient(app, { headers });
    const tools = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['notes_create', 'notes_find']);
    expect(await client.callTool('notes_find', { id: 7 })).toMatchObject({
      structuredContent: { id: 7 },
    });
  });

  it.each([7, 'x'])('holds the tool to its route: id %s', async (id) => {
    const rest = { method: 'GET', path: `/notes/${id}` };
    await expectParity(app, { rest, tool: 'notes_find', args: { id }, headers });
  });
});
