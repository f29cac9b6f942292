import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { listen } from './listen.js';
import { toResult, type SubjectOptions } from './subject.js';
import { zodTools, type ZodTool } from './zod-tools.js';

/** Version 1 of the official SDK, stateless: a server and a transport per request. */
export function start(options: SubjectOptions): Promise<number> {
  const tools = zodTools(options);
  return listen(createServer((request, response) => void answer(tools, request, response)));
}

async function answer(
  tools: readonly ZodTool[],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const server = new McpServer({ name: 'shop', version: '1.0.0' });
  for (const { name, description, schema, run } of tools) {
    server.registerTool(name, { description, inputSchema: schema.shape }, (args: unknown) =>
      toResult(run(args)),
    );
  }
  const transport = new StreamableHTTPServerTransport({
    sessionIdGenerator: undefined,
    enableJsonResponse: true,
  });
  response.on('close', () => void server.close());
  await server.connect(transport);
  await transport.handleRequest(request, response);
}
