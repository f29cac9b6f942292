import type { RpcMessage } from '../protocol/json-rpc.js';
import { createLinkedPair } from './linked-pair.js';
import type { Transport } from './transport.js';

const ping = (id: number): RpcMessage => ({ jsonrpc: '2.0', id, method: 'ping' });

function recorded(transport: Transport): { messages: RpcMessage[]; closed: number } {
  const record = { messages: [] as RpcMessage[], closed: 0 };
  transport.onmessage = (message) => void record.messages.push(message);
  transport.onclose = () => void (record.closed += 1);
  return record;
}

describe('createLinkedPair', () => {
  it('brings what one end sends to the other, in order, both ways', async () => {
    const [one, other] = createLinkedPair();
    const records = [recorded(one), recorded(other)];
    await Promise.all([one.start(), other.start()]);
    await Promise.all([one.send(ping(1)), one.send(ping(2)), other.send(ping(3))]);
    expect(records.map(({ messages }) => messages)).toEqual([[ping(3)], [ping(1), ping(2)]]);
  });

  it('never delivers within the call that sends', async () => {
    const [one, other] = createLinkedPair();
    const { messages } = recorded(other);
    await other.start();
    const sent = one.send(ping(1));
    expect(messages).toEqual([]);
    await sent;
    expect(messages).toEqual([ping(1)]);
  });

  it('keeps messages until the other end has started, and their sender waiting', async () => {
    const [one, other] = createLinkedPair();
    const { messages } = recorded(other);
    let isSent = false;
    const sent = one.send(ping(1)).then(() => (isSent = true));
    await new Promise((resolve) => setImmediate(resolve));
    expect({ isSent, messages }).toEqual({ isSent: false, messages: [] });
    await other.start();
    await sent;
    expect(messages).toEqual([ping(1)]);
  });

  it('closes both ends once, whoever closes', async () => {
    const [one, other] = createLinkedPair();
    const records = [recorded(one), recorded(other)];
    await Promise.all([one.start(), other.start()]);
    await other.close();
    await one.close();
    expect(records.map(({ closed }) => closed)).toEqual([1, 1]);
    await expect(one.send(ping(1))).rejects.toThrow('The transport is closed');
  });

  it('lets nobody wait for an end that was closed before it started', async () => {
    const [one, other] = createLinkedPair();
    const sent = one.send(ping(1));
    await other.close();
    await expect(sent).resolves.toBeUndefined();
  });

  it('tells the receiver of what its own handler threw, not the sender', async () => {
    const [one, other] = createLinkedPair();
    const errors: Error[] = [];
    other.onmessage = () => {
      throw new Error('mine');
    };
    other.onerror = (error) => void errors.push(error);
    await other.start();
    await one.send(ping(1));
    expect(errors).toEqual([new Error('mine')]);
  });
});
