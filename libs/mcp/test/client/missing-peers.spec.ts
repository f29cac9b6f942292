import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { McpClientModule, type McpClientOptions } from '../../src/client.js';

jest.mock('@modelcontextprotocol/client', () => mockMissing('@modelcontextprotocol/client'));
jest.mock('ws', () => mockMissing('ws'));

/** As Node says it where npm has not installed the package. */
function mockMissing(name: string): never {
  const message = `Cannot find package '${name}' imported from /app/node_modules/nest-toolport`;
  throw Object.assign(new Error(message), { code: 'ERR_MODULE_NOT_FOUND' });
}

async function boot(options: McpClientOptions): Promise<unknown> {
  @Module({ imports: [McpClientModule.forRoot(options)] })
  class AppModule {}
  const app = await NestFactory.create(AppModule, { logger: false, abortOnError: false });
  await app.init();
  return app.close();
}

describe('McpClientModule without the packages that it needs', () => {
  const one = { type: 'websocket', url: 'ws://127.0.0.1:9/mcp' } as const;

  it('stops the start, and names all that are missing', async () => {
    await expect(boot({ servers: { one } })).rejects.toMatchObject({
      problems: [
        { code: 'MCP_PEER_MISSING', remedy: 'npm install @modelcontextprotocol/client' },
        { code: 'MCP_PEER_MISSING', remedy: 'npm install ws' },
      ],
    });
  });

  it('starts where every server is disabled', async () => {
    const started = boot({ servers: { one: { ...one, disabled: true } } });
    await expect(started).resolves.toBeUndefined();
  });
});
