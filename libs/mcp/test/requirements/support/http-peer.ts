import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import type { INestApplication } from '@nestjs/common';
import { Inbox } from './inbox.js';
import type { Json, Peer, Pending } from './peer.js';
import { ALL_LISTS, TalkingPeer, type TalkingPeerOptions } from './talking-peer.js';

/** A client over HTTP: each message is a request of its own. */
export async function openHttpPeer(
  app: INestApplication,
  options: TalkingPeerOptions,
): Promise<Peer> {
  const peer = new HttpPeer(urlOf(app), options);
  await peer.open();
  return peer;
}

/** Where the endpoint of an application is. */
export function urlOf(app: INestApplication): string {
  const { port } = app.getHttpServer().address() as { port: number };
  return `http://127.0.0.1:${port}/mcp`;
}

class HttpPeer extends TalkingPeer {
  readonly #open = new Set<HttpPending>();

  constructor(
    private readonly url: string,
    options: TalkingPeerOptions,
  ) {
    super(options);
  }

  open(): Promise<void> {
    return this.shakeHands();
  }

  send(text: string, message?: Json): Pending {
    const headers = { ...this.#headersOf(message), ...this.#own };
    return this.#track({ method: 'POST', headers, body: text });
  }

  async listen(resources: readonly string[] = [], id: unknown = 'listen'): Promise<Pending> {
    if (this.stateless) {
      const notifications = { ...ALL_LISTS, resourceSubscriptions: resources };
      const pending = this.begin('subscriptions/listen', { notifications }, id);
      await pending.until(({ method }) => String(method).endsWith('/acknowledged'));
      return pending;
    }
    const pending = this.#track({ headers: { accept: 'text/event-stream', ...this.#own } });
    if ((await pending.response).status !== 200) throw new Error('There is no stream');
    for (const uri of resources) await this.ask('resources/subscribe', { uri });
    return pending;
  }

  async close(): Promise<void> {
    for (const pending of this.#open) pending.leave();
  }

  get #own(): Record<string, string> {
    return { ...this.options.headers, ...(this.session && { 'mcp-session-id': this.session }) };
  }

  #track(init: RequestInit): HttpPending {
    const pending = new HttpPending(this.url, init, (message) =>
      this.options.said?.push(...[message].flat()),
    );
    this.#open.add(pending);
    const forget = () => void this.#open.delete(pending);
    void pending.over.then(forget, forget);
    void pending.response.then(
      ({ headers }) => (this.session ??= headers.get('mcp-session-id') ?? undefined),
      () => {},
    );
    return pending;
  }

  #headersOf(message: Json | undefined): Record<string, string> {
    const usual = {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(message?.method !== 'initialize' && { 'mcp-protocol-version': this.options.version }),
    };
    if (!this.stateless || !message) return usual;
    const { name, uri } = (message.params ?? {}) as { name?: unknown; uri?: unknown };
    const named = ['tools/call', 'prompts/get', 'resources/read'].includes(String(message.method));
    const value = named ? (name ?? uri) : undefined;
    return {
      ...usual,
      'mcp-method': String(message.method),
      ...(typeof value === 'string' && { 'mcp-name': value }),
    };
  }
}

/** One request and what is read of its answer, be it JSON or a stream. */
class HttpPending implements Pending {
  readonly response: Promise<Response>;
  readonly over: Promise<void>;
  readonly #inbox = new Inbox();
  readonly #gone = new AbortController();

  constructor(url: string, init: RequestInit, onMessage: (message: Json) => void) {
    this.response = fetch(url, { ...init, signal: this.#gone.signal });
    this.over = this.#read(onMessage)
      .catch((error: unknown) => {
        // Who leaves hears nothing more; all else is a fault of the server.
        if (!this.#gone.signal.aborted) throw error;
      })
      .finally(() => this.#inbox.end());
  }

  get heard(): readonly Json[] {
    return this.#inbox.heard;
  }

  until(fits: (message: Json) => boolean): Promise<Json> {
    return this.#inbox.until(fits);
  }

  async all(): Promise<readonly Json[]> {
    await this.over;
    return [...this.heard];
  }

  silence(): Promise<readonly Json[]> {
    return this.all();
  }

  leave(): void {
    this.#gone.abort();
  }

  async #read(onMessage: (message: Json) => void): Promise<void> {
    for await (const text of textsOf(await this.response)) {
      const message = JSON.parse(text) as Json;
      onMessage(message);
      this.#inbox.put(message);
    }
  }
}

async function* textsOf(response: Response): AsyncGenerator<string> {
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) {
    const text = await response.text();
    if (text !== '') yield text;
    return;
  }
  const lines = createInterface({ input: Readable.fromWeb(response.body as never) });
  for await (const line of lines) {
    if (line.startsWith('data: ')) yield line.slice('data: '.length);
  }
}
