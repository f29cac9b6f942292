import { Agent, request, type IncomingMessage } from 'node:http';
import type { Answer } from './tally.js';
import { outcomeOf } from './verdict.js';

/** Posts bodies with the very headers that it is given, over connections that it keeps. */
export class PostClient {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 50 });

  constructor(private readonly port: number) {}

  post(headers: Readonly<Record<string, string>>, body: Buffer): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const { port } = this;
      const options = { host: '127.0.0.1', port, path: '/mcp', method: 'POST', agent: this.#agent };
      let answered = false;
      const sent = request({ ...options, headers: { ...headers } }, (response) => {
        answered = true;
        collect(response).then(resolve, reject);
      });
      // Who is refused in the middle of a body may find the connection closed behind the answer.
      sent.on('error', (error) => {
        if (!answered) reject(error);
      });
      sent.end(body);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}

async function collect(response: IncomingMessage): Promise<Answer> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString('utf8');
  return readAnswer(response.statusCode ?? 0, response.headers['content-type'] ?? '', text);
}

/** The answer of the endpoint; `not ours`: of the application, or of Node's parser. */
export function readAnswer(status: number, type: string, text: string): Answer {
  if (text === '') return { outcome: status === 202 ? 'silence' : 'not ours', status, text };
  const isStream = type.startsWith('text/event-stream');
  if (!isStream && !type.startsWith('application/json')) return { outcome: type, status, text };
  const message = parse(isStream ? lastEvent(text) : text);
  if (message === undefined) return { outcome: 'no JSON', status, text };
  const isOurs = Array.isArray(message) || Object.hasOwn(message, 'jsonrpc');
  return isOurs ? { ...outcomeOf(message), status, text } : { outcome: 'not ours', status, text };
}

function lastEvent(text: string): string {
  const data = text.split('\n').filter((line) => line.startsWith('data: '));
  return data.at(-1)?.slice('data: '.length) ?? '';
}

function parse(text: string): object | undefined {
  try {
    return JSON.parse(text) as object;
  } catch {
    return undefined;
  }
}
