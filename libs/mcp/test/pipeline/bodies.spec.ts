import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import { Controller, Get, Header, Module, Next, Res, StreamableFile } from '@nestjs/common';
import { McpResult, McpTool } from 'nest-toolport';
import { note, takeTrace } from './fixtures/trace.js';
import { startBench, TRANSPORTS, type Bench } from './support/bench.js';

const PNG = Buffer.from([137, 80, 78, 71]);
interface NodeReply extends NodeJS.WritableStream {
  statusCode: number;
  setHeader(name: string, value: string): void;
}
const rawOf = (reply: { raw?: NodeReply } & NodeReply): NodeReply => reply.raw ?? reply;

@Controller('bodies')
class BodiesController {
  @McpTool({ name: 'image' }) @Get('image') image() {
    return new StreamableFile(PNG, { type: 'image/png' });
  }
  @McpTool({ name: 'download' }) @Get('download') download() {
    return new StreamableFile(Readable.from([PNG, PNG]), {
      type: 'application/zip',
      disposition: 'attachment; filename="all.zip"',
    });
  }
  @McpTool({ name: 'buffer' }) @Get('buffer') @Header('content-type', 'audio/wav') buffer() {
    return PNG;
  }
  @McpTool({ name: 'json' }) @Get('json') json() {
    return Response.json({ a: 1 });
  }
  @McpTool({ name: 'refusal' }) @Get('refusal') refusal() {
    return Response.json({ message: 'no such thing' }, { status: 404 });
  }
  @McpTool({ name: 'texts' }) @Get('texts') async *texts() {
    yield 'a';
    yield 'b';
  }
  @McpTool({ name: 'chunks' }) @Get('chunks') async *chunks() {
    yield PNG;
    yield PNG;
  }
  @McpTool({ name: 'endless' }) @Get('endless') async *endless() {
    try {
      for (;;) yield 'x'.repeat(1024);
    } finally {
      note('stopped');
    }
  }
  @McpTool({ name: 'breaks' }) @Get('breaks') async *breaks() {
    yield 'a';
    throw new Error('secret');
  }
  @McpTool({ name: 'piped' }) @Get('piped') async piped(@Res() reply: NodeReply) {
    const raw = rawOf(reply);
    raw.setHeader('content-type', 'image/png');
    await pipeline(Readable.from([PNG, PNG]), raw as NodeJS.WritableStream);
  }
  @McpTool({ name: 'flood' }) @Get('flood') flood(@Res() reply: NodeReply) {
    const raw = rawOf(reply);
    for (let written = 0; written < 64; written += 1) raw.write('x'.repeat(1024));
    raw.end();
  }
  @McpTool({ name: 'passesOn' }) @Get('passeson') passesOn(@Next() next: (error: Error) => void) {
    next(new Error('secret'));
  }
  @McpTool({ name: 'leaves' }) @Get('leaves') leaves(@Next() next: () => void) {
    setImmediate(next);
  }
  @McpTool({ name: 'handMade' }) @Get('handmade') handMade() {
    return McpResult.of([McpResult.text('a'), McpResult.image(PNG, 'image/png')]);
  }
}
@Module({ controllers: [BodiesController] })
class BodiesModule {}

const LIMIT = 16 * 1024;

describe.each(TRANSPORTS)('a body, over %s', (transport) => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await startBench(transport, BodiesModule, { mcp: { resultLimit: LIMIT } });
  });
  afterAll(() => bench.close());
  const contentOf = async (tool: string) => (await bench.call(tool)).result?.content;

  it('is an image, a sound, an embedded file or text, by its type', async () => {
    const data = PNG.toString('base64');
    expect(await contentOf('image')).toEqual([{ type: 'image', data, mimeType: 'image/png' }]);
    expect(await contentOf('buffer')).toEqual([{ type: 'audio', data, mimeType: 'audio/wav' }]);
    expect(await contentOf('download')).toEqual([
      {
        type: 'resource',
        resource: {
          uri: 'toolport://tools/download/all.zip',
          mimeType: 'application/zip',
          blob: Buffer.concat([PNG, PNG]).toString('base64'),
        },
      },
    ]);
    expect(await contentOf('chunks')).toMatchObject([{ type: 'resource' }]);
    expect(await contentOf('handMade')).toHaveLength(2);
  });

  it('may be a web Response, its status included', async () => {
    const json = await bench.call('json');
    expect(json.result?.structuredContent).toEqual({ a: 1 });
    const refusal = await bench.call('refusal');
    expect([refusal.status, refusal.texts[0]]).toEqual([404, 'NOT_FOUND: no such thing']);
  });

  it('may be piped into the response', async () => {
    const data = Buffer.concat([PNG, PNG]).toString('base64');
    expect(await contentOf('piped')).toEqual([{ type: 'image', data, mimeType: 'image/png' }]);
  });

  it('goes out item by item as progress, and whole as the result', async () => {
    const meta = { progressToken: 'p' };
    const { texts, notifications } = await bench.call('texts', {}, { meta });
    expect(texts).toEqual(['ab']);
    expect(notifications.map((message) => 'params' in message && message.params)).toMatchObject([
      { progressToken: 'p', progress: 1, message: 'a' },
      { progressToken: 'p', progress: 2, message: 'b' },
    ]);
  });

  it('is stopped at the limit of a result', async () => {
    takeTrace();
    expect((await bench.call('endless')).code).toBe('RESULT_TOO_LARGE');
    expect(takeTrace()).toEqual(['stopped']);
    expect((await bench.call('flood')).code).toBe('RESULT_TOO_LARGE');
  });

  it('that breaks in the middle is an error, and masked', async () => {
    const { code, texts } = await bench.call('breaks');
    expect([code, texts[0]]).toEqual(['INTERNAL', expect.not.stringContaining('secret')]);
    expect((await bench.call('passesOn')).code).toBe('INTERNAL');
    expect((await bench.call('leaves')).code).toBe('NOT_FOUND');
  });
});
