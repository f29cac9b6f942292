/** The reports of group D that are about a running server's list, and O-E10. */
import {
  Body,
  Controller,
  createParamDecorator,
  Get,
  Headers,
  Injectable,
  Module,
  Post,
  Req,
  type Type,
} from '@nestjs/common';
import { Type as TypeOf } from 'class-transformer';
import { IsDate, IsString } from 'class-validator';
import { lintTools, McpModule, McpTool, SetupError } from 'nest-toolport';
import { createMcpTestClient, McpTestError } from 'nest-toolport/testing';
import { startBench, type Bench } from '../pipeline/support/bench.js';
import { booted } from './support/booted.js';

const NO_ARGUMENTS = { type: 'object', properties: {}, additionalProperties: false };
const Tenant = createParamDecorator(() => 'acme');
const calls: unknown[][] = [];

@Controller('context')
class ContextController {
  @Get('a')
  @McpTool({ description: 'Takes nothing of the caller' })
  whoami(@Req() request: object, @Headers('x-role') role: string, @Tenant() tenant: string) {
    calls.push([typeof request, role, tenant]);
    return 'done';
  }

  @Get('b')
  @McpTool({ name: 'ping', description: 'Takes nothing at all' })
  ping() {
    calls.push(['ping']);
    return 'pong';
  }
}

@Module({ controllers: [ContextController] })
class ContextModule {}

describe.each(['http-express', 'http-fastify', 'in-process'] as const)('over %s', (transport) => {
  let bench: Bench;

  beforeAll(async () => {
    bench = await startBench(transport, ContextModule);
  });
  beforeEach(() => void calls.splice(0));
  afterAll(() => bench.close());

  it('O-D08: publishes nothing for parameters of the context, and refuses to be given one', async () => {
    const { result } = await bench.send('tools/list');
    const { tools } = result as unknown as { tools: { name: string; inputSchema: object }[] };
    expect(tools.map(({ inputSchema }) => inputSchema)).toEqual([NO_ARGUMENTS, NO_ARGUMENTS]);
    const given = await bench.call('context_whoami', { tenant: 'other' });
    expect(given.texts).toEqual([expect.stringMatching(/^VALIDATION_FAILED: tenant/)]);
    expect(calls).toEqual([]);
    await bench.call('context_whoami', {}, { headers: { 'x-role': 'clerk' } });
    expect(calls).toEqual([['object', 'clerk', 'acme']]);
  });

  it('O-E10: runs a tool without arguments with none and with {}, and refuses any', async () => {
    expect((await bench.call('ping')).texts).toEqual(['pong']);
    expect((await bench.call('ping', {})).texts).toEqual(['pong']);
    const given = await bench.call('ping', { x: 1 });
    expect(given.result).toMatchObject({ isError: true });
    expect(given.texts).toEqual([expect.stringMatching(/^VALIDATION_FAILED: x is not expected/)]);
    expect(calls).toEqual([['ping'], ['ping']]);
  });
});

/** A provider of so many tools, every third of which bears the tag `few`. */
function manyTools(count: number): Type {
  class Many {}
  for (let index = 0; index < count; index += 1) {
    const name = `tool_${String(index).padStart(3, '0')}`;
    const descriptor = { value: () => name, configurable: true, writable: true };
    Object.defineProperty(Many.prototype, name, descriptor);
    const tags = index % 3 === 0 ? ['few'] : ['rest'];
    McpTool({ name, tags, description: `Number ${index}` })(Many.prototype, name, descriptor);
  }
  return Injectable()(Many) ?? Many;
}

it('O-D24: lists 130 tools in one order, warns of it, and a filter takes tools away for good', async () => {
  const Many = manyTools(130);
  const all = await booted({ providers: [Many] });
  const names = (await all.client.listTools()).map(({ name }) => name);
  expect(names).toHaveLength(130);
  expect((await all.client.listTools()).map(({ name }) => name)).toEqual(names);
  expect(all.warnings).toMatch(/130 tools .*128/);
  await all.app.close();
  const again = await booted({ providers: [Many] });
  expect((await again.client.listTools()).map(({ name }) => name)).toEqual(names);
  await again.app.close();

  const few = await booted({ providers: [Many] }, { serve: { tags: ['few'] } });
  const kept = (await few.client.listTools()).map(({ name }) => name);
  expect(kept).toEqual(names.filter((_, index) => index % 3 === 0));
  expect(await few.client.callTool('tool_003')).toMatchObject({ content: [{ text: 'tool_003' }] });
  await expect(few.client.callTool('tool_001')).rejects.toThrow(McpTestError);
  await few.app.close();
});

@Controller('desk')
class DeskController {
  @Get('a')
  @McpTool({ description: 'For customers', tags: ['public'] })
  search() {
    return 'found';
  }

  @Get('b')
  @McpTool({ description: 'For staff', tags: ['staff'] })
  refund() {
    return 'refunded';
  }
}

@Module({
  imports: [McpModule.forRoot({ server: 'staff', path: '/staff/mcp', serve: { tags: ['staff'] } })],
  controllers: [DeskController],
})
class DeskModule {}

it('O-D25: serves two sets of tools by tag, and the one knows nothing of the other', async () => {
  const bench = await startBench('http-express', DeskModule, {
    mcp: { serve: { tags: ['public'] } },
  });
  const url = await bench.app.getUrl();
  const send = async (path: string, method: string, params: object = {}) => {
    const response = await fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
    return (await response.json()) as {
      result?: { tools?: { name: string }[] };
      error?: { data: { code: string } };
    };
  };
  const endpoints = [
    ['/mcp', 'desk_search', 'desk_refund'],
    ['/staff/mcp', 'desk_refund', 'desk_search'],
  ] as const;
  for (const [path, own, foreign] of endpoints) {
    const { result } = await send(path, 'tools/list');
    expect(result?.tools?.map(({ name }) => name)).toEqual([own]);
    expect(await send(path, 'tools/call', { name: own })).toHaveProperty('result.content');
    const { error } = await send(path, 'tools/call', { name: foreign });
    expect(error?.data.code).toBe('MCP_TOOL_NOT_FOUND');
  }
  await bench.close();
});

class NoteDto {
  @IsString() text: string;
}
class BrokenDto {
  @IsDate() at: Date;
}
class PatternDto {
  @IsDate() @TypeOf(() => Date) at: Date;
}
@Controller('notes')
class NotesController {
  @Post('a') @McpTool({ description: 'Good' }) create(@Body() dto: NoteDto) {
    return dto;
  }
  @Post('b') @McpTool({ description: 'Good as well' }) plan(@Body() dto: PatternDto) {
    return dto;
  }
  @Post('c') @McpTool({ description: 'Bad' }) broken(@Body() dto: BrokenDto) {
    return dto;
  }
}

it('O-D26: does not start with one tool whose schema cannot be, and names it and its remedy', async () => {
  @Module({ controllers: [NotesController] })
  class NotesModule {}
  const fault = await startBench('in-process', NotesModule).catch((error: unknown) => error);
  expect(fault).toBeInstanceOf(SetupError);
  const { message } = fault as SetupError;
  expect(message).toMatch(/NotesController\.broken\b.*BrokenDto\.at.*@Type\(\(\) => Date\)/s);
  expect(message).not.toMatch(/NotesController\.(create|plan)/);
});

it('O-D23: does not start with a name that clients refuse, and suggests one', async () => {
  @Injectable()
  class Named {
    @McpTool({ name: 'New Tool', description: 'x' }) a(): void {}
    @McpTool({ name: 'café', description: 'x' }) b(): void {}
    @McpTool({ name: '', description: 'x' }) c(): void {}
  }
  const fault = await booted({ providers: [Named] }).catch((error: unknown) => error);
  expect(fault).toBeInstanceOf(SetupError);
  expect((fault as SetupError).message).toMatch(/'New_Tool'.*'cafe'.*'my_tool'/s);
});

it('O-D27: has nothing to tell of a list that the server itself made', async () => {
  @Module({ controllers: [ContextController, DeskController] })
  class BothModule {}
  const bench = await startBench('in-process', BothModule);
  const tools = await createMcpTestClient(bench.app).listTools();
  expect(lintTools(tools)).toEqual([]);
  await bench.close();
});
