import { PassThrough } from 'node:stream';
import {
  Catch,
  Controller,
  Get,
  Injectable,
  Module,
  Query,
  UnauthorizedException,
  type ArgumentsHost,
  type CanActivate,
  type ExceptionFilter,
  type ExecutionContext,
  type INestApplicationContext,
  type OnModuleDestroy,
  type PipeTransform,
} from '@nestjs/common';
import { HttpAdapterHost, NestFactory } from '@nestjs/core';
import { McpModule } from '../../src/module/mcp.module.js';
import { serveStdio, type ServeStdioOptions } from '../../src/module/serve-stdio.js';
import { McpTool } from '../../src/decorators/tool.decorator.js';

class DomainError extends Error {}

@Controller('greetings')
class GreetingsController {
  @Get()
  @McpTool({ description: 'Greets' })
  greet(@Query('name') name: string) {
    if (name === 'nobody') throw new DomainError();
    return `Hello ${name}`;
  }
}

@Injectable()
class Connection implements OnModuleDestroy {
  isOpen = true;
  onModuleDestroy(): void {
    this.isOpen = false;
  }
}

@Module({
  imports: [McpModule.forRoot({ name: 'greetings', version: '1.0.0' })],
  controllers: [GreetingsController],
  providers: [Connection],
})
class AppModule {}

class KeyGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { headers } = context.switchToHttp().getRequest<{ headers: Record<string, string> }>();
    if (headers.authorization !== 'ApiKey good') throw new UnauthorizedException('wrong key');
    return true;
  }
}

/** As very many are: it knows no `Authorization`. */
class ApiKeyGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { headers } = context.switchToHttp().getRequest<{ headers: Record<string, string> }>();
    if (headers['x-api-key'] !== 'good') throw new UnauthorizedException('wrong key');
    return true;
  }
}

class ShoutingPipe implements PipeTransform {
  transform(value: unknown): unknown {
    return typeof value === 'string' ? value.toUpperCase() : value;
  }
}

@Catch(DomainError)
class DomainFilter implements ExceptionFilter {
  constructor(private readonly host: HttpAdapterHost) {}
  catch(_error: DomainError, host: ArgumentsHost): void {
    const response: unknown = host.switchToHttp().getResponse();
    this.host.httpAdapter.reply(response, { errorCode: 'NOBODY', message: 'no such person' }, 404);
  }
}

/** What a client is answered that says `messages` and closes its input. */
async function talk(
  context: INestApplicationContext,
  options: Pick<ServeStdioOptions, 'globals' | 'authorization' | 'headers'>,
  messages: object[],
): Promise<unknown[]> {
  const input = new PassThrough();
  const output = new PassThrough();
  let text = '';
  output.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')));
  input.end(messages.map((message) => `${JSON.stringify(message)}\n`).join(''));
  await serveStdio(context, { input, output, ...options });
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as unknown);
}

const greet = (name: string) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'greetings_greet', arguments: { name } },
});
const answering = (text: string, isError?: true) => [
  { id: 1, result: { content: [{ type: 'text', text }], ...(isError && { isError }) } },
];

describe('serveStdio: an application context over a pair of streams', () => {
  let context: INestApplicationContext;
  beforeEach(async () => {
    context = await NestFactory.createApplicationContext(AppModule, { logger: false });
  });
  afterEach(() => context.close());

  it('serves its tools, and leaves the context open when the input has ended', async () => {
    const messages = [{ jsonrpc: '2.0', id: 0, method: 'tools/list' }];
    expect(await talk(context, { globals: {} }, messages)).toMatchObject([
      { id: 0, result: { tools: [{ name: 'greetings_greet' }] } },
    ]);
    expect(await talk(context, { globals: {} }, [greet('Ann')])).toMatchObject(
      answering('Hello Ann'),
    );
    expect(context.get(Connection).isOpen).toBe(true);
  });

  it('runs the global guards that it is given, with the credentials that it is given', async () => {
    const globals = { guards: [new KeyGuard()] };
    const refused = answering('UNAUTHORIZED: wrong key', true);
    expect(await talk(context, { globals }, [greet('Ann')])).toMatchObject(refused);
    const authorization = 'ApiKey good';
    expect(await talk(context, { globals: {}, authorization }, [greet('Ann')])).toMatchObject(
      answering('Hello Ann'),
    );
  });

  it('satisfies a guard that reads another header, however its name is written', async () => {
    const globals = { guards: [new ApiKeyGuard()] };
    const refused = answering('UNAUTHORIZED: wrong key', true);
    const wrong = { 'X-Api-Key': 'wrong' };
    expect(await talk(context, { globals, headers: wrong }, [greet('Ann')])).toMatchObject(refused);
    const right = { 'X-Api-Key': 'good' };
    expect(await talk(context, { globals: {}, headers: right }, [greet('Ann')])).toMatchObject(
      answering('Hello Ann'),
    );
  });

  it('refuses a header that no call can carry, without its value', async () => {
    const talking = talk(context, { globals: {}, headers: { Host: 'hunter2' } }, []);
    await expect(talking).rejects.toThrow(
      /^serveStdio\(\{ headers \}\) cannot carry "host": it belongs to the connection or the protocol$/,
    );
  });

  it('runs them once a call, however many pairs of streams it serves', async () => {
    let runs = 0;
    const globals = { guards: [{ canActivate: () => (runs += 1) > 0 }] };
    await talk(context, { globals }, []);
    await talk(context, { globals }, []);
    await talk(context, { globals }, [greet('Ann')]);
    expect(runs).toBe(1);
  });

  it('runs the global pipes that it is given', async () => {
    const globals = { pipes: [new ShoutingPipe()] };
    expect(await talk(context, { globals }, [greet('Ann')])).toMatchObject(answering('Hello ANN'));
  });

  it('runs global filters that reply through the HTTP adapter, which a context lacks', async () => {
    const globals = { filters: [new DomainFilter(context.get(HttpAdapterHost))] };
    const [answer] = await talk(context, { globals }, [greet('nobody')]);
    expect(answer).toMatchObject({ result: { isError: true } });
    expect(JSON.stringify(answer)).toContain('NOBODY: no such person');
  });
});
