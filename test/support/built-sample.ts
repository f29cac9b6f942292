import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { closed, start } from './children.js';

/** The sample as `npm run build` left it, for clients that start it themselves. */
export const STDIO_ENTRY = resolve('dist/src/stdio.js');
const HTTP_ENTRY = resolve('dist/src/main.js');

export interface BuiltSample {
  /** `http://127.0.0.1:<port>` */
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts the built `main.js` on a free port and waits until it says where it listens. */
export async function startBuiltSample(env: Record<string, string> = {}): Promise<BuiltSample> {
  const child = start(process.execPath, [HTTP_ENTRY], { env: { ...env, PORT: '0' } });
  child.stderr.resume();
  const ended = closed(child);
  const url = await firstUrl(child.stdout);
  if (!url) {
    await ended;
    throw new Error(`The built sample ended before it listened (exit code ${child.exitCode})`);
  }
  return {
    url,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function firstUrl(output: Readable): Promise<string | undefined> {
  let url: string | undefined;
  for await (const line of createInterface({ input: output })) {
    url = /MCP\s+(http:\/\/\S+)\/mcp/.exec(line)?.[1];
    if (url) break;
  }
  // Leaving the loop has paused the stream; a full pipe would stop the child.
  output.resume();
  return url;
}
