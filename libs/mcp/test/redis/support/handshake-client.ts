import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';

type Json = Record<string, unknown>;

const HEADERS = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  'mcp-protocol-version': '2025-11-25',
};

/** A client of the handshake era that holds its session and says to which replica each message goes. */
export class HandshakeClient {
  #id = 0;

  private constructor(
    readonly user: string,
    readonly session: string,
  ) {}

  static async open(origin: string, user: string): Promise<HandshakeClient> {
    const response = await new HandshakeClient(user, '').post(origin, {
      jsonrpc: '2.0',
      id: 0,
      method: 'initialize',
      params: {
        protocolVersion: '2025-11-25',
        capabilities: { elicitation: {} },
        clientInfo: { name: 'handshake', version: '1' },
      },
    });
    await response.text();
    const session = response.headers.get('mcp-session-id');
    if (response.status !== 200 || !session) throw new Error(`initialize: ${response.status}`);
    return new HandshakeClient(user, session);
  }

  /** Somebody else who has got hold of the session's id. */
  as(user: string): HandshakeClient {
    return new HandshakeClient(user, this.session);
  }

  post(origin: string, message: Json): Promise<Response> {
    const session = this.session && { 'mcp-session-id': this.session };
    const headers = { ...HEADERS, authorization: `Bearer ${this.user}`, ...session };
    return fetch(`${origin}/mcp`, { method: 'POST', headers, body: JSON.stringify(message) });
  }

  async delete(origin: string): Promise<number> {
    const headers = {
      ...HEADERS,
      authorization: `Bearer ${this.user}`,
      'mcp-session-id': this.session,
    };
    return (await fetch(`${origin}/mcp`, { method: 'DELETE', headers })).status;
  }

  /** A request, and the messages that come for it, the answer last. */
  async request(origin: string, method: string, params: Json = {}) {
    const id = ++this.#id;
    const response = await this.post(origin, { jsonrpc: '2.0', id, method, params });
    return { id, status: response.status, messages: messagesOf(response) };
  }

  /** The answer to a request that nothing comes before. */
  async ask(origin: string, method: string, params: Json = {}): Promise<Json> {
    const { messages } = await this.request(origin, method, params);
    for await (const message of messages) return message;
    throw new Error(`${method} was not answered`);
  }

  answer(origin: string, id: unknown): Promise<Response> {
    return this.post(origin, {
      jsonrpc: '2.0',
      id,
      result: { action: 'accept', content: { ok: true } },
    });
  }

  cancel(origin: string, requestId: number): Promise<Response> {
    return this.post(origin, {
      jsonrpc: '2.0',
      method: 'notifications/cancelled',
      params: { requestId },
    });
  }
}

async function* messagesOf(response: Response): AsyncGenerator<Json, void> {
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) {
    const text = await response.text();
    if (text !== '') yield JSON.parse(text) as Json;
    return;
  }
  const body = Readable.fromWeb(response.body as never);
  for await (const line of createInterface({ input: body })) {
    if (line.startsWith('data: ')) yield JSON.parse(line.slice('data: '.length)) as Json;
  }
}
