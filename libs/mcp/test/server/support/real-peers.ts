import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';
import type { INestApplication } from '@nestjs/common';
import { serveStdio } from '../../../src/module/serve-stdio.js';
import { META } from '../../../src/protocol/messages.js';

export type Json = Record<string, unknown>;

/** A client over a real transport, of one era. */
export interface Peer {
  /** All that comes for a request, its answer last; an id that is none is answered as well. */
  ask(method: string, params: Json, id: unknown): Promise<readonly Json[]>;
  /** A `tools/call` for which the server is to log at a level. */
  askLogging(params: Json, level?: string): Promise<readonly Json[]>;
  /** All that comes for a message that must not be answered. */
  say(message: Json): Promise<readonly Json[]>;
  /** All that comes for a text. */
  sayRaw(text: string): Promise<readonly Json[]>;
  close(): Promise<void>;
}

interface Kind {
  readonly stateless: boolean;
  open(app: INestApplication, said: Json[]): Promise<Peer>;
}

export const PEERS: Readonly<Record<string, Kind>> = {
  '2025-11-25 over HTTP': { stateless: false, open: (app, said) => overHttp(app, said, false) },
  '2026-07-28 over HTTP': { stateless: true, open: (app, said) => overHttp(app, said, true) },
  '2025-11-25 over stdio': { stateless: false, open: (app, said) => overStdio(app, said, false) },
  '2026-07-28 over stdio': { stateless: true, open: (app, said) => overStdio(app, said, true) },
};

type Exchange = (text: string, message?: Json) => Promise<readonly Json[]>;

function request(method: string, params: Json, id: unknown, stateless: boolean): Json {
  if (!stateless) return { jsonrpc: '2.0', id, method, params };
  const _meta = {
    [META.protocolVersion]: '2026-07-28',
    [META.clientCapabilities]: {},
    ...(params._meta as Json | undefined),
  };
  return { jsonrpc: '2.0', id, method, params: { ...params, _meta } };
}

const INITIALIZE = {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'peer', version: '1' },
};

function peerOf(exchange: Exchange, stateless: boolean, close: () => Promise<void>): Peer {
  const ask = (method: string, params: Json, id: unknown) => {
    const message = request(method, params, id, stateless);
    return exchange(JSON.stringify(message), message);
  };
  return {
    ask,
    askLogging: async (params, level) => {
      if (stateless) {
        const _meta = level === undefined ? {} : { [META.logLevel]: level };
        return ask('tools/call', { ...params, _meta }, 1);
      }
      const set = await ask('logging/setLevel', { level }, 1);
      return set.at(-1)?.error ? set : ask('tools/call', params, 1);
    },
    say: (message) => exchange(JSON.stringify(message), message),
    sayRaw: (text) => exchange(text),
    close,
  };
}

async function overHttp(app: INestApplication, said: Json[], stateless: boolean): Promise<Peer> {
  const url = `${(await app.getUrl()).replace('[::1]', '127.0.0.1')}/mcp`;
  let session: string | null = null;
  const exchange: Exchange = async (text, message) => {
    const headers = {
      ...headersOf(message, stateless),
      ...(session && { 'mcp-session-id': session }),
    };
    const response = await fetch(url, { method: 'POST', headers, body: text });
    session ??= response.headers.get('mcp-session-id');
    const body = await response.text();
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
    const texts = isStream ? [...body.matchAll(/^data: (.*)$/gm)].map(([, data]) => data) : [body];
    const messages = texts.filter((one) => one !== '').map((one) => JSON.parse(one) as Json);
    said.push(...messages);
    return messages;
  };
  const peer = peerOf(exchange, stateless, async () => {});
  if (!stateless) await peer.ask('initialize', INITIALIZE, 1);
  return peer;
}

function headersOf(message: Json | undefined, stateless: boolean): Record<string, string> {
  const usual = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': stateless ? '2026-07-28' : '2025-11-25',
  };
  if (!stateless || !message) return usual;
  const { name, uri } = (message.params ?? {}) as { name?: string; uri?: string };
  const named = ['tools/call', 'prompts/get', 'resources/read'].includes(String(message.method));
  const value = named ? (name ?? uri) : undefined;
  return { ...usual, 'mcp-method': String(message.method), ...(value && { 'mcp-name': value }) };
}

async function overStdio(app: INestApplication, said: Json[], stateless: boolean): Promise<Peer> {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const over = serveStdio(app, { input, output, globals: {} });
  const heard: Json[] = [];
  let wake = () => {};
  createInterface({ input: output }).on('line', (line) => {
    heard.push(JSON.parse(line) as Json);
    said.push(heard.at(-1) as Json);
    wake();
  });
  const until = async (done: () => boolean) => {
    while (!done()) await new Promise<void>((resolve) => (wake = resolve));
  };
  let marks = 0;
  const exchange: Exchange = async (text, message) => {
    heard.length = 0;
    input.write(`${text}\n`);
    const id = message?.id;
    if (message && 'id' in message && (typeof id === 'string' || Number.isInteger(id))) {
      await until(() => heard.some((one) => one.id === id));
      return [...heard];
    }
    // Nothing says that nothing comes: what is asked behind it, and answered, does.
    const mark = `mark-${++marks}`;
    input.write(`${JSON.stringify(request('tools/list', {}, mark, stateless))}\n`);
    await until(() => heard.some((one) => one.id === mark));
    return heard.filter((one) => one.id !== mark);
  };
  const peer = peerOf(exchange, stateless, async () => {
    input.end();
    await over;
  });
  if (!stateless) await peer.ask('initialize', INITIALIZE, 1);
  return peer;
}
