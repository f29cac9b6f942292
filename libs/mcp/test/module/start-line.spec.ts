import { Controller, Get, Module, type INestApplication, type LoggerService } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { McpModule, McpParam, McpPrompt, McpResource, McpTool } from 'nest-toolport';

@Controller('shop')
class ShopController {
  @Get()
  @McpTool({ description: 'Finds', servers: ['default', 'admin'] })
  find(): void {}

  @Get('price')
  @McpTool({ description: 'Prices', servers: ['default'] })
  price(): void {}

  @McpTool({ description: 'For widgets alone', servers: ['default'], visible: false })
  hidden(): void {}

  @McpResource('shop://hours', { servers: ['default'] })
  hours() {
    return '9 to 5';
  }

  @McpResource('shop://goods/{id}', { servers: ['default'] })
  goods(@McpParam('id') id: string) {
    return id;
  }

  @McpPrompt({ description: 'Greets', servers: ['default'] })
  greet() {
    return 'hi';
  }

  @McpPrompt({ description: 'Thanks', servers: ['default'] })
  thank() {
    return 'thanks';
  }
}

@Module({
  imports: [
    McpModule.forRoot(),
    McpModule.forRoot({ server: 'admin', path: '/admin/mcp', ignoreGlobalPrefix: true }),
    McpModule.forRoot({ server: 'empty', path: '/empty' }),
  ],
  controllers: [ShopController],
})
class ShopModule {}

/** What the application says by Nest's logger, each line once it is said. */
function recorder() {
  const lines: string[] = [];
  const keep = (message: unknown, context?: unknown): void => {
    if (context === 'Toolport') lines.push(String(message));
  };
  const logger: LoggerService = { log: keep, warn: () => {}, error: () => {} };
  return { lines, logger };
}

describe('the line of the start', () => {
  let app: INestApplication;
  afterEach(() => app.close());

  it('says once per server, when the application listens, where it answers and what it offers', async () => {
    const { lines, logger } = recorder();
    app = await NestFactory.create(ShopModule, { logger });
    app.setGlobalPrefix('api');
    await app.init();
    expect(lines).toEqual([]);
    await app.listen(0, '127.0.0.1');
    expect(lines.toSorted()).toEqual([
      'POST /admin/mcp: 1 tool',
      'POST /api/empty: 0 tools',
      'POST /api/mcp: 2 tools, 1 resource, 1 resource template, 2 prompts',
    ]);
  });

  it('names the root where the endpoint is there', async () => {
    @Module({ imports: [McpModule.forRoot({ path: '/' })] })
    class RootModule {}
    const { lines, logger } = recorder();
    app = await NestFactory.create(RootModule, { logger });
    await app.listen(0, '127.0.0.1');
    expect(lines).toEqual(['POST /: 0 tools']);
  });
});
