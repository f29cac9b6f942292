import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { performance } from 'node:perf_hooks';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { McpClientModule } from '../../src/client.js';
import { McpModule, McpServer } from '../../src/index.js';

type Json = Record<string, unknown>;
/** Gives a result, or answers by itself. */
type Behaviour = (method: string, response: ServerResponse) => object | undefined;

const TOOL = { name: 't', description: 'd', inputSchema: { type: 'object' } };
const answering =
  (tool: object, result: object): Behaviour =>
  (method) =>
    method === 'tools/list'
      ? {
          tools: [
            { ...TOOL, ...tool },
            { ...TOOL, name: 'small' },
          ],
        }
      : result;

/** A program of its own words: what it answers is written by no library. */
async function hostile(behave: Behaviour) {
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (request.method !== 'POST') return void response.writeHead(405).end();
    const { id, method } = JSON.parse(Buffer.concat(chunks).toString()) as Json;
    if (id === undefined) return void response.writeHead(202).end();
    const reply = (body: object) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ jsonrpc: '2.0', id, ...body }));
    };
    if (method === 'server/discover') return reply({ error: { code: -32601, message: 'no' } });
    const serverInfo = { name: 'hostile', version: '1' };
    const capabilities = { tools: {} };
    if (method === 'initialize') {
      return reply({ result: { protocolVersion: '2025-06-18', capabilities, serverInfo } });
    }
    const result = behave(method as string, response);
    if (result) reply({ result });
  };
  const server = createServer((request, response) => void serve(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://127.0.0.1:${port}/mcp`, port, close };
}

describe('a gateway to a hostile server', () => {
  const cleanups: (() => unknown)[] = [];
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
  });

  async function gateway(behave: Behaviour) {
    const remote = await hostile(behave);
    cleanups.push(remote.close);
    @Module({
      imports: [
        McpModule.forRoot({ name: 'gateway', version: '1.0.0' }),
        McpClientModule.forRoot({ servers: { evil: { url: remote.url, expose: true } } }),
      ],
    })
    class AppModule {}
    const app = await NestFactory.createApplicationContext(AppModule, { logger: false });
    cleanups.push(() => app.close());
    const ask = async (method: string, params: object = {}) => {
      const reply = await app.get(McpServer).handle(
        { jsonrpc: '2.0', id: 1, method, params },
        {
          transport: 'http',
          headers: {},
          signal: new AbortController().signal,
          send: async () => {},
        },
      );
      return JSON.parse(JSON.stringify(reply.message)) as { result: Json };
    };
    const call = (args: object = {}) => ask('tools/call', { name: 'mcp_evil_t', arguments: args });
    return { remote, ask, call };
  }

  it('tells nothing of what the server wrote into a failure of HTTP', async () => {
    const { call } = await gateway((method, response) => {
      if (method === 'tools/list') return { tools: [TOOL] };
      response.writeHead(500).end(`secret of /srv/app ${'y'.repeat(10_000_000)}`);
      return undefined;
    });
    const text = JSON.stringify(await call());
    expect(text).toMatch(/HTTP status 500/);
    expect(text).not.toMatch(/secret/);
    expect(text.length).toBeLessThan(1000);
  });

  it('tells no address of a server that is gone', async () => {
    const { call, remote } = await gateway(answering({}, { content: [] }));
    await remote.close();
    cleanups.splice(0, 1);
    const texts = [JSON.stringify(await call()), JSON.stringify(await call())];
    for (const text of texts) {
      expect(text).toMatch(/REMOTE_(UNAVAILABLE|CONNECTION_LOST)/);
      expect(text).not.toMatch(/127\.0\.0\.1|ECONN/);
      expect(text).not.toContain(String(remote.port));
    }
  });

  it('cuts the words and leaves out the data of an error past a bound', async () => {
    const { call } = await gateway((method, response) => {
      if (method === 'tools/list') return { tools: [TOOL] };
      const error = { code: -32099, message: 'm'.repeat(1_000_000), data: 'd'.repeat(1_000_000) };
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ jsonrpc: '2.0', id: null, error }));
      return undefined;
    });
    expect(JSON.stringify(await call()).length).toBeLessThan(10_000);
  });

  it('leaves out a tool whose definition is too large, and no other', async () => {
    const { ask } = await gateway(answering({ description: 'x'.repeat(2_000_000) }, {}));
    const { result } = await ask('tools/list');
    expect(result.tools).toMatchObject([{ name: 'mcp_evil_small' }]);
  });

  it('gives up an answer that is larger than the bound', async () => {
    const block = Buffer.alloc(1_000_000, 'x');
    let sent = 0;
    const { call } = await gateway((method, response) => {
      if (method === 'tools/list') return { tools: [TOOL] };
      response.writeHead(200, { 'content-type': 'application/json' });
      const pump = (): void => {
        while (sent < 1000) {
          sent += 1;
          if (!response.write(block)) return void response.once('drain', pump);
        }
        response.end();
      };
      pump();
      return undefined;
    });
    expect((await call()).result).toMatchObject({ isError: true });
    expect(sent).toBeLessThan(100);
  });

  const text = { type: 'string', pattern: '^(a+)+$' };
  const endless = `${'a'.repeat(40)}!`;

  it('does not match the regular expressions of its output schemas', async () => {
    const outputSchema = { type: 'object', properties: { x: text } };
    const result = { content: [], structuredContent: { x: endless } };
    const { ask, call } = await gateway(answering({ outputSchema }, result));
    const { result: list } = await ask('tools/list');
    expect(list.tools).toContainEqual(expect.objectContaining({ outputSchema }));
    const began = performance.now();
    expect((await call()).result).toMatchObject({ structuredContent: { x: endless } });
    expect(performance.now() - began).toBeLessThan(10_000);
  });

  it('does not match the regular expressions of its input schemas', async () => {
    const inputSchema = { type: 'object', properties: { x: text, n: { type: 'integer' } } };
    const { call } = await gateway(answering({ inputSchema }, { content: [] }));
    expect((await call({ x: endless })).result).toMatchObject({ content: [], isError: false });
    // What else the schema says counts as ever.
    expect((await call({ n: 'no' })).result).toMatchObject({ isError: true });
  });
});
