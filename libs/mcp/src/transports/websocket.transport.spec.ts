import { EventEmitter, once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { WebSocket, WebSocketServer } from 'ws';
import { WebSocketTransport } from './websocket.transport.js';

describe('a WebSocket transport', () => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  afterAll(() => {
    for (const client of server.clients) client.terminate();
    server.close();
  });

  it('does not wait for a message to be written that is no JSON', async () => {
    const accepted = once(server, 'connection') as Promise<[WebSocket]>;
    await once(server, 'listening');
    const peer = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const [socket] = await accepted;
    await once(peer, 'open');
    const transport = new WebSocketTransport(socket, {
      queueSize: 1,
      maxDepth: 64,
      keepAlive: 60_000,
    });
    const received = new EventEmitter();
    transport.onmessage = (message) => void received.emit('message', message);
    await transport.start();
    const unprintable = { jsonrpc: '2.0', id: 1, result: { big: 1n } } as const;
    await expect(transport.send(unprintable)).rejects.toThrow('BigInt');
    // A peer that is thought to be slow is not read any more after its first message.
    for (const message of [{ a: 1 }, { a: 2 }]) {
      const next = once(received, 'message');
      peer.send(JSON.stringify(message));
      expect(await next).toEqual([message]);
    }
    await transport.close();
  });
});
