import {
  Controller,
  Get,
  Module,
  NotFoundException,
  Param,
  ParseIntPipe,
  Query,
  ValidationPipe,
  type PipeTransform,
} from '@nestjs/common';
import { McpTool } from 'nest-toolport';
import { META } from '../../src/protocol/messages.js';
import type { ArgumentIssue } from '../../src/schema/argument-check.js';
import { startBench, type Bench } from './support/bench.js';

class FindPipe implements PipeTransform {
  transform(): never {
    throw new NotFoundException('no such task');
  }
}

@Controller('tasks')
class TasksController {
  @McpTool({ name: 'get' }) @Get(':id') get(
    @Param('id', ParseIntPipe) id: number,
    @Query('lang') lang?: string,
  ) {
    return { id, lang };
  }
  @McpTool({ name: 'find' }) @Get('by/:task') find(
    @Param('task', FindPipe) task: string,
    @Query('page', new ParseIntPipe({ optional: true })) page?: number,
  ) {
    return { task, page };
  }
}

@Module({ controllers: [TasksController] })
class TasksModule {}

let bench: Bench;
beforeAll(async () => {
  const pipe = new ValidationPipe({ transform: true, whitelist: true, forbidNonWhitelisted: true });
  const configure = (app: Bench['app']) => void app.useGlobalPipes(pipe);
  bench = await startBench('http-express', TasksModule, { configure });
});
afterAll(() => bench.close());

async function refusal(tool: string, args: object) {
  const { status, texts, result } = await bench.call(tool, args);
  const { details } = result?._meta?.[META.error] as {
    details?: { issues: readonly ArgumentIssue[] };
  };
  return { status, text: texts[0], issues: details?.issues.map((i) => `${i.path} ${i.message}`) };
}

describe('where a pipe refuses one value', () => {
  const said = 'BAD_REQUEST: Validation failed (numeric string is expected)';
  const missing = 'id is required and must be an integer';

  it.each<[object, readonly string[]]>([
    [{}, [missing]],
    [{ taskId: 1 }, [missing, 'taskId is not expected here, known: id, lang']],
    [{ id: 'abc' }, ['id must be an integer, got a string']],
  ])('names each field of %j, under the status of the route', async (args, issues) => {
    expect(await refusal('get', args)).toEqual({
      status: 400,
      text: [said, ...issues].join('; '),
      issues,
    });
  });

  it('adds the fields to a refusal of the application’s own, too', async () => {
    const rest = await bench.rest({ method: 'GET', path: '/tasks/by/1?page=x' });
    expect(await refusal('find', { task: '1', page: 'x' })).toEqual({
      status: rest.status,
      text: 'NOT_FOUND: no such task; page must be an integer, got a string',
      issues: ['page must be an integer, got a string'],
    });
  });

  it('adds nothing where the arguments are of the right form', async () => {
    expect(await refusal('find', { task: '1' })).toEqual({
      status: 404,
      text: 'NOT_FOUND: no such task',
      issues: undefined,
    });
  });
});
