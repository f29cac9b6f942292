import { Controller, Get, Injectable, Module, UseGuards, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import {
  McpModule,
  McpParam,
  McpPrompt,
  McpResource,
  McpServer,
  McpTool,
  type McpModuleOptions,
} from '../../src/index.js';
import { AUDIENCE, Issuer } from './support/issuer.js';

const reached: string[] = [];

@Injectable()
class Files {
  @McpPrompt({ description: 'Closed', scopes: ['files:read'] })
  closed() {
    reached.push('closed');
    return 'closed';
  }

  @McpResource('files://closed', { description: 'Closed', scopes: ['files:read'] })
  read() {
    reached.push('read');
    return 'closed';
  }

  @McpPrompt({ name: 'secret', description: 'Needs an argument', scopes: ['files:read'] })
  secret(@McpParam('merger') merger: string) {
    reached.push('secret');
    return merger;
  }

  @McpPrompt({ name: 'guarded', description: 'Needs an argument' })
  @UseGuards({ canActivate: () => false })
  guarded(@McpParam('merger') merger: string) {
    reached.push('guarded');
    return merger;
  }

  @McpPrompt({ description: 'Open' })
  open() {
    return 'open';
  }
}

@Controller('tools')
class ScopedTool {
  @Get()
  @McpTool({ description: 'Closed', scopes: ['files:read'] })
  get() {}
}

async function boot(mcp: McpModuleOptions, owner: Type) {
  @Module({
    imports: [McpModule.forRoot({ name: 'files', version: '1.0.0', ...mcp })],
    ...(owner === ScopedTool ? { controllers: [owner] } : { providers: [owner] }),
  })
  class AppModule {}
  const options = { logger: false, abortOnError: false } as const;
  return NestFactory.createApplicationContext(AppModule, options);
}

describe('scopes of prompts and resources', () => {
  let issuer: Issuer;
  beforeEach(async () => {
    reached.length = 0;
    issuer = await Issuer.start();
  });
  afterEach(() => issuer.close());

  async function ask(scope: string, method: string, params: object = {}) {
    const app = await boot({ oauth: { issuer: issuer.url, audience: AUDIENCE } }, Files);
    const authorization = `Bearer ${await issuer.token({ claims: { scope } })}`;
    const reply = await app.get(McpServer).handle(
      { jsonrpc: '2.0', id: 1, method, params },
      {
        transport: 'http',
        headers: { authorization },
        request: { method: 'POST', originalUrl: '/mcp', host: 'h', protocol: 'https' },
        signal: new AbortController().signal,
        send: async () => {},
      },
    );
    await app.close();
    return reply;
  }

  it.each([
    ['prompts/get', { name: 'files_closed' }],
    ['resources/read', { uri: 'files://closed' }],
  ])('%s answers 403 with the scope, and runs nothing', async (method, params) => {
    const { status, headers } = await ask('other', method, params);
    expect(status).toBe(403);
    expect(headers?.['www-authenticate']).toContain('scope="files:read"');
    expect(reached).toEqual([]);
    expect((await ask('files:read', method, params)).status).toBe(200);
    expect(reached).toHaveLength(1);
  });

  it.each(['secret', 'guarded'])(
    'who may not get the prompt %s is not told its arguments either',
    async (name) => {
      const { message } = await ask('other', 'prompts/get', { name });
      expect(message).toMatchObject({ error: {} });
      expect(JSON.stringify(message)).not.toContain('merger');
    },
  );

  it('who may get a prompt is told which argument is missing, and nothing runs', async () => {
    const { message } = await ask('files:read', 'prompts/get', { name: 'secret' });
    const error = { code: -32602, message: expect.stringContaining('merger') };
    expect(message).toMatchObject({ error });
    expect(reached).toEqual([]);
  });

  it('completion says of no argument whether a hidden prompt has it', async () => {
    const answers = ['merger', 'other'].map(async (name) => {
      const ref = { type: 'ref/prompt', name: 'secret' };
      return (await ask('x', 'completion/complete', { ref, argument: { name, value: '' } }))
        .message;
    });
    const [right, wrong] = await Promise.all(answers);
    expect(right).toEqual(wrong);
  });

  it('lists leave them out for whoever lacks the scope', async () => {
    const prompts = await ask('other', 'prompts/list');
    expect(prompts.message).toMatchObject({
      result: { prompts: [{ description: 'Open' }, { name: 'guarded' }] },
    });
    const resources = await ask('other', 'resources/list');
    expect(resources.message).toMatchObject({ result: { resources: [] } });
    const all = await ask('files:read', 'resources/list');
    expect(all.message).toMatchObject({ result: { resources: [{ uri: 'files://closed' }] } });
  });
});

it.each([Files, ScopedTool])(
  'scopes without `oauth` keep the app from starting: %p',
  async (owner) => {
    await expect(boot({}, owner)).rejects.toThrow('MCP_SCOPES_UNCHECKED');
  },
);
