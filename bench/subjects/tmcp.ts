import { createServer } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { ZodJsonSchemaAdapter } from '@tmcp/adapter-zod';
import { HttpTransport } from '@tmcp/transport-http';
import { McpServer } from 'tmcp';
import { listen } from './listen.js';
import { toResult, type SubjectOptions } from './subject.js';
import { zodTools } from './zod-tools.js';

/** `tmcp`; the bridge from Node's requests to the web's is the one of the official SDK. */
export function start(options: SubjectOptions): Promise<number> {
  const server = new McpServer(
    { name: 'shop', version: '1.0.0', description: 'A shop' },
    { adapter: new ZodJsonSchemaAdapter(), capabilities: { tools: {} } },
  );
  for (const { name, description, schema, run } of zodTools(options)) {
    server.tool({ name, description, schema }, (args: unknown) => ({
      content: toResult(run(args)).content,
    }));
  }
  const transport = new HttpTransport(server, { path: '/mcp' });
  const respond = async (request: Request) =>
    (await transport.respond(request)) ?? new Response(null, { status: 404 });
  const handle = toNodeHandler({ fetch: respond });
  return listen(createServer((request, response) => void handle(request, response)));
}
