import { META, type Implementation } from '../src/protocol/messages.js';
import { isProtocolVersion, isStateless } from '../src/protocol/revisions.js';
import { isJson, type Json } from './json.js';
import { mirrorHeaders } from './mirror-headers.js';
import { eventsOf } from './sse.js';

/** How the page speaks to the server; held in memory, and nowhere else. */
export interface Settings {
  readonly endpoint: string;
  readonly revision: string;
  readonly header: string;
  /** Empty: no credentials are sent. */
  readonly credentials: string;
  readonly cookies: boolean;
}

/** One message on the wire, as the person is shown it. */
export interface Traffic {
  readonly sent: boolean;
  /** The request line, or the status. */
  readonly line: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** What the body says: a message, or a text that is none. */
  readonly body?: unknown;
}

/** How a request ended. */
export interface Outcome {
  readonly status: number;
  readonly milliseconds: number;
  readonly result?: Json;
  /** A protocol fault, or what the browser has to say of a server that cannot be reached. */
  readonly error?: Json;
  readonly cancelled?: boolean;
}

/** What a request may be given beside its parameters. */
export interface RequestOptions {
  readonly signal?: AbortSignal;
  readonly onTraffic?: (traffic: Traffic) => void;
  /** The schema of the tool that is called: some arguments travel as headers as well. */
  readonly inputSchema?: Json;
  /** Makes the server tell of progress and of what it logs. */
  readonly verbose?: boolean;
}

/** Who answers, and what it offers. */
export interface Greeting {
  readonly server: Implementation;
  readonly capabilities: Json;
}

const CLIENT: Implementation = { name: 'toolport-inspector', version: '1' };

/** A client of MCP over HTTP in a browser, of both eras. */
export class McpClient {
  #id = 0;
  #session?: string;

  constructor(readonly settings: Settings) {}

  /** Opens the conversation in the way of the revision; the outcome tells why where it fails. */
  async open(): Promise<Outcome & { readonly greeting?: Greeting }> {
    const outcome = this.#stateless
      ? await this.request('server/discover', {})
      : await this.request('initialize', {
          protocolVersion: this.settings.revision,
          capabilities: {},
          clientInfo: CLIENT,
        });
    const { result } = outcome;
    if (!result) return outcome;
    if (!this.#stateless) {
      const told = await this.#notify('notifications/initialized', {});
      if (told.error) return told;
    }
    const meta = isJson(result['_meta']) ? result['_meta'] : {};
    const server = (meta[META.serverInfo] ?? result['serverInfo'] ?? CLIENT) as Implementation;
    const { capabilities } = result;
    return {
      ...outcome,
      greeting: { server, capabilities: isJson(capabilities) ? capabilities : {} },
    };
  }

  /** All pages of a list. */
  async list(
    method: string,
    field: string,
  ): Promise<Outcome & { readonly items: readonly Json[] }> {
    const items: Json[] = [];
    let cursor: unknown;
    for (;;) {
      const outcome = await this.request(method, cursor === undefined ? {} : { cursor });
      const page = outcome.result?.[field];
      if (Array.isArray(page)) items.push(...page.filter(isJson));
      cursor = outcome.result?.['nextCursor'];
      if (outcome.error || cursor === undefined) return { ...outcome, items };
    }
  }

  /** Sends a request and waits for its answer; never rejects. */
  async request(method: string, params: Json, options: RequestOptions = {}): Promise<Outcome> {
    this.#id += 1;
    const id = this.#id;
    const message = { jsonrpc: '2.0', id, method, params: this.#withMeta(params, id, options) };
    const outcome = await this.#exchange(message, id, options);
    if (outcome.cancelled && !this.#stateless) {
      // From 2026-07-28 on the closed connection says it.
      await this.#notify('notifications/cancelled', { requestId: id });
    }
    return outcome;
  }

  get #stateless(): boolean {
    const { revision } = this.settings;
    return isProtocolVersion(revision) && isStateless(revision);
  }

  #withMeta(params: Json, id: number, { verbose }: RequestOptions): Json {
    const progress = verbose ? { progressToken: id } : {};
    if (!this.#stateless) return verbose ? { ...params, _meta: progress } : params;
    const _meta = {
      [META.protocolVersion]: this.settings.revision,
      [META.clientInfo]: CLIENT,
      [META.clientCapabilities]: {},
      ...(verbose && { [META.logLevel]: 'debug' }),
      ...progress,
    };
    return { ...params, _meta };
  }

  #notify(method: string, params: Json): Promise<Outcome> {
    return this.#exchange({ jsonrpc: '2.0', method, params }, undefined, {});
  }

  async #exchange(
    message: Json & { readonly method: string },
    id: number | undefined,
    { signal, onTraffic = () => {}, inputSchema }: RequestOptions,
  ): Promise<Outcome> {
    const { endpoint, cookies } = this.settings;
    const begun = performance.now();
    const since = () => Math.round(performance.now() - begun);
    let status = 0;
    try {
      const headers = this.#headersOf(message, inputSchema);
      onTraffic({
        sent: true,
        line: `POST ${endpoint}`,
        headers: this.#masked(headers),
        body: message,
      });
      const response = await fetch(endpoint, {
        method: 'POST',
        headers,
        body: JSON.stringify(message),
        credentials: cookies ? 'same-origin' : 'omit',
        cache: 'no-store',
        redirect: 'error',
        signal,
      });
      ({ status } = response);
      this.#session = response.headers.get('mcp-session-id') ?? this.#session;
      const answer = await answerIn(response, id, onTraffic);
      if (id === undefined && response.ok) return { status, milliseconds: since() };
      return { status, milliseconds: since(), ...partsOf(answer, status) };
    } catch (error) {
      const cancelled = signal?.aborted === true;
      const text = error instanceof Error ? error.message : String(error);
      const said = cancelled
        ? 'You have cancelled the call.'
        : `No answer that can be read: ${text}`;
      return { status, milliseconds: since(), cancelled, error: { message: said } };
    }
  }

  #headersOf(message: Json, inputSchema: Json | undefined): Record<string, string> {
    const { revision, header, credentials } = this.settings;
    return {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': revision,
      ...(this.#session !== undefined && { 'mcp-session-id': this.#session }),
      ...(credentials !== '' && { [header.toLowerCase()]: credentials }),
      ...(this.#stateless && mirrorHeaders(message, inputSchema)),
    };
  }

  /** Credentials are not for the screen either: somebody may look over one's shoulder. */
  #masked(headers: Readonly<Record<string, string>>): Record<string, string> {
    const secret = this.settings.header.toLowerCase();
    return Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, name === secret ? '••••••' : value]),
    );
  }
}

/** Reads the answer, JSON or a stream of events, and tells of all that it says. */
async function answerIn(
  response: Response,
  id: number | undefined,
  onTraffic: (traffic: Traffic) => void,
): Promise<unknown> {
  const type = response.headers.get('content-type') ?? '';
  const line = `${response.status} ${response.statusText}`.trim();
  if (!response.body || !type.startsWith('text/event-stream')) {
    const body = parsed(await response.text());
    onTraffic({
      sent: false,
      line: `${line} ${type}`.trim(),
      body: body === '' ? undefined : body,
    });
    return body;
  }
  let answer: unknown;
  for await (const data of eventsOf(response.body)) {
    const body = parsed(data);
    onTraffic({ sent: false, line: `${line} event`, body });
    if (isJson(body) && body['id'] === id && !('method' in body)) answer = body;
  }
  return answer;
}

function partsOf(answer: unknown, status: number): Pick<Outcome, 'result' | 'error'> {
  if (isJson(answer)) {
    const { result, error } = answer;
    if (isJson(result)) return { result };
    if (isJson(error)) return { error };
  }
  return { error: { message: `The server answered ${status} without a message of MCP.` } };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
