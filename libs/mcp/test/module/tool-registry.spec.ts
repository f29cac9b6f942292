import {
  Controller,
  Get,
  Injectable,
  Module,
  UnauthorizedException,
  type CanActivate,
  type ExecutionContext,
} from '@nestjs/common';
import { APP_GUARD, NestFactory } from '@nestjs/core';
import { McpModule, McpServer, McpTool, ToolRegistry, type Tool } from 'nest-toolport';

@Injectable()
class KeyGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<{
      user?: string;
      headers: Record<string, string>;
    }>();
    if (request.user === undefined && request.headers['x-api-key'] !== 'k1') {
      throw new UnauthorizedException();
    }
    return true;
  }
}

@Controller('things')
class ThingsController {
  @Get('slow')
  @McpTool({ description: 'Never answers', timeout: 20 })
  slow() {
    return new Promise(() => {});
  }

  @Get('odd')
  @McpTool({ description: 'Throws what nobody can read' })
  odd(): never {
    throw new Proxy(
      {},
      {
        get() {
          throw new Error('x');
        },
      },
    ) as Error;
  }

  @Get()
  @McpTool({ description: 'Lists things' })
  find() {
    return { things: 2 };
  }
}

@Module({
  imports: [McpModule.forRoot({})],
  controllers: [ThingsController],
  providers: [{ provide: APP_GUARD, useClass: KeyGuard }],
})
class AppModule {}

const echo: Tool = {
  name: 'echo',
  description: 'Says it again',
  origin: 'local',
  inputSchema: {
    type: 'object',
    properties: { text: { type: 'string' } },
    required: ['text'],
    additionalProperties: false,
  },
  execute: (args) =>
    Promise.resolve({ success: true, content: [{ type: 'text', text: String(args.text) }] }),
};

describe('ToolRegistry in an application that serves tools', () => {
  async function started() {
    const app = await NestFactory.create(AppModule, { logger: false });
    await app.init();
    const registry = app.get(ToolRegistry);
    return { app, registry, server: app.get(McpServer) };
  }

  it('runs a local tool through its guards, as the caller that is named', async () => {
    const { app, registry } = await started();
    const nobody = await registry.execute('things_find');
    const somebody = await registry.execute('things_find', {}, { caller: 'ann' });
    await app.close();
    expect(nobody).toMatchObject({ success: false });
    expect(JSON.stringify(nobody.content)).toContain('UNAUTHORIZED');
    expect(somebody).toMatchObject({ success: true, structured: { things: 2 } });
  });

  it('holds a local tool to its own time', async () => {
    const { app, registry } = await started();
    const late = await registry.execute('things_slow', {}, { caller: 'ann' });
    await app.close();
    expect(JSON.stringify(late.content)).toContain('TIMEOUT');
  });

  it('masks what refuses to be read like any other error', async () => {
    const { app, registry } = await started();
    const odd = await registry.execute('things_odd', {}, { caller: 'ann' });
    await app.close();
    expect(JSON.stringify(odd.content)).toMatch(/INTERNAL: Internal server error \(ref/);
  });

  it('guards a tool that was added at run time like any other', async () => {
    const { app, registry, server } = await started();
    registry.add(echo);
    const nobody = await registry.execute('echo', { text: 'hi' });
    const somebody = await registry.execute('echo', { text: 'hi' }, { caller: 'ann' });
    const wrong = await registry.execute('echo', { text: 7 }, { caller: 'ann' });
    await app.close();
    expect(server.findTool('echo')).toBeDefined();
    expect(nobody).toMatchObject({ success: false });
    expect(somebody).toMatchObject({ success: true, content: [{ text: 'hi' }] });
    expect(JSON.stringify(wrong.content)).toMatch(/VALIDATION_FAILED.*text/);
  });

  it('asks the guards that came with an added tool', async () => {
    const { app, registry } = await started();
    const guard: CanActivate = { canActivate: () => false };
    registry.add(echo, { guards: [guard] });
    const refused = await registry.execute('echo', { text: 'hi' }, { caller: 'ann' });
    await app.close();
    expect(refused).toMatchObject({ success: false });
    expect(JSON.stringify(refused.content)).toContain('FORBIDDEN');
  });

  it('takes tools off the list and puts them back, and tells so', async () => {
    const { app, registry, server } = await started();
    const changes: string[] = [];
    registry.onChange(({ added, removed }) => changes.push(`+${added.join()} -${removed.join()}`));
    registry.add(echo);
    registry.disable('things_find');
    expect(registry.find('things_find')).toBeUndefined();
    expect(server.findTool('things_find')).toBeUndefined();
    registry.enable('things_find');
    expect(registry.remove('echo')).toBe(true);
    expect(registry.remove('things_find')).toBe(false);
    await app.close();
    expect(changes).toEqual(['+echo -', '+ -things_find', '+things_find -', '+ -echo']);
  });

  it('refuses a name that is taken or illegal', async () => {
    const { app, registry } = await started();
    expect(() => registry.add({ ...echo, name: 'things_find' })).toThrow(/already/);
    expect(() => registry.add({ ...echo, name: 'no name' })).toThrow(/no_name/);
    await app.close();
  });
});
