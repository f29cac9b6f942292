import { FastMCP } from 'fastmcp';
import { freePort } from './listen.js';
import { toResult, type SubjectOptions } from './subject.js';
import { zodTools } from './zod-tools.js';

const nothing = () => {};

/** It writes a line for each request, which is no part of the work. */
const SILENT = { debug: nothing, error: nothing, info: nothing, log: nothing, warn: nothing };

/** `fastmcp`, stateless. */
export async function start(options: SubjectOptions): Promise<number> {
  const server = new FastMCP({ name: 'shop', version: '1.0.0', logger: SILENT });
  for (const { name, description, schema, run } of zodTools(options)) {
    server.addTool({
      name,
      description,
      parameters: schema,
      execute: (args: unknown) => Promise.resolve({ content: toResult(run(args)).content }),
    });
  }
  const port = await freePort();
  await server.start({
    transportType: 'httpStream',
    httpStream: { port, host: '127.0.0.1', stateless: true, enableJsonResponse: true },
  });
  return port;
}
