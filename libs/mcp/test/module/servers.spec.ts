import {
  Controller,
  Get,
  Injectable,
  Logger,
  Module,
  Post,
  SetMetadata,
  UseGuards,
  type CanActivate,
  type Type,
  type ExecutionContext,
} from '@nestjs/common';
import { NestFactory, Reflector, type AbstractHttpAdapter } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import {
  McpListGuard,
  McpModule,
  McpPrompt,
  McpServer,
  McpTool,
  getMcpServerToken,
} from 'nest-toolport';
import { createMcpTestClient } from 'nest-toolport/testing';

@Controller('shop')
class ShopController {
  @Get()
  @McpTool({ description: 'Both', servers: ['default', 'admin'] })
  both(): void {}

  @Get('a')
  @McpTool({ description: 'Shop', tags: ['shop'] })
  buy(): void {}

  @Get('b')
  @McpTool({ description: 'Admin', servers: ['admin'] })
  refund(): void {}
}

@Controller('staff')
class StaffController {
  @Get()
  @McpTool({ description: 'Staff' })
  find(): void {}

  @McpPrompt({ description: 'Staff', servers: ['admin'] })
  greet() {
    return 'hi';
  }
}

@Module({ controllers: [StaffController] })
class StaffModule {}

@Module({
  imports: [
    StaffModule,
    McpModule.forRoot({ serve: { tags: ['shop'] } }),
    McpModule.forRoot({ server: 'admin', path: '/admin/mcp', serve: { modules: [StaffModule] } }),
  ],
  controllers: [ShopController],
})
class TwoServersModule {}

async function post(url: string, method: string, params: object = {}) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  const { result, error } = (await response.json()) as {
    result?: { tools?: { name: string }[] };
    error?: { code: number; message: string };
  };
  return { names: result?.tools?.map(({ name }) => name), error };
}

describe('several servers in one application', () => {
  it('O-B04 gives each its own tools, and knows nothing of the other’s', async () => {
    const app = await NestFactory.create(TwoServersModule, { logger: false });
    await app.listen(0, '127.0.0.1');
    const url = await app.getUrl();
    const shop = await post(`${url}/mcp`, 'tools/list');
    const admin = await post(`${url}/admin/mcp`, 'tools/list');
    const foreign = await post(`${url}/mcp`, 'tools/call', { name: 'shop_refund' });
    const server = app.get<McpServer>(getMcpServerToken('admin'), { strict: false });
    const prompts = server.prompts.map(({ name }) => name);
    await app.close();
    expect(shop.names).toEqual(['shop_both', 'shop_buy']);
    expect(admin.names).toEqual(['shop_both', 'shop_refund', 'staff_find']);
    expect(foreign.error).toMatchObject({
      code: -32602,
      message: expect.stringContaining('Unknown'),
    });
    expect(prompts).toEqual(['staff_greet']);
  });
});

const Roles = (role: string) => SetMetadata('role', role);
let asked = 0;

@Injectable()
@McpListGuard()
class RolesGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const role = this.reflector.get<string | undefined>('role', context.getHandler());
    const { headers } = context.switchToHttp().getRequest<{ headers: Record<string, string> }>();
    return role === undefined || headers['x-role'] === role;
  }
}

@Injectable()
class CountingGuard implements CanActivate {
  canActivate(): boolean {
    asked += 1;
    return true;
  }
}

@Controller('docs')
@UseGuards(RolesGuard, CountingGuard)
class DocsController {
  @Get()
  @McpTool({ description: 'Reads' })
  read(): void {}

  @Post()
  @Roles('editor')
  @McpTool({ description: 'Writes' })
  write() {
    return 'written';
  }

  @Post('secret')
  @McpTool({ description: 'Hidden', visible: false })
  secret(): void {}
}

@Module({ imports: [McpModule.forRoot({ visibility: 'guarded' })], controllers: [DocsController] })
class GuardedModule {}

describe('visibility: guarded', () => {
  it('lists what the caller’s list guards let through, and asks no other guard', async () => {
    const app = await NestFactory.create(GuardedModule, { logger: false });
    await app.init();
    asked = 0;
    const reader = createMcpTestClient(app);
    const editor = createMcpTestClient(app, { headers: { 'x-role': 'editor' } });
    const names = async (client: typeof reader) =>
      (await client.listTools()).map(({ name }) => name);
    expect(await names(reader)).toEqual(['docs_read']);
    expect(await names(editor)).toEqual(['docs_read', 'docs_write']);
    expect(asked).toBe(0);
    await app.close();
  });

  it('leaves the verdict on a call to the guards', async () => {
    const app = await NestFactory.create(GuardedModule, { logger: false });
    await app.init();
    const reader = createMcpTestClient(app);
    const refused = await reader.callTool('docs_write');
    const unknown = await reader.callTool('docs_secret').catch((error: Error) => error.message);
    const written = await reader.callTool('docs_write', {}, { headers: { 'x-role': 'editor' } });
    await app.close();
    expect(JSON.stringify(refused)).toContain('FORBIDDEN');
    expect(unknown).toContain('Unknown tool');
    expect(written.content).toMatchObject([{ text: 'written' }]);
  });

  it.each<[string, Type<CanActivate>, RegExp[]]>([
    ['names the guards where none of them is marked', CountingGuard, [/no guard .*CountingGuard/]],
    ['is silent where one is', RolesGuard, []],
  ])('%s', async (_title, guard, expected) => {
    @Controller('plain')
    @UseGuards(guard)
    class PlainController {
      @Get()
      @McpTool({ description: 'Plain' })
      plain(): void {}
    }
    const imports = [McpModule.forRoot({ visibility: 'guarded' })];
    @Module({ imports, controllers: [PlainController] })
    class PlainModule {}
    const warn = jest.fn<void, [string]>();
    const logger = { log: () => {}, error: () => {}, warn };
    const app = await NestFactory.create(PlainModule, { logger });
    await app.init();
    await app.close();
    Logger.overrideLogger(false);
    const lines = warn.mock.calls.map(([line]) => line);
    const notices = lines.filter((line) => line.includes('MCP_LIST_GUARD_MISSING'));
    expect(notices).toEqual(expected.map((text) => expect.stringMatching(text)));
  });
});

describe('two servers that are in each other’s way', () => {
  const start = async (options: object[], adapter: () => AbstractHttpAdapter) => {
    @Module({ imports: options.map((one) => McpModule.forRoot(one)) })
    class TwiceModule {}
    const quiet = { logger: false, abortOnError: false } as const;
    const app = await NestFactory.create(TwiceModule, adapter(), quiet);
    try {
      await app.init();
    } finally {
      await app.close();
    }
  };

  it.each([
    ['Express', () => new ExpressAdapter()],
    ['Fastify', () => new FastifyAdapter()],
  ])('are named before anything is mounted, on %s', async (_platform, adapter) => {
    const twice = start([{ name: 'a' }, { name: 'b' }], adapter);
    await expect(twice).rejects.toThrow(
      /MCP_SERVER_CONFLICT .*key "default"[^]*MCP_SERVER_CONFLICT .*answer \/mcp/,
    );
    const onePath = start([{ name: 'a' }, { name: 'b', server: 'b' }], adapter);
    await expect(onePath).rejects.toThrow('two servers answer /mcp');
    await start([{ name: 'a' }, { name: 'b', server: 'b', path: '/b' }], adapter);
  });
});
