import type { ServerResponse } from 'node:http';
import type { PassThrough, Writable } from 'node:stream';
import type { MessageContext } from '../../src/server/message-context.js';
import { PING, PLATFORMS, post, startApp, type RunningApp } from './support/http-app.js';
import { RawConnection, head } from './support/raw-http.js';
import { Reply, StubServer } from './support/stub-server.js';

/** Milliseconds. */
const KEEP_ALIVE = 50;

/** A call that a test ends by hand. */
class HeldCall {
  readonly begun: Promise<MessageContext>;
  #begin!: (context: MessageContext) => void;
  #end!: (result: unknown) => void;
  readonly #ended = new Promise<unknown>((resolve) => (this.#end = resolve));

  constructor() {
    this.begun = new Promise((resolve) => (this.#begin = resolve));
  }

  run(context: MessageContext): Promise<unknown> {
    this.#begin(context);
    return this.#ended;
  }

  end(result: unknown = {}): void {
    this.#end(result);
  }
}

const notification = (text: string) => ({
  jsonrpc: '2.0' as const,
  method: 'notifications/message',
  params: { text },
});

describe.each(PLATFORMS)('Streams on %s', (platform) => {
  let held: HeldCall;
  const server = new StubServer({ hold: (_params, context) => held.run(context) });
  let running: RunningApp;
  const hold = { ...PING, method: 'hold' };
  const body = JSON.stringify(hold);
  const request = head({ 'content-length': String(body.length) }) + body;

  beforeAll(async () => {
    running = await startApp(platform, server, { endpoint: { keepAlive: KEEP_ALIVE } });
  });
  afterAll(() => running.app.close());
  beforeEach(() => {
    held = new HeldCall();
  });

  it('O-F16: a silent call whose guards have passed becomes a stream that shows signs of life', async () => {
    const connection = new RawConnection(running.port).write(request);
    const context = await held.begun;
    context.accepted?.();
    await connection.until(/^HTTP\/1\.1 200 .*text\/event-stream.*\r\n\r\n/s);
    await connection.until(/(: keep-alive\n\n.*){2}/s);
    held.end({ done: true });
    await connection.until(/"result"/);
    expect(connection.text).toMatch(
      /data: \{"jsonrpc":"2\.0","id":1,"result":\{"done":true\}\}\n\n/,
    );
    connection.socket.destroy();
  });

  it('but not before they have: then its status may still be a refusal', async () => {
    const connection = new RawConnection(running.port).write(request);
    const context = await held.begun;
    const undecided = held;
    await timePasses();
    expect(connection.text).toBe('');
    undecided.end(
      new Reply({ status: 401, message: { jsonrpc: '2.0', error: { code: 401, message: 'no' } } }),
    );
    await connection.until(/^HTTP\/1\.1 401 /);
    expect(context.signal.aborted).toBe(false);
    connection.socket.destroy();
  });

  it('a call that is accepted late becomes a stream at once', async () => {
    const connection = new RawConnection(running.port).write(request);
    const context = await held.begun;
    const late = held;
    await timePasses();
    context.accepted?.();
    await connection.until(/\r\n\r\n/);
    expect(connection.text).toMatch(/^HTTP\/1\.1 200 .*text\/event-stream/s);
    late.end();
    await connection.until(/"result"/);
    connection.socket.destroy();
  });

  /** Long enough for a call that began before to have been switched: another one was. */
  async function timePasses(): Promise<void> {
    const clock = (held = new HeldCall());
    const connection = new RawConnection(running.port).write(request);
    (await clock.begun).accepted?.();
    await connection.until(/keep-alive/);
    clock.end();
    connection.socket.destroy();
  }

  it('a call that is done in time stays JSON', async () => {
    const response = post(running.origin, hold);
    (await held.begun).accepted?.();
    held.end();
    expect((await response).headers.get('content-type')).toMatch(/^application\/json/);
  });

  it('O-B07: a failure after the stream began is a message on it, and the only answer', async () => {
    const connection = new RawConnection(running.port).write(request);
    const context = await held.begun;
    await context.send(notification('first'));
    held.end({ unprintable: 1n });
    await connection.until(/"id":1,"error":\{"code":-32603/);
    expect(connection.text.match(/HTTP\/1\.1/g)).toHaveLength(1);
    connection.socket.destroy();
    expect((await post(running.origin, PING)).status).toBe(200);
  });

  it('O-F21: tells a call that its client has left, and sends nothing more', async () => {
    const connection = new RawConnection(running.port).write(request);
    const context = await held.begun;
    const { signal } = context;
    expect(signal.aborted).toBe(false);
    const aborted = new Promise((resolve) => signal.addEventListener('abort', resolve));
    connection.socket.destroy();
    await aborted;
    expect(signal.reason).toMatchObject({ message: 'The client closed the connection' });
    await expect(context.send(notification('late'))).resolves.toBeUndefined();
    held.end();
  });

  it('O-F21: tells it too where nobody asked for the signal before, and while it streams', async () => {
    const connection = new RawConnection(running.port).write(request);
    const context = await held.begun;
    await context.send(notification('first'));
    await connection.until(/first/);
    connection.socket.destroy();
    await connection.closed;
    const { signal } = context;
    if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve));
    expect(signal.reason).toMatchObject({ message: 'The client closed the connection' });
    held.end();
  });

  it('does not take an answered call for an abandoned one', async () => {
    const response = post(running.origin, hold, { connection: 'close' });
    const { signal } = await held.begun;
    held.end();
    await (await response).text();
    expect(signal.aborted).toBe(false);
  });

  it('makes who sends wait for a reader that is slow, and goes on when it reads', async () => {
    const connection = new RawConnection(running.port).write(request);
    connection.socket.pause();
    const context = await held.begun;
    const big = notification('x'.repeat(1024 * 1024));
    let sent = 0;
    const all = (async () => {
      for (; sent < 24; sent++) await context.send(big);
    })();
    // What fits into the buffers of the two sockets goes out, then nothing: not while another client
    // is served from end to end.
    for (let before = -1; before !== sent;) {
      before = sent;
      await (await post(running.origin, PING)).text();
    }
    expect(sent).toBeLessThan(24);
    connection.socket.resume();
    await all;
    held.end();
    connection.socket.destroy();
  });

  it('shows no signs of life to a reader that takes nothing: they would pile up for ever', async () => {
    // What is written to: the response, or on Fastify a stream that is piped into it.
    let written!: Writable;
    const onRequest = (_: unknown, response: ServerResponse) => {
      written = response;
      response.on('pipe', (piped: PassThrough) => (written = piped));
    };
    running.app.getHttpServer().once('request', onRequest);
    const connection = new RawConnection(running.port).write(request);
    connection.socket.pause();
    const context = await held.begun;
    const big = notification('x'.repeat(1024 * 1024));
    const sending = (async () => {
      for (let sent = 0; sent < 24; sent++) await context.send(big);
    })();
    const dueIn = (signs: number) => performance.now() + signs * KEEP_ALIVE;
    for (const until = dueIn(10); performance.now() < until;) {
      await (await post(running.origin, PING)).text();
    }
    const before = [written.writableLength, written.listenerCount('drain')];
    for (const until = dueIn(10); performance.now() < until;) {
      await (await post(running.origin, PING)).text();
    }
    const then = [written.writableLength, written.listenerCount('drain')];
    connection.socket.destroy();
    await sending;
    held.end();
    expect(then).toEqual(before);
  });

  it('O-F03: keeps apart a hundred calls of twenty clients that use the same ids', async () => {
    const answers = await Promise.all(
      Array.from({ length: 100 }, async (_, index) => {
        const params = { client: index % 20, index };
        const response = await post(running.origin, {
          ...PING,
          id: index % 5,
          method: 'echo',
          params,
        });
        return { params, answer: await response.json() };
      }),
    );
    for (const { params, answer } of answers) {
      expect(answer).toEqual({ jsonrpc: '2.0', id: params.index % 5, result: params });
    }
  });
});
