import type { Readable } from 'node:stream';
import type { OnMasked } from '../../errors/to-rpc-error.js';
import type { ConnectionOpener } from '../message-handler.js';
import { ServerChannel } from '../server-channel.js';
import { headersOf, type StdioSettings } from './stdio-options.js';
import { StdioTransport, type LineOutput, type StdioBounds } from './stdio.transport.js';

/** One client behind a pair of streams. */
export interface LineClient extends StdioBounds {
  readonly input: Readable;
  readonly output: LineOutput;
  /** What every call carries. */
  readonly settings: StdioSettings;
  /** Milliseconds that running calls have once nothing more comes. */
  readonly drainTimeout: number;
  /** Ends the service, calls in flight first. */
  readonly signal?: AbortSignal;
  readonly onMasked?: OnMasked;
}

/** Serves one client until its input ends, it stops reading, or `signal` aborts; never rejects. */
export async function serveLines(server: ConnectionOpener, client: LineClient): Promise<void> {
  const { input, output, settings, signal, drainTimeout } = client;
  const transport = new StdioTransport(input, output, client);
  const peer = {
    transport: 'stdio',
    headers: headersOf(settings),
    timeout: settings.timeout,
    locale: settings.locale,
  } as const;
  const channel = new ServerChannel(server, transport, peer, client.onMasked);
  await channel.start();
  await Promise.race([transport.ended, aborted(signal)]);
  await channel.drain(drainTimeout);
  await channel.close();
}

function aborted(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) resolve();
    else signal?.addEventListener('abort', () => resolve(), { once: true });
  });
}
