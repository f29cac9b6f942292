import {
  BadRequestException,
  Body,
  Catch,
  Controller,
  Get,
  Module,
  NotFoundException,
  Post,
  UnauthorizedException,
  UseFilters,
  UseGuards,
  UseInterceptors,
  ValidationPipe,
  type ArgumentsHost,
  type NestInterceptor,
} from '@nestjs/common';
import { IsInt, IsString, Min } from 'class-validator';
import { McpResult, McpTool } from 'nest-toolport';
import { of } from 'rxjs';
import { callTool } from './support/call-tool.js';
import { ToolTable } from '../../src/tools/tool-table.js';
import { startBench, type Bench } from './support/bench.js';

class AgeDto {
  @IsInt() @Min(18) age: number;
}
class ProfileDto {
  @IsString() name: string;
}
class ExpiryDto {
  @IsString() expiry: string;
}
class ItemDto {
  @IsInt() id: number;
}
class HintedError extends Error {}
@Catch(HintedError)
class HintFilter {
  catch(_error: HintedError, host: ArgumentsHost): void {
    const reply = host
      .switchToHttp()
      .getResponse<{ status(code: number): { send(body: object): void } }>();
    reply.status(409).send({ code: 'E_STOCK', hint: 'order less' });
  }
}
const refusing = { canActivate: () => false };
const unauthorised = {
  canActivate: () => {
    throw new UnauthorizedException('who are you');
  },
};
const passing: NestInterceptor = { intercept: (_context, next) => next.handle() };

/** What O-I02 returns, and what the model reads. */
const RETURNED: readonly [string, unknown, readonly string[]][] = [
  ['an object', { a: 1 }, ['{"a":1}']],
  ['a text', 'x', ['x']],
  ['a number', 5, ['5']],
  ['a boolean', true, ['true']],
  ['null', null, ['null']],
  ['undefined', undefined, []],
  ['a list', [], ['[]']],
  ['a date', new Date(0), ['"1970-01-01T00:00:00.000Z"']],
  ['a shaped result', McpResult.text('ready'), ['ready']],
];
let returned: unknown;

@Controller('results')
class ResultsController {
  @McpTool({ name: 'undeclared' }) @Get('a') undeclared() {
    return { profile: { name: 'x' } };
  }
  @McpTool({ name: 'returns' }) @Get('b') returns() {
    return returned;
  }
  @McpTool({ name: 'big', output: ExpiryDto }) @Get('c') big() {
    return { expiry: 2461152330n };
  }
  @McpTool({ name: 'items', output: [ItemDto] }) @Get('d') items() {
    return [{ id: 1 }];
  }
  @McpTool({ name: 'aged' }) @Post('e') aged(@Body() dto: AgeDto) {
    return dto;
  }
  @McpTool({ name: 'leaks' }) @Get('f') leaks() {
    throw new Error('duplicate key violates "users_email_key"');
  }
  @McpTool({ name: 'says' }) @Get('g') says() {
    throw new BadRequestException('sku unknown');
  }
  @McpTool({ name: 'wrong', output: ProfileDto }) @Get('h') wrong() {
    return { nome: 'x' };
  }
  @McpTool({ name: 'hinted', output: ProfileDto }) @Get('i') @UseFilters(HintFilter) hinted() {
    throw new HintedError();
  }
}
@Controller('denied')
class DeniedController {
  @McpTool({ name: 'false' }) @Get('a') @UseGuards(refusing) no() {}
  @McpTool({ name: 'unauthorised' }) @Get('b') @UseGuards(unauthorised) unauthorised() {}
  @McpTool({ name: 'notFound' }) @Get('c') notFound() {
    throw new NotFoundException('no such order');
  }
  @McpTool({ name: 'text' }) @Get('d') text() {
    throw 'text';
  }
  @McpTool({ name: 'nothing' }) @Get('e') nothing() {
    throw null;
  }
}
const kinds = {
  value: () => 1,
  promise: () => Promise.resolve(1),
  one: () => of(1),
  three: () => of(1, 2, 3),
};
@Controller('bare')
class BareController {
  @McpTool({ name: 'bare_value' }) @Get('b') a() {
    return kinds.value();
  }
  @McpTool({ name: 'bare_promise' }) @Get('c') b() {
    return kinds.promise();
  }
  @McpTool({ name: 'bare_one' }) @Get('d') c() {
    return kinds.one();
  }
  @McpTool({ name: 'bare_three' }) @Get('e') d() {
    return kinds.three();
  }
}
@Controller('intercepted')
@UseInterceptors(passing)
class InterceptedController {
  @McpTool({ name: 'intercepted_value' }) @Get('b') a() {
    return kinds.value();
  }
  @McpTool({ name: 'intercepted_promise' }) @Get('c') b() {
    return kinds.promise();
  }
  @McpTool({ name: 'intercepted_one' }) @Get('d') c() {
    return kinds.one();
  }
  @McpTool({ name: 'intercepted_three' }) @Get('e') d() {
    return kinds.three();
  }
}
@Module({
  controllers: [ResultsController, DeniedController, BareController, InterceptedController],
})
class ResultsModule {}

let bench: Bench;
const logged: string[] = [];
beforeAll(async () => {
  bench = await startBench('http-express', ResultsModule, {
    configure: (app) => {
      app.useGlobalPipes(new ValidationPipe());
      const note = (...told: unknown[]) => void logged.push(told.map(String).join(' '));
      app.useLogger({ log: () => {}, warn: () => {}, error: note });
    },
  });
});
afterAll(() => bench.close());
beforeEach(() => void logged.splice(0));

it('O-I01 no output schema is published that nobody asked for', async () => {
  const { result } = await bench.send('tools/list');
  const { tools } = result as unknown as { tools: { name: string }[] };
  expect(tools.find(({ name }) => name === 'undeclared')).not.toHaveProperty('outputSchema');
});

it.each(RETURNED)('O-I02 %s is a valid result', async (_title, value, texts) => {
  returned = value;
  const answer = await bench.call('returns');
  expect(answer.texts).toEqual(texts);
  expect(answer.result?.isError).toBeUndefined();
});

it('O-I03 a BigInt is a decimal string in both halves', async () => {
  const { result, texts } = await bench.call('big');
  expect(texts).toEqual(['{"expiry":"2461152330"}']);
  expect(result?.structuredContent).toEqual({ expiry: '2461152330' });
});

it('O-I04 a list is structured content for a modern client, and text for an older one', async () => {
  expect((await bench.call('items')).result?.structuredContent).toEqual([{ id: 1 }]);
  const table = bench.app.get(ToolTable);
  const older = await callTool(table, 'items', {}, { protocolVersion: '2025-11-25' });
  expect(older).toEqual({ content: [{ type: 'text', text: '[{"id":1}]' }] });
  expect(table.get('items')?.definitionFor('2025-11-25')).not.toHaveProperty('outputSchema');
});

it.each([
  [{ age: 'x' }, 'must be an integer'],
  [{ age: 3 }, 'must not be less than 18'],
  [{}, 'must be an integer'],
])('O-I05 %j is a result that names the field and the rule', async (args, rule) => {
  const { result, code, texts } = await bench.call('aged', args);
  expect([result?.isError, code]).toEqual([true, 'VALIDATION_FAILED']);
  expect(texts[0]).toContain('age');
  expect(texts[0]).toContain(rule);
});

it('O-I06 what the database says stays in the log, under the reference that the caller got', async () => {
  const { texts } = await bench.call('leaks');
  expect(texts).toEqual([expect.stringMatching(/^INTERNAL: Internal server error \(ref \w+\)$/)]);
  const [, reference] = /ref (\w+)/.exec(texts[0]) ?? [];
  expect(logged.join('\n')).toContain(reference);
  expect(logged.join('\n')).toContain('users_email_key');
  expect((await bench.call('says')).texts).toEqual(['BAD_REQUEST: sku unknown']);
});

it.each([
  ['false', 403, /^FORBIDDEN: Forbidden resource$/],
  ['unauthorised', 401, /^UNAUTHORIZED: who are you$/],
  ['notFound', 404, /^NOT_FOUND: no such order$/],
  ['text', 500, /^INTERNAL: Internal server error \(ref \w+\)$/],
  ['nothing', 500, /^INTERNAL: Internal server error \(ref \w+\)$/],
])('O-I07 %s is a well-formed refusal without a stack', async (tool, status, words) => {
  const answer = await bench.call(tool);
  expect(answer.status).toBe(status);
  expect(answer.texts).toEqual([expect.stringMatching(words)]);
});

it('O-I08 an answer of the wrong shape is an error, told to the log', async () => {
  const { result, code } = await bench.call('wrong');
  expect([result?.isError, code]).toEqual([true, 'INTERNAL']);
  expect(result).not.toHaveProperty('structuredContent');
  expect(logged.join('\n')).toContain('does not match its output schema');
});

it('O-I09 a filter’s data is a second text block, and never structured content', async () => {
  const { result, texts } = await bench.call('hinted');
  expect(texts[0]).toMatch(/^E_STOCK: /);
  expect(JSON.parse(texts[1])).toEqual({ code: 'E_STOCK', hint: 'order less' });
  expect(result).not.toHaveProperty('structuredContent');
});

it.each([
  ['value', '1'],
  ['promise', '1'],
  ['one', '1'],
  ['three', '3'],
])('O-I10 %s is the same with and without an interceptor', async (kind, text) => {
  expect((await bench.call(`bare_${kind}`)).texts).toEqual([text]);
  expect((await bench.call(`intercepted_${kind}`)).texts).toEqual([text]);
});
