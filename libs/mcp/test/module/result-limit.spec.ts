import { ConflictException, Injectable, Module, type INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { McpComplete, McpModule, McpParam, McpPrompt, McpResource, McpServer } from 'nest-toolport';
import type { Connection } from '../../src/server/connection.js';

const LIMIT = 1_000;

@Injectable()
class Archive {
  @McpResource('archive://{kind}')
  read(@McpParam('kind') kind: string): unknown {
    if (kind === 'text') return 'ä'.repeat(LIMIT / 2 + 1);
    if (kind === 'json') return Array.from({ length: LIMIT }, (_, index) => index);
    if (kind === 'failure') throw new ConflictException('x'.repeat(LIMIT));
    return 'x'.repeat(LIMIT / 2);
  }

  @McpPrompt()
  recite(@McpParam('lines') lines: string) {
    return 'x'.repeat(100 * Number(lines));
  }

  @McpComplete({ prompt: 'archive_recite', argument: 'lines' })
  lines(@McpParam('value') value: string) {
    return Array.from({ length: 200 }, () => value);
  }
}

@Module({
  imports: [McpModule.forRoot({ resultLimit: LIMIT })],
  providers: [Archive],
})
class AppModule {}

describe('resultLimit, of what is no tool', () => {
  let app: INestApplication;
  let connection: Connection;

  beforeAll(async () => {
    app = await NestFactory.create(AppModule, { logger: false });
    await app.init();
    connection = app.get(McpServer).openConnection({
      transport: 'in-process',
      headers: {},
      signal: new AbortController().signal,
      send: () => Promise.resolve(),
    });
    await ask('initialize', {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 't', version: '1' },
    });
  });
  afterAll(() => app.close());

  let id = 0;
  async function ask(method: string, params: object): Promise<string> {
    const { message } = await connection.receive({ jsonrpc: '2.0', id: ++id, method, params });
    return JSON.stringify(message);
  }

  it.each(['text', 'json', 'failure'])('refuses the contents of a resource: %s', async (kind) => {
    const answer = await ask('resources/read', { uri: `archive://${kind}` });
    expect(answer).toContain('RESULT_TOO_LARGE');
    expect(answer.length).toBeLessThan(LIMIT);
  });

  it('lets contents within it pass', async () => {
    expect(await ask('resources/read', { uri: 'archive://small' })).toContain('"contents"');
  });

  it('refuses the messages of a prompt', async () => {
    const recite = (lines: string) =>
      ask('prompts/get', { name: 'archive_recite', arguments: { lines } });
    expect(await recite('11')).toContain('RESULT_TOO_LARGE');
    expect(await recite('2')).toContain('"messages"');
  });

  it('refuses suggestions, of which those count that would be sent', async () => {
    const complete = (value: string) =>
      ask('completion/complete', {
        ref: { type: 'ref/prompt', name: 'archive_recite' },
        argument: { name: 'lines', value },
      });
    expect(await complete('12345678901')).toContain('RESULT_TOO_LARGE');
    expect(await complete('123456789')).toContain('"values"');
  });
});
