import { ForbiddenException, Injectable, Module, NotFoundException } from '@nestjs/common';
import { APP_GUARD, NestFactory } from '@nestjs/core';
import { IsIn, IsInt, IsOptional, Min } from 'class-validator';
import { McpComplete, McpModule, McpParam, McpPrompt, McpResource, McpServer } from 'nest-toolport';

class ReviewArguments {
  @IsIn(['german', 'greek', 'english'])
  language: string;

  @IsOptional()
  @IsInt()
  @Min(1)
  lines?: number;
}

let open = true;

@Injectable()
class Switch {
  canActivate(): boolean {
    if (!open) throw new ForbiddenException('closed');
    return true;
  }
}

@Injectable()
class Library {
  @McpResource('library://readme', { description: 'What this is' })
  readme() {
    return 'Read me';
  }

  @McpResource('library://logo', { mimeType: 'image/png' })
  logo() {
    return Buffer.from([1, 2, 3]);
  }

  @McpResource('library://books/{id}')
  book(@McpParam('id') id: string) {
    if (id === '404') throw new NotFoundException('No such book');
    return { id };
  }

  @McpPrompt({ description: 'Reviews a text', args: { language: 'The language of the text' } })
  review(args: ReviewArguments) {
    return `Review ${args.lines ?? 'all'} lines of ${args.language} (${typeof args.lines})`;
  }

  @McpPrompt({ name: 'plain' })
  plain(@McpParam('topic') topic: string) {
    return [{ role: 'assistant', content: { type: 'text', text: `About ${topic}` } }];
  }

  @McpComplete({ prompt: 'plain', argument: 'topic' })
  topics(@McpParam('value') value: string) {
    return ['cats', 'cars', 'dogs'].filter((topic) => topic.startsWith(value));
  }
}

@Module({
  imports: [McpModule.forRoot({})],
  providers: [Library, { provide: APP_GUARD, useClass: Switch }],
})
class AppModule {}

describe('resources, prompts and completions', () => {
  async function started() {
    open = true;
    const app = await NestFactory.createApplicationContext(AppModule, { logger: false });
    const connection = app.get(McpServer).openConnection({
      transport: 'in-process',
      headers: {},
      signal: new AbortController().signal,
      send: () => Promise.resolve(),
    });
    let id = 0;
    const request = async (method: string, params: object = {}) => {
      const { message } = await connection.receive({ jsonrpc: '2.0', id: ++id, method, params });
      return message as { result?: Record<string, never>; error?: { code: number; data: object } };
    };
    const initialize = {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 't', version: '1' },
    };
    await request('initialize', initialize);
    return { app, request };
  }

  it('lists and reads resources of every kind', async () => {
    const { app, request } = await started();
    const list = await request('resources/list');
    const templates = await request('resources/templates/list');
    const text = await request('resources/read', { uri: 'library://readme' });
    const blob = await request('resources/read', { uri: 'library://logo' });
    const json = await request('resources/read', { uri: 'library://books/7' });
    const missing = await request('resources/read', { uri: 'library://books/404' });
    await app.close();
    expect(list.result?.resources).toMatchObject([
      { uri: 'library://logo', name: 'library_logo', mimeType: 'image/png' },
      { uri: 'library://readme', name: 'library_readme', description: 'What this is' },
    ]);
    expect(templates.result?.resourceTemplates).toMatchObject([
      { uriTemplate: 'library://books/{id}' },
    ]);
    expect(text.result?.contents).toEqual([
      { uri: 'library://readme', mimeType: 'text/plain', text: 'Read me' },
    ]);
    expect(blob.result?.contents).toEqual([
      { uri: 'library://logo', mimeType: 'image/png', blob: 'AQID' },
    ]);
    expect(json.result?.contents).toEqual([
      { uri: 'library://books/7', mimeType: 'application/json', text: '{"id":"7"}' },
    ]);
    expect(missing.error?.code).toBe(-32002);
  });

  it('lists prompts with their arguments and types the strings for the DTO', async () => {
    const { app, request } = await started();
    const list = await request('prompts/list');
    const got = await request('prompts/get', {
      name: 'library_review',
      arguments: { language: 'greek', lines: '12' },
    });
    const refused = await request('prompts/get', {
      name: 'library_review',
      arguments: { language: 'klingon' },
    });
    const own = await request('prompts/get', { name: 'plain', arguments: { topic: 'cats' } });
    await app.close();
    expect(list.result?.prompts).toMatchObject([
      {
        name: 'library_review',
        description: 'Reviews a text',
        arguments: [
          { name: 'language', required: true, description: expect.stringContaining('of the text') },
          { name: 'lines', required: false },
        ],
      },
      { name: 'plain', arguments: [{ name: 'topic', required: true }] },
    ]);
    expect(got.result?.messages).toEqual([
      { role: 'user', content: { type: 'text', text: 'Review 12 lines of greek (number)' } },
    ]);
    expect(JSON.stringify(refused.error)).toContain('language');
    expect(own.result?.messages).toMatchObject([{ role: 'assistant' }]);
  });

  it('completes by the application’s method, and by an enum without one', async () => {
    const { app, request } = await started();
    const complete = (name: string, argument: string, value: string) =>
      request('completion/complete', {
        ref: { type: 'ref/prompt', name },
        argument: { name: argument, value },
      });
    const own = await complete('plain', 'topic', 'ca');
    const inferred = await complete('library_review', 'language', 'G');
    open = false;
    const closed = await complete('library_review', 'language', 'g');
    await app.close();
    expect(own.result?.completion).toMatchObject({ values: ['cats', 'cars'] });
    expect(inferred.result?.completion).toMatchObject({ values: ['german', 'greek'] });
    expect(closed.result).toBeUndefined();
  });

  it('closes every list and every read when a global guard says no', async () => {
    const { app, request } = await started();
    open = false;
    const answers = await Promise.all([
      request('resources/list'),
      request('resources/templates/list'),
      request('resources/read', { uri: 'library://readme' }),
      request('prompts/list'),
      request('prompts/get', { name: 'plain', arguments: { topic: 'x' } }),
      request('tools/list'),
    ]);
    await app.close();
    expect(answers.map(({ result }) => result)).toEqual(answers.map(() => undefined));
    expect(answers.map(({ error }) => error?.data)).toEqual(
      answers.map(() => expect.objectContaining({ code: expect.stringMatching(/FORBIDDEN/) })),
    );
  });
});
