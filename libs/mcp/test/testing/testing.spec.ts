import {
  Body,
  Controller,
  Get,
  Injectable,
  Module,
  NotFoundException,
  Param,
  ParseIntPipe,
  Post,
  Query,
  UnauthorizedException,
  UseGuards,
  ValidationPipe,
  type CanActivate,
  type ExecutionContext,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { IsInt, IsString, Max } from 'class-validator';
import { McpCall, McpCallContext, McpModule, McpTool } from 'nest-toolport';
import { McpTestError, createMcpTestClient, expectParity } from 'nest-toolport/testing';

const trace: string[] = [];

@Injectable()
class KeyGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    trace.push('guard');
    const { headers } = context.switchToHttp().getRequest<{ headers: Record<string, string> }>();
    if (headers['x-key'] !== 'k') throw new UnauthorizedException('who are you?');
    return true;
  }
}

class NoteDto {
  @IsString()
  text: string;

  @IsInt()
  @Max(5)
  stars: number;
}

const SURE = {
  type: 'object',
  properties: { sure: { type: 'boolean' } },
  required: ['sure'],
} as const;

@Controller('notes')
@UseGuards(KeyGuard)
class NotesController {
  @Post()
  @McpTool({ description: 'Writes a note' })
  create(@Body() dto: NoteDto, @McpCall() call: McpCallContext) {
    trace.push(`create ${dto.text}`);
    call.progress(1, 2, 'half');
    return dto;
  }

  @Get(':id')
  @McpTool({ description: 'Finds a note' })
  find(@Param('id', ParseIntPipe) id: number, @Query('lang') lang?: string) {
    if (id === 404) throw new NotFoundException('No such note');
    return { id, lang };
  }

  @Get('count/all')
  @McpTool({ description: 'Counts the notes', name: 'notes_count' })
  count() {
    return 12;
  }

  @Get('other/one')
  @McpTool({ description: 'Tells the transports apart', name: 'notes_apart' })
  apart(@McpCall() call: McpCallContext) {
    return { transport: call.transport };
  }

  @Get('other/sure')
  @McpTool({ description: 'Asks twice', name: 'notes_sure' })
  async sure(@McpCall() call: McpCallContext) {
    const { action } = await call.elicit({ message: 'Sure?', requestedSchema: SURE });
    const page = await call.elicit({ mode: 'url', message: 'Sign', url: 'https://sign.example' });
    return { answers: [action, page.action] };
  }
}

@Module({ imports: [McpModule.forRoot({})], controllers: [NotesController] })
class AppModule {}

const headers = { 'x-key': 'k' };

describe('nest-toolport/testing', () => {
  async function started() {
    const app = await NestFactory.create(AppModule, { logger: false });
    app.useGlobalPipes(new ValidationPipe({ whitelist: true, transform: true }));
    await app.listen(0, '127.0.0.1');
    return app;
  }

  it('lists and calls in process, with progress', async () => {
    const app = await started();
    const client = createMcpTestClient(app, { headers });
    const tools = await client.listTools();
    const progress: number[] = [];
    const result = await client.callTool(
      'notes_create',
      { text: 'hi', stars: 5 },
      { onProgress: (step) => progress.push(step.progress) },
    );
    await app.close();
    expect(tools.map(({ name }) => name)).toEqual([
      'notes_apart',
      'notes_count',
      'notes_create',
      'notes_find',
      'notes_sure',
    ]);
    expect(result.structuredContent).toEqual({ text: 'hi', stars: 5 });
    expect(progress).toEqual([1]);
  });

  it('throws what a message was refused with', async () => {
    const app = await started();
    const client = createMcpTestClient(app, { headers });
    const refused = await client.callTool('nothing').then(undefined, (error: unknown) => error);
    await app.close();
    expect(refused).toBeInstanceOf(McpTestError);
    expect(refused).toMatchObject({ code: -32602, data: { code: 'MCP_TOOL_NOT_FOUND' } });
  });

  it('answers the questions of a tool by onElicit', async () => {
    const app = await started();
    const asked: string[] = [];
    const client = createMcpTestClient(app, {
      headers,
      onElicit: ({ mode, message }) => {
        asked.push(message);
        return mode === 'url'
          ? { action: 'decline' }
          : { action: 'accept', content: { sure: true } };
      },
    });
    const result = await client.callTool('notes_sure');
    await app.close();
    expect(result.structuredContent).toEqual({ answers: ['accept', 'decline'] });
    expect(asked).toEqual(['Sure?', 'Sign']);
  });

  it('leaves a question open without onElicit, and gives up on answers that never fit', async () => {
    const app = await started();
    const mute = createMcpTestClient(app, { headers, capabilities: { elicitation: {} } });
    const open = await mute.callTool('notes_sure');
    const wrong = { action: 'accept', content: { sure: 'yes?' } } as const;
    const client = createMcpTestClient(app, { headers, onElicit: () => wrong });
    await expect(client.callTool('notes_sure')).rejects.toThrow(/has asked 20 times/);
    await app.close();
    expect(open).toMatchObject({ resultType: 'input_required' });
  });

  it.each([
    ['an answer', '/notes/7?lang=de', { id: 7, lang: 'de' }, 200],
    ['an answer without an optional argument', '/notes/7', { id: 7 }, 200],
    ['a refusal of the method', '/notes/404', { id: 404 }, 404],
    ['a refusal of a pipe', '/notes/x', { id: 'x' }, 400],
  ])('finds %s the same by REST and by tool', async (_name, path, args, status) => {
    const app = await started();
    const parity = { rest: { method: 'GET', path }, tool: 'notes_find', args, headers };
    const outcome = await expectParity(app, parity);
    await app.close();
    expect(outcome.status).toBe(status);
  });

  it('compares what is observed, validation and plain answers', async () => {
    const app = await started();
    const common = { tool: 'notes_create', headers };
    const reset = () => void trace.splice(0);
    const observe = () => [...trace];
    const good = { text: 'a', stars: 1 };
    const bad = { stars: 9 };
    for (const body of [good, bad]) {
      const rest = { method: 'POST', path: '/notes', body };
      await expectParity(app, { ...common, rest, args: body, reset, observe });
    }
    expect(trace).toEqual(['guard']);
    const count = { method: 'GET', path: '/notes/count/all' };
    await expectParity(app, { tool: 'notes_count', rest: count, headers });
    await expectParity(app, { tool: 'notes_count', rest: count });
    await app.close();
  });

  it.each([
    ['the answer', { tool: 'notes_apart', args: {}, path: '/notes/other/one' }, /answer differs/],
    ['the status', { tool: 'notes_find', args: { id: 404 }, path: '/notes/x' }, /status/],
    ['a failure', { tool: 'notes_find', args: { id: 404 }, path: '/notes/7' }, /the tool failed/],
    ['a success', { tool: 'notes_find', args: { id: 7 }, path: '/notes/404' }, /did not/],
  ])('tells when %s differs', async (_name, { tool, args, path }, message) => {
    const app = await started();
    const parity = { rest: { method: 'GET', path }, tool, args, headers };
    await expect(expectParity(app, parity)).rejects.toThrow(message);
    await app.close();
  });

  it('tells when side effects differ', async () => {
    const app = await started();
    let calls = 0;
    const parity = {
      rest: { method: 'GET', path: '/notes/7' },
      tool: 'notes_find',
      args: { id: 7 },
      headers,
      observe: () => ++calls,
    };
    await expect(expectParity(app, parity)).rejects.toThrow(/observed/);
    await app.close();
  });
});
