import { PassThrough } from 'node:stream';
import { Injectable, Module, type INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import {
  McpComplete,
  McpModule,
  McpParam,
  McpPrompt,
  McpResource,
  McpTool,
  serveStdio,
  ToolRegistry,
  type StdioGlobals,
} from 'nest-toolport';
import { createMcpTestClient } from 'nest-toolport/testing';

@Injectable()
class Things {
  @McpTool({ name: 'find', description: 'Finds' })
  find() {
    return 'found';
  }

  @McpPrompt({ name: 'ask' })
  ask(@McpParam('topic') topic: string) {
    return topic;
  }

  @McpComplete({ prompt: 'ask', argument: 'topic' })
  topics() {
    return ['cats'];
  }

  @McpResource('things://all')
  all() {
    return 'all';
  }
}

@Module({
  imports: [McpModule.forRoot({}), McpModule.forRoot({ server: 'second', path: '/second' })],
  providers: [Things],
})
class AppModule {}

/** What the first server offers, and how its tool answers. */
async function offered(app: INestApplication) {
  const client = createMcpTestClient(app);
  const topic = { name: 'topic', value: '' };
  return {
    tools: (await client.listTools()).map(({ name }) => name),
    call: await client.callTool('find'),
    prompts: await client.request('prompts/list'),
    resources: await client.request('resources/list'),
    completed: await client.request('completion/complete', {
      ref: { type: 'ref/prompt', name: 'ask' },
      argument: topic,
    }),
  };
}

const serve = (app: INestApplication, globals: StdioGlobals) => {
  const input = new PassThrough();
  input.end();
  return serveStdio(app, { input, output: new PassThrough(), globals });
};

describe('a boot of the tables that fails', () => {
  it('leaves what was served as it was, and tells nobody of a change', async () => {
    const app = await NestFactory.create(AppModule, { logger: false });
    await app.init();
    const before = await offered(app);
    await serve(app, {});
    expect(await offered(app)).toEqual(before);
    const changes: unknown[] = [];
    app.get(ToolRegistry).onChange((change) => changes.push(change));
    // A second prompt of one name: what no table can be made of.
    const { prototype } = Things;
    const method = Object.getOwnPropertyDescriptor(prototype, 'find') ?? {};
    McpPrompt({ name: 'ask' })(prototype, 'find', method);
    await expect(serve(app, {})).rejects.toThrow(/MCP_PROMPT_NAME_CONFLICT/);
    expect(await offered(app)).toEqual(before);
    expect(changes).toEqual([]);
    await app.close();
  });
});
