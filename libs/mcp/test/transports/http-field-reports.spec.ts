// Long because all field reports about Streamable HTTP talk to the same few applications.
import { randomBytes } from 'node:crypto';
import { Agent, request as httpRequest } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext, runInThisContext } from 'node:vm';
import {
  Controller,
  Get,
  Injectable,
  Module,
  Query,
  type DynamicModule,
  type INestApplication,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { McpTool } from '../../src/decorators/tool.decorator.js';
import { McpModule } from '../../src/module/mcp.module.js';
import { META } from '../../src/protocol/messages.js';
import { JSON_HEADERS, rawRequest, type RpcAnswer } from './support/raw-http.js';

@Controller('greetings')
class GreetingsController {
  @Get() @McpTool({ description: 'Greets' }) greet(@Query('name') name: string) {
    return `Hello ${name}`;
  }
}

@Injectable()
class Settings {
  readonly server = { name: 'greetings', version: '1.0.0' };
}
@Module({ providers: [Settings], exports: [Settings] })
class SettingsModule {}

async function start(mcp: DynamicModule): Promise<{ app: INestApplication; port: number }> {
  @Module({ imports: [mcp], controllers: [GreetingsController] })
  class AppModule {}
  const app = await NestFactory.create(AppModule, { logger: false, abortOnError: false });
  await app.listen(0, '127.0.0.1');
  return { app, port: (app.getHttpServer().address() as { port: number }).port };
}

const forRoot = () => McpModule.forRoot({ name: 'greetings', version: '1.0.0' });

const initialize = (protocolVersion: string) => ({
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: { protocolVersion, capabilities: {}, clientInfo: { name: 't', version: '0' } },
});
const list = (id: unknown = 1) => ({ jsonrpc: '2.0', id, method: 'tools/list' });
const greet = { name: 'greetings_greet', arguments: { name: 'Ann' } };
const call = { jsonrpc: '2.0', id: 2, method: 'tools/call', params: greet };

/** A request of the stateless era, its headers as they must be. */
function modern(method: string, params: Record<string, unknown> = {}, meta = {}) {
  const _meta = {
    [META.protocolVersion]: '2026-07-28',
    [META.clientCapabilities]: {},
    [META.clientInfo]: { name: 't', version: '0' },
    ...meta,
  };
  return {
    message: { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } },
    headers: {
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      ...(typeof params.name === 'string' && { 'mcp-name': params.name }),
    },
  };
}

/** One call on a connection that stays. */
function callOver(agent: Agent, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, path: '/mcp', method: 'POST', agent };
    const request = httpRequest({ ...options, headers: JSON_HEADERS }, (response) => {
      response.resume().once('end', resolve);
    });
    request.once('error', reject).end(JSON.stringify(call));
  });
}

describe('Field reports about Streamable HTTP, with the whole server behind it', () => {
  let first: { app: INestApplication; port: number };
  let second: typeof first;
  beforeAll(async () => {
    [first, second] = await Promise.all([start(forRoot()), start(forRoot())]);
  });
  afterAll(() => Promise.all([first, second].map(({ app }) => app.close())));

  async function send(message: unknown, headers: Record<string, string> = {}, to = first) {
    const body = JSON.stringify(message);
    const response = await rawRequest(to.port, { headers: { ...JSON_HEADERS, ...headers }, body });
    const answer: RpcAnswer | undefined = response.text === '' ? undefined : response.json();
    return { status: response.status, answer, headers: response.headers };
  }

  it('O-F01: what began on one replica goes on on another, without a session', async () => {
    const opened = await send(initialize('2025-11-25'));
    expect(opened.status).toBe(200);
    expect(opened.headers).not.toHaveProperty('mcp-session-id');
    const headers = { 'mcp-protocol-version': '2025-11-25' };
    expect(await send(list(), headers, second)).toMatchObject({
      answer: { result: { tools: [{ name: 'greetings_greet' }] } },
    });
    expect(await send(call, headers, second)).toMatchObject({
      answer: { result: { content: [{ text: 'Hello Ann' }] } },
    });
  });

  it('O-F04: ten thousand calls leave nothing behind', async () => {
    setFlagsFromString('--expose-gc');
    const collectGarbage = runInNewContext('gc') as () => void;
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const warnings: Error[] = [];
    const onWarning = (warning: Error) => void warnings.push(warning);
    // Node warns by its own process object, of which jest gives us a copy.
    const node = runInThisContext('process') as NodeJS.Process;
    node.on('warning', onWarning);
    const run = async (count: number) => {
      for (let done = 0; done < count; done++) await callOver(agent, first.port);
      collectGarbage();
      return process.memoryUsage().heapUsed;
    };
    const before = await run(1_000);
    const after = await run(10_000);
    agent.destroy();
    node.off('warning', onWarning);
    expect(after - before).toBeLessThan(20 * 1024 * 1024);
    expect(warnings).toEqual([]);
  }, 120_000);

  it('O-F06, O-F22: a session id that nobody gave is as none', async () => {
    for (const id of ['old', 'dead', 'x'.repeat(1_000)]) {
      expect((await send(list(), { 'mcp-session-id': id })).status).toBe(200);
    }
  });

  describe('where sessions are switched on', () => {
    let server: typeof first;
    beforeAll(async () => {
      const sessions = { keys: ['only-for-these-tests-0123456789abcdef'] };
      server = await start(McpModule.forRoot({ name: 'greetings', version: '1.0.0', sessions }));
    });
    afterAll(() => server.app.close());

    const codeOf = async (headers: Record<string, string>) => {
      const { status, answer } = await send(list(), headers, server);
      return [status, answer?.error?.data.code];
    };

    it('O-F02: a session that is not known is answered 404, a missing id 400', async () => {
      expect(await codeOf({ 'mcp-session-id': 'dead' })).toEqual([404, 'MCP_SESSION_UNKNOWN']);
      expect(await codeOf({})).toEqual([400, 'MCP_INVALID_REQUEST']);
      const { headers } = await send(initialize('2025-11-25'), {}, server);
      expect(await codeOf({ 'mcp-session-id': String(headers['mcp-session-id']) })).toEqual([200]);
    });

    it('O-F05: sessions that nobody ends, and O-F06: ids that nobody gave, leave nothing behind', async () => {
      setFlagsFromString('--expose-gc');
      const collectGarbage = runInNewContext('gc') as () => void;
      const open = async (count: number) => {
        for (let done = 0; done < count; done++) {
          const { status } = await send(initialize('2025-11-25'), {}, server);
          const made = await codeOf({ 'mcp-session-id': randomBytes(200).toString('base64url') });
          expect([status, ...made]).toEqual([200, 404, 'MCP_SESSION_UNKNOWN']);
        }
        collectGarbage();
        return process.memoryUsage().heapUsed;
      };
      const before = await open(200);
      const after = await open(1_000);
      // 709 kB a session were reported: these would be 709 MB.
      expect(after - before).toBeLessThan(10 * 1024 * 1024);
    });
  });

  it('O-F10: an unknown newer version is answered with ours, never refused', async () => {
    const headersOf: Record<string, string>[] = [{}, { 'mcp-protocol-version': '2099-01-01' }];
    for (const headers of headersOf) {
      const { status, answer } = await send(initialize('2099-01-01'), headers);
      expect(status).toBe(200);
      expect(answer?.result).toMatchObject({ protocolVersion: '2025-11-25' });
    }
  });

  it('O-F11: a version header that is none is refused, and those that are served are named', async () => {
    const { status, answer } = await send(list(), { 'mcp-protocol-version': 'not-a-version' });
    expect(status).toBe(400);
    expect(JSON.stringify(answer?.error)).toContain('2025-11-25');
  });

  it('O-F12: the stateless revision needs no handshake and gives no session', async () => {
    const { message, headers } = modern('tools/list');
    const { status, answer, headers: got } = await send(message, headers);
    expect(status).toBe(200);
    expect(answer?.result).toMatchObject({
      resultType: 'complete',
      ttlMs: expect.any(Number) as number,
      cacheScope: expect.any(String) as string,
    });
    expect(got).not.toHaveProperty('mcp-session-id');
  });

  it('O-F13: headers that mirror the body must equal it', async () => {
    const { message, headers } = modern('tools/call', greet);
    const { 'mcp-method': _method, ...lacking } = headers;
    for (const wrong of [{ ...headers, 'mcp-name': 'other' }, lacking]) {
      const { status, answer } = await send(message, wrong);
      expect({ status, code: answer?.error?.code }).toEqual({ status: 400, code: -32020 });
    }
    const encoded = `=?base64?${Buffer.from(greet.name).toString('base64')}?=`;
    expect((await send(message, { ...headers, 'mcp-name': encoded })).status).toBe(200);
    const shouting = {
      'MCP-PROTOCOL-VERSION': '2026-07-28',
      'MCP-METHOD': 'tools/call',
      'MCP-NAME': greet.name,
    };
    expect((await send(message, shouting)).status).toBe(200);
  });

  it('O-F14: what is wrong with a stateless request is said exactly', async () => {
    const future = modern('tools/list', {}, { [META.protocolVersion]: '2030-01-01' });
    const unknown = await send(future.message, {
      ...future.headers,
      'mcp-protocol-version': '2030-01-01',
    });
    expect(unknown).toMatchObject({ status: 400, answer: { error: { code: -32022 } } });
    expect(unknown.answer?.error?.data).toHaveProperty('supported');
    const bare = modern('tools/list', {}, { [META.clientCapabilities]: undefined });
    expect(await send(bare.message, bare.headers)).toMatchObject({
      status: 400,
      answer: { error: { code: -32602 } },
    });
    const mixed = modern('tools/list');
    expect(
      await send(mixed.message, { ...mixed.headers, 'mcp-protocol-version': '2025-11-25' }),
    ).toMatchObject({ status: 400, answer: { error: { code: -32020 } } });
  });

  it('O-F18: JSON-RPC 1.0, and a batch where there is none, are no parse errors', async () => {
    const headers = { 'mcp-protocol-version': '2025-11-25' };
    for (const message of [[list()], { ...list(), jsonrpc: '1.0' }]) {
      const { status, answer } = await send(message, headers);
      expect({ status, code: answer?.error?.code }).toEqual({ status: 400, code: -32600 });
    }
    expect((await send(list(), headers)).status).toBe(200);
  });

  it('O-F18: a batch of nobody knows which revision is read as one of 2025-03-26, which has batches', async () => {
    const { status, answer } = await send([list(1), list(2)]);
    expect([status, answer]).toMatchObject([
      200,
      [
        { id: 1, result: {} },
        { id: 2, result: {} },
      ],
    ]);
    const one = { ...list(3), jsonrpc: '1.0' };
    expect(await send([one])).toMatchObject({ status: 200, answer: [{ error: { code: -32600 } }] });
    for (const revision of ['2025-06-18', '2026-07-28']) {
      const refused = await send([list()], { 'mcp-protocol-version': revision });
      expect(refused).toMatchObject({ status: 400, answer: { error: { code: -32600 } } });
    }
  });

  it('O-F19: parameters that are no object are refused under the id of their request', async () => {
    const { status, answer } = await send({ ...call, id: 7, params: 'x' });
    expect({ status, id: answer?.id, code: answer?.error?.code }).toEqual({
      status: 400,
      id: 7,
      code: -32602,
    });
  });

  it('O-F20: ids come back with their type, and what is no id is refused', async () => {
    for (const id of [0, '', 'x']) expect((await send(list(id))).answer).toMatchObject({ id });
    for (const id of [null, {}, 1.5]) {
      expect((await send(list(id))).answer).toMatchObject({ error: { code: -32600 } });
    }
  });

  it('O-B05: forRootAsync serves what forRoot serves', async () => {
    const asynchronous = await start(
      McpModule.forRootAsync({
        imports: [SettingsModule],
        inject: [Settings],
        useFactory: ({ server }: Settings) => server,
      }),
    );
    for (const message of [initialize('2025-11-25'), list(), call]) {
      const [one, other] = await Promise.all([send(message), send(message, {}, asynchronous)]);
      expect(other.answer).toEqual(one.answer);
    }
    await asynchronous.app.close();
  });
});
