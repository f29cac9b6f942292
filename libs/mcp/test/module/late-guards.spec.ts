import { PassThrough } from 'node:stream';
import {
  Injectable,
  Module,
  UnauthorizedException,
  type CanActivate,
  type ExecutionContext,
  type OnModuleInit,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import {
  McpModule,
  McpServer,
  McpTool,
  ToolRegistry,
  serveStdio,
  type McpModuleOptions,
  type Tool,
} from 'nest-toolport';
import { createMcpTestClient } from 'nest-toolport/testing';

const added: Tool = {
  name: 'added',
  origin: 'local',
  inputSchema: { type: 'object', properties: {} },
  execute: () => Promise.resolve({ success: true, content: [{ type: 'text', text: 'reached' }] }),
};

@Injectable()
class Tools {
  @McpTool({ name: 'decorated', description: 'x' })
  run() {
    return 'reached';
  }
}

/** Adds its tool as early as an application can. */
@Injectable()
class Adder implements OnModuleInit {
  constructor(private readonly registry: ToolRegistry) {}
  onModuleInit(): void {
    this.registry.add(added);
  }
}

function application(options: McpModuleOptions) {
  @Module({ imports: [McpModule.forRoot(options)], providers: [Tools, Adder] })
  class AppModule {}
  return AppModule;
}

class KeyGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { headers } = context.switchToHttp().getRequest<{ headers: Record<string, string> }>();
    if (headers['x-api-key'] === 'right') return true;
    throw new UnauthorizedException();
  }
}

describe('guards that are known later than a tool was added', () => {
  it.each(['added', 'decorated'])('close the %s tool: authenticate', async (name) => {
    const app = await NestFactory.create(application({ authenticate: [new KeyGuard()] }), {
      logger: false,
    });
    await app.init();
    const call = (key: string) =>
      createMcpTestClient(app, { headers: { 'x-api-key': key } }).callTool(name);
    const wrong = await call('wrong');
    const right = await call('right');
    await app.close();
    expect(JSON.stringify(wrong)).toContain('UNAUTHORIZED');
    expect(right.content).toMatchObject([{ text: 'reached' }]);
  });

  it('close the added tool: globals of serveStdio', async () => {
    const context = await NestFactory.createApplicationContext(application({}), { logger: false });
    const [input, output] = [new PassThrough(), new PassThrough()];
    const call = (id: number, name: string) =>
      `${JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name } })}\n`;
    input.end(call(1, 'added') + call(2, 'decorated'));
    await serveStdio(context, { input, output, globals: { guards: [new KeyGuard()] } });
    const text = String(output.read());
    await context.close();
    expect(text.match(/UNAUTHORIZED: /g)).toHaveLength(2);
    expect(text).not.toContain('reached');
  });

  it('leave a tool disabled that was disabled', async () => {
    const context = await NestFactory.createApplicationContext(application({}), { logger: false });
    const registry = context.get(ToolRegistry);
    registry.disable('decorated');
    registry.disable('added');
    const [input, output] = [new PassThrough(), new PassThrough()];
    input.end();
    await serveStdio(context, { input, output, globals: { guards: [new KeyGuard()] } });
    const names = () => context.get(McpServer).tools.map(({ name }) => name);
    expect(names()).toEqual([]);
    registry.enable('decorated');
    registry.enable('added');
    expect(names()).toEqual(['added', 'decorated']);
    const refused = await registry.execute('added');
    await context.close();
    expect(refused.success).toBe(false);
  });
});
