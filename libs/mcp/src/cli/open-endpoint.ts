import type { RpcResponse } from '../protocol/json-rpc.js';
import { isJsonObject } from '../protocol/json-rpc.js';
import { LATEST_HANDSHAKE_VERSION } from '../protocol/revisions.js';
import { CliError } from './cli.error.js';
import { within } from './time-limit.js';
import { ToolClient, type ToolRequest } from './tool-client.js';

/** Which endpoint, and as whom it is called. */
export interface EndpointTarget {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** Milliseconds. */
  readonly timeout: number;
}

/**
 * Opens a Streamable HTTP endpoint by the handshake that servers of every revision up to 2025-11-25
 * answer, whoever has made them: just as much of a client as listing and calling needs.
 */
export async function openEndpoint(target: EndpointTarget): Promise<ToolClient> {
  const endpoint = new Endpoint(target);
  const client = new ToolClient(
    (request) => endpoint.exchange(request),
    () => endpoint.close(),
  );
  const opened = await client.request('initialize', {
    protocolVersion: LATEST_HANDSHAKE_VERSION,
    capabilities: {},
    clientInfo: { name: 'nest-toolport/cli', version: '1.0.0' },
  });
  const { protocolVersion } = opened as { protocolVersion?: unknown };
  if (typeof protocolVersion === 'string')
    endpoint.headers['mcp-protocol-version'] = protocolVersion;
  await endpoint.notify('notifications/initialized');
  return client;
}

class Endpoint {
  readonly headers: Record<string, string>;

  constructor(private readonly target: EndpointTarget) {
    this.headers = {
      ...target.headers,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    };
  }

  exchange(request: ToolRequest): Promise<RpcResponse> {
    return within(this.target.timeout, request.method, async (signal) => {
      const response = await this.#send('POST', request, signal);
      const session = response.headers.get('mcp-session-id');
      if (session !== null) this.headers['mcp-session-id'] = session;
      return answerTo(request, response);
    });
  }

  notify(method: string): Promise<void> {
    return within(this.target.timeout, method, async (signal) => {
      const response = await this.#send('POST', { jsonrpc: '2.0', method }, signal);
      await response.body?.cancel();
    });
  }

  /** A server that keeps a session is told that it may forget it; 405 is a permitted answer. */
  async close(): Promise<void> {
    if (this.headers['mcp-session-id'] === undefined) return;
    await within(this.target.timeout, 'DELETE', async (signal) => {
      const response = await this.#send('DELETE', undefined, signal);
      await response.body?.cancel();
    });
  }

  async #send(method: string, message: object | undefined, signal: AbortSignal): Promise<Response> {
    const { url } = this.target;
    const body = message && JSON.stringify(message);
    try {
      // A redirect would carry the caller's credentials to a place that nobody has named.
      return await fetch(url, { method, headers: this.headers, body, signal, redirect: 'error' });
    } catch (cause) {
      throw new CliError(`${url.href} does not answer: ${reasonOf(cause)}`, undefined, { cause });
    }
  }
}

/** JSON, or a stream of events of which the answer is one. */
async function answerTo(request: ToolRequest, response: Response): Promise<RpcResponse> {
  const type = response.headers.get('content-type') ?? '';
  const text = await response.text();
  const texts = type.startsWith('text/event-stream') ? eventsOf(text) : [text];
  for (const message of texts.map((one) => parsed(one))) {
    if (!isJsonObject(message) || !('result' in message || 'error' in message)) continue;
    // An error that concerns no request, such as a refused token, has no id.
    if (message['id'] === request.id || 'error' in message)
      return message as unknown as RpcResponse;
  }
  throw new CliError(
    `${request.method} was not answered by a JSON-RPC message, but by HTTP ${response.status}` +
      (type === '' ? '' : ` and ${type}`),
  );
}

function eventsOf(stream: string): string[] {
  return stream.split(/\r\n\r\n|\n\n|\r\r/).map((event) =>
    event
      .split(/\r\n|\n|\r/)
      .filter((line) => line.startsWith('data:'))
      .map((line) => line.slice('data:'.length).replace(/^ /, ''))
      .join('\n'),
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // The HTTP status says more about it than a JSON error.
  }
}

/** `fetch failed` hides what it was. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return String(cause);
  return cause.message || ('code' in cause ? String(cause.code) : cause.name);
}
