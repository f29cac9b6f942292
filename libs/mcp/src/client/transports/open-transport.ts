import type { AuthProvider, OAuthClientProvider, Transport } from '@modelcontextprotocol/client';
import type { ClientLog } from '../client-log.js';
import type { ServerEntry } from '../config/server-entry.js';
import { openHttp, openSse } from './http.transport.js';
import { StdioClientTransport } from './stdio.transport.js';
import { WebSocketClientTransport } from './websocket.transport.js';
import { WireIdTransport } from './wire-id.transport.js';

const DEFAULT_PING_INTERVAL = 30_000;

/** What a connection attempt needs beside the entry. */
export interface OpenOptions {
  readonly log: ClientLog;
  readonly provider: AuthProvider | OAuthClientProvider | undefined;
  /** True: the older HTTP+SSE, though the entry says Streamable HTTP. */
  readonly asSse?: boolean;
}

/** A fresh, not yet started transport to the server. */
export async function openTransport(
  entry: ServerEntry,
  options: OpenOptions,
): Promise<WireIdTransport> {
  const inner = await openInner(entry, options);
  return new WireIdTransport(inner, entry.transport === 'http' || entry.transport === 'sse');
}

async function openInner(entry: ServerEntry, options: OpenOptions): Promise<Transport> {
  const { log, provider, asSse } = options;
  if (entry.transport === 'in-process') return entry.options.connect();
  if (entry.transport === 'stdio') return new StdioClientTransport(entry.options, log);
  if (entry.transport === 'websocket') {
    return new WebSocketClientTransport(entry.options.url, {
      headers: entry.options.headers,
      pingInterval: entry.options.pingInterval ?? DEFAULT_PING_INTERVAL,
      handshakeTimeout: entry.limits.connectTimeout,
    });
  }
  const open = asSse || entry.transport === 'sse' ? openSse : openHttp;
  return open(entry.options, provider);
}
