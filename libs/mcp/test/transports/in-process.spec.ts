import { linkInProcess } from '../../src/transports/in-process.transport.js';
import type { RpcMessage } from '../../src/protocol/json-rpc.js';
import { StubServer } from './support/stub-server.js';

const ping = (id: number): RpcMessage => ({ jsonrpc: '2.0', id, method: 'ping' });

/** The client's end, its messages gathered. */
async function connect(server: StubServer, peer = {}) {
  const { client, channel } = await linkInProcess(server, peer);
  const received: RpcMessage[] = [];
  let wake: () => void = () => {};
  client.onmessage = (message) => {
    received.push(message);
    wake();
  };
  await client.start();
  const messages = async (count: number) => {
    while (received.length < count) await new Promise<void>((resolve) => (wake = resolve));
    return received;
  };
  return { client, channel, messages };
}

describe('A server in the same process', () => {
  it('answers what its client sends, with the credentials of the link', async () => {
    const server = new StubServer();
    const { client, messages } = await connect(server, { headers: { authorization: 'ApiKey x' } });
    await client.send(ping(1));
    expect(await messages(1)).toEqual([{ jsonrpc: '2.0', id: 1, result: {} }]);
    expect(server.contexts[0]).toMatchObject({
      transport: 'in-process',
      headers: { authorization: 'ApiKey x' },
    });
  });

  it('hears that its client has closed', async () => {
    const server = new StubServer();
    const { client, messages } = await connect(server);
    await client.send(ping(1));
    await messages(1);
    await client.close();
    expect(server.contexts[0]?.signal.reason).toMatchObject({
      message: 'The peer closed the connection',
    });
  });

  it('closes its client when it closes, calls in flight first', async () => {
    let finish!: () => void;
    const held = new Promise<object>((resolve) => (finish = () => resolve({ done: true })));
    const { client, channel, messages } = await connect(new StubServer({ hold: () => held }));
    const closed = new Promise<void>((resolve) => (client.onclose = resolve));
    await client.send({ jsonrpc: '2.0', id: 1, method: 'hold' });
    const drained = channel.drain(5_000);
    await client.send(ping(2));
    expect(await messages(1)).toMatchObject([
      { id: 2, error: { data: { code: 'MCP_SHUTTING_DOWN' } } },
    ]);
    finish();
    await drained;
    expect(await messages(2)).toMatchObject([{ id: 2 }, { id: 1, result: { done: true } }]);
    await channel.close();
    await closed;
  });

  it('does not end with an answer that cannot be sent any more', async () => {
    let finish!: () => void;
    const held = new Promise<object>((resolve) => (finish = () => resolve({})));
    const { client, channel } = await connect(new StubServer({ hold: () => held }));
    await client.send({ jsonrpc: '2.0', id: 1, method: 'hold' });
    await client.close();
    finish();
    await expect(channel.drain(5_000)).resolves.toBeUndefined();
    await channel.close();
  });
});
