import { Test } from '@nestjs/testing';
import { createMcpTestClient, expectParity } from 'nest-toolport/testing';
import { AppModule } from './app.module__EXT__';
import { configure } from './configure__EXT__';

describe('a consumer’s own test', () => {
  it('calls a tool in process and holds it to its route', async () => {
    const module = await Test.createTestingModule({ imports: [AppModule] }).compile();
    const app = module.createNestApplication({ logger: false });
    configure(app);
    await app.listen(0, '127.0.0.1');
    const headers = { authorization: 'ApiKey k1' };
    const client = createMcpTestClient(app, { headers });
    expect((await client.listTools()).map((tool) => tool.name)).toEqual([
      'notes_create',
      'notes_find',
    ]);
    for (const id of ['7', 'x']) {
      const rest = { method: 'GET', path: `/notes/${id}` };
      await expectParity(app, { rest, tool: 'notes_find', args: { id }, headers });
    }
    await app.close();
  });
});
