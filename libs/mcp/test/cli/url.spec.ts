import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { INestApplication } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { AppModule } from './fixtures/app.module.js';
import { configure } from './fixtures/configure.js';
import { Toolport } from './support/toolport.js';

const KEY = ['--header', 'X-Api-Key: k1'];

let toolport: Toolport;

beforeAll(() => {
  toolport = new Toolport('cli-url');
});
afterAll(() => toolport.remove());

describe('toolport, on an address', () => {
  let app: INestApplication;
  let url: string;
  const servers: Server[] = [];

  beforeAll(async () => {
    const module = await Test.createTestingModule({ imports: [AppModule] }).compile();
    app = module.createNestApplication({ logger: false });
    configure(app);
    await app.listen(0, '127.0.0.1');
    url = `${await app.getUrl()}/mcp`;
  });
  afterAll(async () => {
    await app.close();
    for (const server of servers) server.close();
  });

  async function serve(answer: RequestListener): Promise<string> {
    const server = createServer(answer);
    servers.push(server);
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
  }

  it('lists and calls as on a module', async () => {
    const onUrl = await toolport.run('list', '--json', '--url', url);
    const onModule = await toolport.run(
      'list',
      '--json',
      '--module',
      toolport.fixture('app.module.js'),
      '--configure',
      toolport.fixture('configure.js'),
    );
    expect(JSON.parse(onUrl.out)).toEqual(JSON.parse(onModule.out));
    const called = await toolport.run('call', 'notes_find', 'id=7', ...KEY, '--url', url);
    expect(called).toEqual({ code: 0, out: '{"id":7}\n', err: '' });
  });

  it('shows what a guard refused', async () => {
    const refused = await toolport.run('call', 'notes_find', 'id=7', '--url', url);
    expect(refused.code).toBe(1);
    expect(refused.out + refused.err).toContain('UNAUTHORIZED');
  });

  it('reads an answer that comes as an event, after others', async () => {
    const address = await serve((request, response) => {
      let body = '';
      request.on('data', (chunk) => (body += String(chunk)));
      request.on('end', () => {
        const { id, method } = JSON.parse(body) as { id?: number; method: string };
        if (id === undefined) return response.writeHead(202).end();
        const tools = [{ name: 'remote_tool', inputSchema: { type: 'object' } }];
        const result = method === 'initialize' ? { protocolVersion: '2025-06-18' } : { tools };
        const notification = { jsonrpc: '2.0', method: 'notifications/message', params: {} };
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write(`: hello\r\n\r\ndata: ${JSON.stringify(notification)}\r\n\r\n`);
        return response.end(`data: ${JSON.stringify({ jsonrpc: '2.0', id, result })}\r\n\r\n`);
      });
    });
    expect(await toolport.run('list', '--url', address)).toMatchObject({
      code: 0,
      out: 'remote_tool\n',
    });
  });

  it('follows no redirect with the caller’s credentials', async () => {
    const seen: unknown[] = [];
    const elsewhere = await serve((request, response) => {
      seen.push(request.headers);
      response.end();
    });
    const address = await serve((_, response) => {
      response.writeHead(307, { location: elsewhere }).end();
    });
    const { code, err } = await toolport.run('list', ...KEY, '--url', address);
    expect(err).toContain('does not answer: unexpected redirect');
    expect(code).toBe(1);
    expect(seen).toEqual([]);
  });

  it('says that nobody answers, or that it is no MCP server', async () => {
    const closed = await toolport.run('list', '--url', 'http://127.0.0.1:1/mcp');
    expect(closed.err).toContain('http://127.0.0.1:1/mcp does not answer');
    expect(closed.code).toBe(1);
    const page = await serve((_, response) => {
      response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not here</h1>');
    });
    const { code, err } = await toolport.run('list', '--url', page);
    expect(err).toContain('initialize was not answered by a JSON-RPC message, but by HTTP 404');
    expect(code).toBe(1);
  });
});
