import { AsyncLocalStorage } from 'node:async_hooks';
import type { JSONRPCMessage, Transport, TransportSendOptions } from '@modelcontextprotocol/client';
import { WireIdTransport } from './wire-id.transport.js';

class FakeTransport implements Transport {
  onmessage?: Transport['onmessage'];
  onclose?: () => void;
  onerror?: (error: Error) => void;
  readonly hasPerRequestStream = true;
  readonly sent: Record<string, any>[] = [];
  readonly options: (TransportSendOptions | undefined)[] = [];
  fails = false;

  async start() {}
  async close() {
    this.onclose?.();
  }
  async send(message: JSONRPCMessage, options?: TransportSendOptions) {
    if (this.fails) throw new Error('no way');
    this.sent.push(message);
    this.options.push(options);
  }
  receive(message: object) {
    this.onmessage?.(message as JSONRPCMessage);
  }
}

describe('WireIdTransport', () => {
  const open = async () => {
    const inner = new FakeTransport();
    const transport = new WireIdTransport(inner, true);
    const got: Record<string, any>[] = [];
    const errors: string[] = [];
    Object.assign(transport, {
      onmessage: (message: object) => got.push(message),
      onerror: ({ message }: Error) => errors.push(message),
    });
    await transport.start();
    const request = (id: number | string, params: object = {}, options = {}) =>
      transport.send({ jsonrpc: '2.0', id, method: 'tools/call', params } as never, options);
    return { inner, transport, got, errors, request };
  };
  const UUID = /^[0-9a-f-]{36}$/;

  it('gives each request a UUID and the answer its own id back', async () => {
    const { inner, got, request } = await open();
    await request(0);
    await request(1);
    const [first, second] = inner.sent.map(({ id }) => id);
    expect(first).toMatch(UUID);
    expect(second).not.toBe(first);
    inner.receive({ jsonrpc: '2.0', id: second, result: {} });
    await Promise.resolve();
    expect(got).toEqual([{ jsonrpc: '2.0', id: 1, result: {} }]);
  });

  it('maps progress tokens there and back, and drops progress of a finished call', async () => {
    const { inner, got, request } = await open();
    await request(7, { _meta: { progressToken: 7, traceparent: 'x' } });
    const { id, params } = inner.sent[0] ?? {};
    expect(params).toEqual({ _meta: { progressToken: id, traceparent: 'x' } });
    const progress = {
      jsonrpc: '2.0',
      method: 'notifications/progress',
      params: { progressToken: id, progress: 1 },
    };
    inner.receive(progress);
    inner.receive({ jsonrpc: '2.0', id, result: {} });
    inner.receive(progress);
    await Promise.resolve();
    expect(got.map(({ params: p }) => p?.progressToken)).toEqual([7, undefined]);
  });

  it('an answer that nobody asked for reaches nobody, also not as the counter of another call', async () => {
    const { inner, got, errors, request } = await open();
    await request(5);
    inner.receive({ jsonrpc: '2.0', id: 5, result: { forged: true } });
    inner.receive({ jsonrpc: '2.0', id: '5', result: { forged: true } });
    expect(got).toEqual([]);
    expect(errors).toHaveLength(2);
  });

  it('a cancel names the id on the wire, cuts the exchange, and a late answer is dropped', async () => {
    const { inner, transport, got, request } = await open();
    await request(3);
    await transport.send({
      jsonrpc: '2.0',
      method: 'notifications/cancelled',
      params: { requestId: 3, reason: 'x' },
    });
    const { id } = inner.sent[0] ?? {};
    expect(inner.sent[1]?.params).toEqual({ requestId: id, reason: 'x' });
    expect(inner.options[0]?.requestSignal?.aborted).toBe(true);
    inner.receive({ jsonrpc: '2.0', id, result: {} });
    expect(got).toEqual([]);
    expect(transport.pending).toBe(0);
  });

  it('the cancel of an answered request is not sent', async () => {
    const { inner, transport, request } = await open();
    await request(3);
    inner.receive({ jsonrpc: '2.0', id: inner.sent[0]?.id, result: {} });
    await transport.send({
      jsonrpc: '2.0',
      method: 'notifications/cancelled',
      params: { requestId: 3 },
    });
    expect(inner.sent).toHaveLength(1);
  });

  it("a server's questions keep the server's ids", async () => {
    const { inner, transport, got } = await open();
    inner.receive({ jsonrpc: '2.0', id: 0, method: 'roots/list' });
    await transport.send({ jsonrpc: '2.0', id: 0, result: {} });
    inner.receive({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 0 } });
    expect(got.map((message) => message.id ?? message.params.requestId)).toEqual([0, 0]);
    expect(inner.sent[0]?.id).toBe(0);
  });

  it('maps the subscription that a notification belongs to', async () => {
    const { inner, got, request } = await open();
    await request('listen:0');
    const key = 'io.modelcontextprotocol/subscriptionId';
    inner.receive({
      jsonrpc: '2.0',
      method: 'notifications/tools/list_changed',
      params: { _meta: { [key]: inner.sent[0]?.id, other: 1 } },
    });
    expect(got[0]?.params._meta).toEqual({ [key]: 'listen:0', other: 1 });
  });

  it('a stream that ends without the answer ends the request', async () => {
    const { inner, got, request } = await open();
    const onRequestStreamEnd = jest.fn();
    await request(4, {}, { onRequestStreamEnd });
    inner.options[0]?.onRequestStreamEnd?.();
    await Promise.resolve();
    expect(onRequestStreamEnd).toHaveBeenCalledTimes(1);
    expect(got).toEqual([
      { jsonrpc: '2.0', id: 4, error: expect.objectContaining({ code: -32000 }) },
    ]);
    inner.options[0]?.onRequestStreamEnd?.();
    expect(got).toHaveLength(1);
  });

  it('an answer arrives in the context of its request, after the progress that came before it', async () => {
    const { inner, transport, request } = await open();
    const store = new AsyncLocalStorage<string>();
    const seen: unknown[] = [];
    Object.assign(transport, {
      onmessage: (m: { method?: string }) => seen.push(m.method ?? store.getStore()),
    });
    await store.run('mine', () => request(1, { _meta: { progressToken: 1 } }));
    const { id } = inner.sent[0] ?? {};
    inner.receive({ jsonrpc: '2.0', id, result: {} });
    inner.receive({ jsonrpc: '2.0', method: 'notifications/message', params: {} });
    await Promise.resolve();
    expect(seen).toEqual(['notifications/message', 'mine']);
  });

  it('keeps nothing of requests that failed, were aborted, or whose channel closed', async () => {
    const { inner, transport, request } = await open();
    inner.fails = true;
    await expect(request(1)).rejects.toThrow('no way');
    inner.fails = false;
    const abort = new AbortController();
    await request(2, {}, { requestSignal: abort.signal });
    abort.abort();
    await request(3);
    expect(transport.pending).toBe(1);
    await transport.close();
    expect(transport.pending).toBe(0);
  });
});
