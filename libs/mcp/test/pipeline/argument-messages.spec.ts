import {
  Body,
  Controller,
  Get,
  Module,
  NotFoundException,
  Param,
  ParseDatePipe,
  ParseIntPipe,
  ParseUUIDPipe,
  Post,
  Query,
  ValidationPipe,
  type PipeTransform,
} from '@nestjs/common';
import { Type } from 'class-transformer';
import { IsDate, IsIP, IsString, MinLength, ValidateNested } from 'class-validator';
import { McpTool } from 'nest-toolport';
import { z } from 'zod';
import { META } from '../../src/protocol/messages.js';
import type { ArgumentIssue } from '../../src/schema/argument-check.js';
import { startBench, type Bench } from './support/bench.js';

class SubtaskDto {
  @IsString() @MinLength(1) title: string;
}
class TaskDto {
  @ValidateNested({ each: true }) @Type(() => SubtaskDto) subtasks: SubtaskDto[];
  @IsDate() @Type(() => Date) due: Date;
  @IsIP() host: string;
}
const Counted = z.object({ count: z.int(), day: z.iso.date() });

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
  @McpTool({ name: 'between' }) @Get('at/:key') between(
    @Param('key', new ParseUUIDPipe({ version: '4' })) key: string,
    @Query('since', new ParseDatePipe()) since: Date,
  ) {
    return { key, since };
  }
  @McpTool({ name: 'create' }) @Post() create(@Body() dto: TaskDto) {
    return dto;
  }
  @McpTool({ name: 'count', input: Counted }) @Post('count') count(
    @Body() body: z.infer<typeof Counted>,
  ) {
    return body;
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
  const error = result?._meta?.[META.error] as
    { details?: { issues: readonly ArgumentIssue[] } } | undefined;
  return {
    status,
    text: texts[0],
    issues: error?.details?.issues.map((i) => `${i.path} ${i.message}`),
  };
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

describe('the words of a refusal', () => {
  const dateTime = 'must be a date-time, e.g. 2026-12-24T10:00:00Z';

  it('say once what is wrong in a nested field, and in JSON’s words what a date is', async () => {
    const args = { subtasks: [{ title: '', x: 1 }], due: 'soon', host: '1' };
    const { text, issues } = await refusal('create', args);
    expect(text.slice('VALIDATION_FAILED: '.length).split('; ')).toEqual([
      'subtasks.0.property x should not exist',
      'subtasks.0.title must be longer than or equal to 1 characters',
      'due must be a Date instance',
      'host must be an ip address',
      `due ${dateTime}`,
    ]);
    expect(issues).toEqual([
      'subtasks[0].title must have at least 1 character',
      'subtasks[0].x is not expected here, known: title',
      `due ${dateTime}`,
      'host must fit: IP address',
    ]);
  });

  it('hold no expression and no bound that nobody wrote', async () => {
    expect((await refusal('count', {})).issues).toEqual([
      'count is required and must be an integer',
      'day is required and must be a string and be a date, e.g. 2026-12-24',
    ]);
    expect((await refusal('count', { count: 1e300, day: 'x' })).issues).toEqual([
      'count must be an integer',
      'day must be a date, e.g. 2026-12-24',
    ]);
    expect((await refusal('between', { key: 'x', since: 'x' })).issues).toEqual([
      'key must fit: UUID version 4',
      `since ${dateTime}`,
    ]);
  });
});
