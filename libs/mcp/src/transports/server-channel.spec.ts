import type { RpcMessage } from '../protocol/json-rpc.js';
import type { Transport } from '../wire/transport.js';
import { ServerChannel } from './server-channel.js';

/** A transport of somebody else's, which throws where it should reject. */
class ThrowingTransport implements Transport {
  onmessage?: (message: RpcMessage) => void;
  async start(): Promise<void> {}
  async close(): Promise<void> {}
  send(): Promise<void> {
    throw new Error('broken');
  }
}

it('a transport that throws at once loses an answer, and neither the process nor the count of calls', async () => {
  const masked: unknown[] = [];
  const transport = new ThrowingTransport();
  const message = { jsonrpc: '2.0', id: 1, result: {} } as const;
  const connection = { receive: async () => ({ status: 200, message }) };
  const server = { openConnection: () => connection };
  const peer = { transport: 'in-process', headers: {} } as const;
  const channel = new ServerChannel(server, transport, peer, (error) => masked.push(error));
  await channel.start();
  transport.onmessage?.({ jsonrpc: '2.0', id: 1, method: 'ping' });
  // Waits for what is under way: were it never over, the time limit of the test would tell.
  await channel.drain(60_000);
  expect(masked).toContainEqual(new Error('broken'));
});
