import { createServer } from 'node:http';
import { listen } from './listen.js';

/** The limit: a body is read, parsed, written again and sent back. */
export function start(): Promise<number> {
  return listen(
    createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const text = JSON.stringify(JSON.parse(Buffer.concat(chunks).toString()));
        const length = Buffer.byteLength(text);
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': length });
        response.end(text);
      });
    }),
  );
}
