import { createServer } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { listen } from './listen.js';
import { toResult, type SubjectOptions } from './subject.js';
import { zodTools } from './zod-tools.js';

/** The official SDK as its documentation has it, without a framework around it. */
export function start(options: SubjectOptions): Promise<number> {
  const handler = createMcpHandler(serverFactory(options));
  const handle = toNodeHandler(handler);
  return listen(createServer((request, response) => void handle(request, response)));
}

/** A server for one request over HTTP, or for one connection over stdio. */
export function serverFactory(options: SubjectOptions): () => McpServer {
  const tools = zodTools(options);
  return () => {
    const server = new McpServer({ name: 'shop', version: '1.0.0' });
    for (const { name, description, schema, run } of tools) {
      server.registerTool(name, { description, inputSchema: schema }, (args) =>
        toResult(run(args)),
      );
    }
    return server;
  };
}
