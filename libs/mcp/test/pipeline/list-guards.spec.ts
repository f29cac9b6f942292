import {
  All,
  Controller,
  Get,
  Inject,
  Injectable,
  Module,
  Scope,
  UseGuards,
  VersioningType,
  type CanActivate,
  type ExecutionContext,
  type INestApplication,
  type Type,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { McpListGuard, McpModule, McpTool } from 'nest-toolport';
import { createMcpTestClient } from 'nest-toolport/testing';

interface Seen {
  readonly method: string;
  readonly url: string;
  readonly route: { readonly path: string };
}

const seen: string[] = [];

@Injectable()
@McpListGuard()
class NotingGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { method, url, route } = context.switchToHttp().getRequest<Seen>();
    seen.push(`${method} ${url} ${route.path}`);
    return true;
  }
}

@Injectable()
class OtherGuard implements CanActivate {
  canActivate(): boolean {
    return true;
  }
}

@Controller({ path: 'notes', version: '2' })
@UseGuards(NotingGuard)
class NotesController {
  @All('any')
  @McpTool({ name: 'any', description: 'Any verb' })
  any() {
    return 'any';
  }

  @Get('all')
  @McpTool({ name: 'all', description: 'All notes' })
  all() {
    return 'all';
  }
}

let made = 0;

@Controller('scoped')
@UseGuards(OtherGuard)
class ScopedController {
  constructor(@Inject('PER_REQUEST') readonly dependency: object) {
    made += 1;
    throw new Error('cannot be made');
  }

  @Get()
  @McpTool({ name: 'scoped', description: 'One per request' })
  read() {
    return 'read';
  }
}

@Controller('guarded')
@UseGuards(NotingGuard)
class GuardedScopedController {
  constructor(@Inject('PER_REQUEST') readonly dependency: object) {}

  @Get()
  @McpTool({ name: 'guarded', description: 'One per request, behind a list guard' })
  read() {
    return 'read';
  }
}

async function start(...controllers: Type[]): Promise<INestApplication> {
  @Module({
    imports: [McpModule.forRoot({ visibility: 'guarded' })],
    controllers,
    providers: [{ provide: 'PER_REQUEST', scope: Scope.REQUEST, useFactory: () => ({}) }],
  })
  class AppModule {}
  const app = await NestFactory.create(AppModule, { logger: false });
  app.setGlobalPrefix('api');
  app.enableVersioning({ type: VersioningType.URI });
  await app.init();
  seen.splice(0);
  return app;
}

const listed = async (app: INestApplication) =>
  (await createMcpTestClient(app).listTools()).map(({ name }) => name);

describe('the guards that a list asks', () => {
  it('see verb, URL and route as they do in a call', async () => {
    const app = await start(NotesController);
    await listed(app);
    const asked = seen.splice(0);
    const client = createMcpTestClient(app);
    await client.callTool('all');
    await client.callTool('any');
    await app.close();
    expect(asked).toEqual(seen);
    expect(asked).toEqual([
      'GET /api/v2/notes/all /api/v2/notes/all',
      'POST /api/v2/notes/any /api/v2/notes/any',
    ]);
  });

  it('are none where no guard of a request-scoped class is a list guard', async () => {
    const app = await start(ScopedController);
    made = 0;
    const names = await listed(app);
    await app.close();
    expect(names).toEqual(['scoped']);
    expect(made).toBe(0);
  });

  it('are asked where one of a request-scoped class is', async () => {
    const app = await start(GuardedScopedController);
    const names = await listed(app);
    await app.close();
    expect(names).toEqual(['guarded']);
    expect(seen).toHaveLength(1);
  });
});
