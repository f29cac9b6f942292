/** `x-mcp-header` by the option `headers`, from the decorator to the wire. */
import { Body, Controller, Get, Module, Param, ParseIntPipe, Post, Query } from '@nestjs/common';
import { IsBoolean, IsOptional, IsString } from 'class-validator';
import { McpTool, SetupError } from 'nest-toolport';
import { startBench, type Bench } from '../pipeline/support/bench.js';
import { booted } from './support/booted.js';

class SearchDto {
  @IsString() region: string;
  @IsOptional() @IsBoolean() deep?: boolean;
  @IsOptional() @IsString() note?: string;
}

const headers = { region: 'Region', deep: 'Deep' };

@Controller('shards')
class ShardsController {
  @Post('search')
  @McpTool({ description: 'Searches', headers })
  search(@Body() dto: SearchDto) {
    return dto;
  }

  @Get(':shard')
  @McpTool({ description: 'Reads', headers: { shard: 'Shard' } })
  find(@Param('shard', ParseIntPipe) shard: number, @Query('note') note?: string) {
    return { shard, note };
  }
}

@Module({ controllers: [ShardsController] })
class ShardsModule {}

const MISMATCH = { status: -32020, code: 'MCP_HEADER_MISMATCH' };

describe.each(['http-express', 'http-fastify'] as const)('headers of arguments, %s', (platform) => {
  let bench: Bench;

  beforeAll(async () => {
    bench = await startBench(platform, ShardsModule);
  });
  afterAll(() => bench.close());

  const search = (args: object, sent: Record<string, string>) =>
    bench.call('shards_search', args, { headers: sent });

  it('are told to the client', async () => {
    const { result } = await bench.send('tools/list');
    const { tools } = result as unknown as { tools: { name: string; inputSchema: object }[] };
    const told = Object.fromEntries(tools.map(({ name, inputSchema }) => [name, inputSchema]));
    expect(told).toMatchObject({
      shards_search: {
        properties: { region: { 'x-mcp-header': 'Region' }, deep: { 'x-mcp-header': 'Deep' } },
      },
      shards_find: { properties: { shard: { type: 'integer', 'x-mcp-header': 'Shard' } } },
    });
    expect(told).not.toHaveProperty('shards_search.properties.note.x-mcp-header');
  });

  it('say what the arguments say, or the call is refused before the handler', async () => {
    const args = { region: 'eu', deep: false };
    const right = { 'mcp-param-region': 'eu', 'mcp-param-deep': 'false' };
    expect(await search(args, right)).toMatchObject({ status: 200, texts: [JSON.stringify(args)] });
    expect(await search(args, { ...right, 'mcp-param-region': 'us' })).toMatchObject(MISMATCH);
    expect(await search(args, { 'mcp-param-region': 'eu' })).toMatchObject(MISMATCH);
    expect(await search({ region: 'eu' }, right)).toMatchObject(MISMATCH);
    expect(await search({ region: 'eu' }, { 'mcp-param-region': 'eu' })).toMatchObject({
      status: 200,
    });
  });

  it('are compared as numbers where the argument is one', async () => {
    const find = (shard: string) =>
      bench.call('shards_find', { shard: 42 }, { headers: { 'mcp-param-shard': shard } });
    expect(await find('42.0')).toMatchObject({ texts: ['{"shard":42}'] });
    expect(await find('43')).toMatchObject(MISMATCH);
  });
});

it('takes the arguments alone where there are no headers', async () => {
  const bench = await startBench('stdio', ShardsModule);
  expect(await bench.call('shards_search', { region: 'eu' })).toMatchObject({ status: 200 });
  await bench.close();
});

it.each([
  [{ region: 'Re gion' }, /region: x-mcp-header must be an HTTP field name/],
  [{ region: 'X', note: 'x' }, /"x" is the header of region already/],
  [{ tags: 'Tags' }, /tags: x-mcp-header is allowed only on type string, integer or boolean/],
  [{ price: 'Price' }, /price: x-mcp-header is allowed only on type string, integer or boolean/],
  [{ nobody: 'X' }, /headers names "nobody", which is no argument/],
])('does not start with headers %j', async (wrong, reason) => {
  class Dto {
    @IsString() region: string;
    @IsString() note: string;
    @IsString({ each: true }) tags: string[];
    @IsOptional() price?: number;
  }
  @Controller('wrong')
  class WrongController {
    @Post()
    @McpTool({ description: 'x', headers: wrong })
    create(@Body() dto: Dto) {
      return dto;
    }
  }
  const fault = await booted({ controllers: [WrongController] }).catch((error: unknown) => error);
  expect(fault).toBeInstanceOf(SetupError);
  expect((fault as SetupError).message).toMatch(/WrongController\.create/);
  expect((fault as SetupError).message).toMatch(reason);
});
