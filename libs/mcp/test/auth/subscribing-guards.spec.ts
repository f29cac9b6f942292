import {
  Controller,
  ForbiddenException,
  Get,
  Inject,
  Injectable,
  Module,
  Param,
  Scope,
  UseGuards,
  type CanActivate,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { APP_INTERCEPTOR, NestFactory, REQUEST } from '@nestjs/core';
import { McpModule, McpResource, McpServer } from '../../src/index.js';

interface Asked {
  readonly url: string;
  readonly params: Record<string, unknown>;
  readonly headers: Record<string, string>;
}

const seen: string[] = [];

/** Lets each user see what is his, and knows the class that it guards. */
@Injectable({ scope: Scope.REQUEST })
class OwnGuard implements CanActivate {
  constructor(@Inject(REQUEST) private readonly injected: Asked) {}

  canActivate(context: ExecutionContext): boolean {
    const { params, url } = context.switchToHttp().getRequest<Asked>();
    seen.push(`${context.getClass().name}.${context.getHandler().name} ${url}`);
    if (this.injected.headers['x-user'] !== params.user) throw new ForbiddenException('not yours');
    return true;
  }
}

@Injectable({ scope: Scope.REQUEST })
class CountingInterceptor implements NestInterceptor {
  intercept: NestInterceptor['intercept'] = (_context, next) => {
    seen.push('intercepted');
    return next.handle();
  };
}

@Controller('notes')
@UseGuards(OwnGuard)
class NotesController {
  @Get(':user')
  @McpResource('notes://{user}')
  read(@Param('user') user: string) {
    seen.push(`read ${user}`);
    return user;
  }
}

@Module({
  imports: [McpModule.forRoot({ name: 'notes', version: '1.0.0' })],
  controllers: [NotesController],
  providers: [{ provide: APP_INTERCEPTOR, useClass: CountingInterceptor }],
})
class NotesModule {}

it('a subscription asks the guards of the resource as its reading does, and runs nothing else', async () => {
  const app = await NestFactory.create(NotesModule, { logger: false });
  await app.init();
  try {
    const connection = app.get(McpServer).openConnection({
      transport: 'in-process',
      headers: { 'x-user': 'ann' },
      signal: new AbortController().signal,
      send: async () => {},
    });
    const ask = async (method: string, params: object) =>
      (await connection.receive({ jsonrpc: '2.0', id: method, method, params })).message;
    const clientInfo = { name: 't', version: '1' };
    await ask('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo });

    seen.length = 0;
    expect(await ask('resources/subscribe', { uri: 'notes://ann' })).toMatchObject({ result: {} });
    expect(await ask('resources/subscribe', { uri: 'notes://bob' })).toMatchObject({
      error: { message: 'not yours' },
    });
    const guarded = (user: string) => `NotesController.read /notes/${user}`;
    expect(seen).toEqual([guarded('ann'), guarded('bob')]);

    await ask('resources/read', { uri: 'notes://ann' });
    expect(seen.slice(2)).toEqual([guarded('ann'), 'intercepted', 'read ann']);
  } finally {
    await app.close();
  }
});
