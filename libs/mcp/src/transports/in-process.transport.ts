import { createLinkedPair } from '../wire/linked-pair.js';
import type { Transport } from '../wire/transport.js';
import type { ConnectionOpener } from './message-handler.js';
import { ServerChannel, type ChannelPeer } from './server-channel.js';

/** A server in the same process, and the client's end of the way to it. */
export interface InProcessLink {
  /** For a client; not started yet. */
  readonly client: Transport;
  readonly channel: ServerChannel;
}

/**
 * Serves one end of a linked pair and hands out the other.
 *
 * @param peer what every call carries, credentials as `headers` for instance
 */
export async function linkInProcess(
  server: ConnectionOpener,
  peer: Partial<Omit<ChannelPeer, 'transport'>> = {},
): Promise<InProcessLink> {
  const [client, serverEnd] = createLinkedPair();
  const channel = new ServerChannel(server, serverEnd, {
    headers: {},
    ...peer,
    transport: 'in-process',
  });
  await channel.start();
  return { client, channel };
}
