import { join } from 'node:path';
import {
  Body,
  Controller,
  Get,
  Injectable,
  Module,
  Post,
  type INestApplication,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { IsInt, Min } from 'class-validator';
import {
  McpCallContext,
  McpError,
  McpModule,
  McpPrompt,
  McpTool,
  type McpModuleOptions,
} from '../../src/index.js';

const DIRECTORY = join(__dirname, 'fixtures');
const ACCEPT = 'io.modelcontextprotocol/acceptLanguage';
const CONTENT = 'io.modelcontextprotocol/contentLanguage';

class OrderInput {
  @IsInt()
  @Min(1)
  amount: number;
}

@Controller('orders')
class OrdersController {
  @Post()
  @McpTool({ title: 'Place an order', description: 'Places an order', args: { amount: 'Amount' } })
  create(@Body() { amount }: OrderInput) {
    if (amount > 3) throw new McpError('OUT_OF_STOCK', 'Only 3 left', { details: { left: 3 } });
    return { amount };
  }

  @Get()
  @McpTool({ description: 'The language of the call' })
  language() {
    return { locale: McpCallContext.current()?.locale ?? null };
  }
}

@Injectable()
class Prompts {
  @McpPrompt({ title: 'Greet', description: 'Greets' })
  greet() {
    return 'Hello';
  }
}

type Result = Record<string, unknown> & {
  readonly tools: readonly { readonly name: string; readonly title?: string }[];
  readonly prompts: readonly { readonly title?: string }[];
};

describe.each(['express', 'fastify'])('languages over HTTP on %s', (platform) => {
  let app: INestApplication;
  let mcp: string;

  async function start(options: McpModuleOptions = { languages: { directory: DIRECTORY } }) {
    @Module({
      imports: [McpModule.forRoot({ name: 'orders', version: '1.0.0', ...options })],
      controllers: [OrdersController],
      providers: [Prompts],
    })
    class AppModule {}
    const adapter = platform === 'express' ? new ExpressAdapter() : new FastifyAdapter();
    app = await NestFactory.create(AppModule, adapter, { logger: false, abortOnError: false });
    app.enableCors({ origin: ['http://localhost:1'] });
    await app.listen(0, '127.0.0.1');
    mcp = `${await app.getUrl()}/mcp`;
  }
  afterEach(() => app.close());

  /** One request of 2026-07-28. */
  async function ask(
    method: string,
    { params = {}, headers = {}, meta = {} }: Ask = {},
  ): Promise<{ result: Result; error: Record<string, unknown>; headers: Headers }> {
    const version = '2026-07-28';
    const name = (params as { name?: string }).name;
    const response = await fetch(mcp, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': version,
        'mcp-method': method,
        ...(name === undefined ? {} : { 'mcp-name': name }),
        ...headers,
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method,
        params: {
          ...params,
          _meta: {
            'io.modelcontextprotocol/protocolVersion': version,
            'io.modelcontextprotocol/clientCapabilities': {},
            ...meta,
          },
        },
      }),
    });
    const body = (await response.json()) as { result: Result; error: Record<string, unknown> };
    return { ...body, headers: response.headers };
  }

  const titleOf = ({ tools }: Result) => tools.find(({ name }) => name === 'orders_create')?.title;
  const chinese = { headers: { 'accept-language': 'zh-CN' } };

  it.each<[string, Ask, string, string]>([
    ['Accept-Language', chinese, '下订单', 'zh-CN'],
    ['_meta', { meta: { [ACCEPT]: 'zh-Hans;q=0.9, fr' } }, '下订单', 'zh-CN'],
    [
      '_meta before Accept-Language',
      { ...chinese, meta: { [ACCEPT]: 'de' } },
      'Bestellung aufgeben',
      'de',
    ],
    [
      'a language that we do not speak',
      { headers: { 'accept-language': 'fr' } },
      'Place an order',
      'en',
    ],
    ['nothing', {}, 'Place an order', 'en'],
  ])('titles follow %s', async (_, asked, title, language) => {
    await start();
    const { result, headers } = await ask('tools/list', asked);
    expect(titleOf(result)).toBe(title);
    expect(result._meta).toMatchObject({ [CONTENT]: language });
    expect(headers.get('content-language')).toBe(language);
  });

  it('prompts have titles, too', async () => {
    await start();
    const { result } = await ask('prompts/list', chinese);
    expect(result.prompts).toMatchObject([{ title: '问候', description: 'Greets' }]);
  });

  it('no cache may ever mix two languages', async () => {
    await start({
      languages: { directory: DIRECTORY },
      listCache: { ttlMs: 60_000, cacheScope: 'public' },
    });
    const asked = ['zh-CN', 'de', 'en', 'zh-CN', 'de', 'en'];
    const answers = await Promise.all(
      asked.map((tag) => ask('tools/list', { headers: { 'accept-language': tag } })),
    );
    expect(answers.map(({ result }) => titleOf(result))).toEqual([
      '下订单',
      'Bestellung aufgeben',
      'Place an order',
      '下订单',
      'Bestellung aufgeben',
      'Place an order',
    ]);
    for (const { result, headers } of answers) {
      expect(result).toMatchObject({ ttlMs: 0, cacheScope: 'private' });
      expect(headers.get('vary')).toContain('Accept-Language');
    }
  });

  it("adds to the application's own Vary", async () => {
    await start();
    const { headers } = await ask('tools/list', { headers: { origin: 'http://localhost:1' } });
    expect(headers.get('vary')).toMatch(/Origin/i);
    expect(headers.get('vary')).toContain('Accept-Language');
  });

  it('with one language alone, a list may be public', async () => {
    await start({ listCache: { ttlMs: 60_000, cacheScope: 'public' } });
    const { result, headers } = await ask('tools/list', chinese);
    expect(result).toMatchObject({ ttlMs: 60_000, cacheScope: 'public' });
    expect(titleOf(result)).toBe('Place an order');
    expect(headers.get('content-language')).toBeNull();
  });

  it('the model reads the words in the code, unless the options say otherwise', async () => {
    await start();
    const { result: plain } = await ask('tools/list', chinese);
    expect(plain.tools[0]).toMatchObject({
      description: 'Places an order',
      inputSchema: { properties: { amount: { description: expect.stringContaining('Amount') } } },
    });
    await app.close();
    await start({ languages: { directory: DIRECTORY, descriptions: true } });
    const { result: translated } = await ask('tools/list', chinese);
    expect(translated.tools[0]).toMatchObject({
      name: 'orders_create',
      description: '为客户下一个新订单',
      inputSchema: { properties: { amount: { description: expect.stringMatching(/^数量/) } } },
    });
  });

  it('failures speak the language of the caller, their codes do not', async () => {
    await start();
    const params = { name: 'orders_create', arguments: { amount: 9 } };
    const { result } = await ask('tools/call', { params, ...chinese });
    expect(result).toMatchObject({
      isError: true,
      content: expect.arrayContaining([{ type: 'text', text: 'OUT_OF_STOCK: 库存只剩 3 件' }]),
      _meta: { 'dev.toolport/error': { code: 'OUT_OF_STOCK' }, [CONTENT]: 'zh-CN' },
    });
    const { result: english } = await ask('tools/call', { params });
    expect(english.content).toContainEqual({ type: 'text', text: 'OUT_OF_STOCK: Only 3 left' });
  });

  it('protocol faults do, too', async () => {
    await start();
    const { error, headers } = await ask('tools/call', { params: { name: 'nope' }, ...chinese });
    expect(error).toMatchObject({
      code: -32602,
      message: '没有这个工具',
      data: { code: 'MCP_TOOL_NOT_FOUND', _meta: { [CONTENT]: 'zh-CN' } },
    });
    expect(headers.get('content-language')).toBe('zh-CN');
    const { error: german } = await ask('tools/call', {
      params: { name: 'nope' },
      headers: { 'accept-language': 'de' },
    });
    expect(german.message).toBe('Unknown tool: nope');
  });

  it('a method may ask which language was chosen', async () => {
    await start();
    const params = { name: 'orders_language', arguments: {} };
    const { result } = await ask('tools/call', { params, meta: { [ACCEPT]: 'de-AT, fr' } });
    expect(result.structuredContent).toEqual({ locale: 'de' });
  });
});

interface Ask {
  readonly params?: object;
  readonly headers?: Readonly<Record<string, string>>;
  readonly meta?: object;
}
