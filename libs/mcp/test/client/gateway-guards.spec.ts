import 'reflect-metadata';
import { ForbiddenException, Injectable, Module, type CanActivate } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { inProcessServer, McpClientModule } from '../../src/client.js';
import { McpModule, McpTool } from '../../src/index.js';
import { createMcpTestClient } from '../../src/testing.js';
import { textOf } from './support/managers.js';

@Injectable()
class Tools {
  @McpTool({ name: 'echo', description: 'Answers' })
  echo() {
    return 'reached';
  }
}

@Module({ imports: [McpModule.forRoot({ name: 'far' })], providers: [Tools] })
class FarModule {}

@Injectable()
class LockGuard implements CanActivate {
  isLocked = false;

  canActivate(): boolean {
    if (this.isLocked) throw new ForbiddenException('locked');
    return true;
  }
}

describe('a guard that the gateway is given as a class', () => {
  it.each([
    ['is the instance that the application has', [LockGuard], 'FORBIDDEN: locked'],
    ['is a new one where it has none', [], 'reached'],
  ])('%s', async (_title, providers, answer) => {
    const far = await NestFactory.create(FarModule, { logger: false });
    await far.init();
    const expose = { guards: [LockGuard] };

    @Module({
      imports: [
        McpModule.forRoot({ name: 'near' }),
        McpClientModule.forRoot({ servers: { far: { ...inProcessServer(far), expose } } }),
      ],
      providers,
    })
    class NearModule {}
    const near = await NestFactory.create(NearModule, { logger: false });
    await near.init();
    for (const provider of providers) near.get(provider).isLocked = true;
    const result = await createMcpTestClient(near).callTool('mcp_far_echo');
    await near.close();
    await far.close();
    expect(textOf(result as never)).toBe(answer);
  });
});
