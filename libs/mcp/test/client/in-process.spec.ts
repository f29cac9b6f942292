import 'reflect-metadata';
import {
  Injectable,
  Module,
  UnauthorizedException,
  ValidationPipe,
  type CanActivate,
  type ExecutionContext,
  type INestApplication,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { IsInt } from 'class-validator';
import { inProcessServer } from '../../src/client.js';
import { McpCall, McpCallContext, McpModule, McpTool } from '../../src/index.js';
import { closeManagers, startManager, textOf } from './support/managers.js';

class Amount {
  @IsInt()
  n!: number;
}

class KeyGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest();
    if (request.headers.authorization !== 'Bearer k') throw new UnauthorizedException();
    request.user = 'ada';
    return true;
  }
}

@Injectable()
class Tools {
  readonly kept = { list: [1] };

  @McpTool({ name: 'double' })
  double({ n }: Amount) {
    return n * 2;
  }
  @McpTool({ name: 'who' })
  who(@McpCall() call: McpCallContext) {
    return `${String(call.caller)} ${call.transport}`;
  }
  @McpTool({ name: 'kept' })
  own() {
    return this.kept;
  }
}

describe('another Nest application in this process', () => {
  let app: INestApplication;
  beforeEach(async () => {
    @Module({
      imports: [McpModule.forRoot({ name: 'other', version: '1.0.0' })],
      providers: [Tools],
    })
    class OtherModule {}
    app = await NestFactory.create(OtherModule, { logger: false });
    app.useGlobalGuards(new KeyGuard());
    app.useGlobalPipes(new ValidationPipe());
    await app.init();
  });
  afterEach(async () => {
    await closeManagers();
    await app.close();
  });
  const headers = { authorization: 'Bearer k' };

  it.each(['auto', 'legacy', '2026-07-28'] as const)(
    'O-J22: is called without a socket, its guards and pipes run (%s)',
    async (protocol) => {
      const { registry } = await startManager({
        other: { ...inProcessServer(app, { headers }), protocol },
      });
      expect(app.getHttpServer().listening).toBe(false);
      expect(textOf(await registry.execute('mcp_other_double', { n: 21 }))).toBe('42');
      expect(textOf(await registry.execute('mcp_other_who'))).toBe('ada in-process');
      const refused = await registry.execute('mcp_other_double', { n: 'x' });
      expect(refused.success).toBe(false);
      expect(textOf(refused)).toMatch(/^VALIDATION_FAILED/);
    },
  );

  it('O-J22: without credentials the call is anonymous, and its guards decide', async () => {
    const { manager, registry } = await startManager({ other: inProcessServer(() => app) });
    expect(registry.list()).toEqual([]);
    expect(manager.health().servers.other?.state).not.toBe('ready');
  });

  it('what is done to a result does not reach into the other application', async () => {
    const { registry } = await startManager({ other: inProcessServer(app, { headers }) });
    const { structured } = await registry.execute('mcp_other_kept');
    (structured as { list: number[] }).list.push(2);
    expect(app.get(Tools).kept).toEqual({ list: [1] });
  });
});
