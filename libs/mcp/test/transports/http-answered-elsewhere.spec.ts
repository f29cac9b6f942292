import type { ServerResponse } from 'node:http';
import type { INestApplication } from '@nestjs/common';
import type { MessageContext } from '../../src/server/message-context.js';
import { PING, PLATFORMS, post, startApp, type RunningApp } from './support/http-app.js';
import { RawConnection, head } from './support/raw-http.js';
import { StubServer } from './support/stub-server.js';

const HOLD = { ...PING, method: 'hold' };
const BODY = JSON.stringify(HOLD);
const REQUEST = head({ 'content-length': String(BODY.length) }) + BODY;

/** A call that runs on, though the app's middleware has lost patience. */
interface Outrun {
  readonly context: MessageContext;
  readonly response: ServerResponse;
  /** Ends the call. */
  readonly end: (result: object) => void;
}

describe.each(PLATFORMS)('A call on %s that middleware has answered', (platform) => {
  const outrun: ((call: Omit<Outrun, 'response'>) => void)[] = [];
  const responses: ServerResponse[] = [];
  const masked: unknown[] = [];
  const server = new StubServer({
    hold: (_params, context) => new Promise((end) => outrun.shift()?.({ context, end })),
  });
  let running: RunningApp;

  beforeAll(async () => {
    const endpoint = {
      streamAfter: 50,
      keepAlive: 10,
      onMasked: (error: unknown) => masked.push(error),
    };
    const configure = (app: INestApplication): void =>
      void app.use((_: unknown, response: ServerResponse, next: () => void) => {
        responses.push(response);
        next();
      });
    running = await startApp(platform, server, { endpoint, configure });
  });
  afterAll(() => running.app.close());

  /** As `connect-timeout` does, and every middleware that answers for a slow route. */
  async function answerFor(connection: RawConnection): Promise<Outrun> {
    const begun = new Promise<Omit<Outrun, 'response'>>((resolve) => outrun.push(resolve));
    connection.write(REQUEST);
    const call = await begun;
    const response = responses.at(-1)!;
    response.statusCode = 503;
    response.end('too slow');
    return { ...call, response };
  }

  /** A call that began later has been switched to a stream. */
  async function streamIsDue(): Promise<void> {
    const begun = new Promise<Omit<Outrun, 'response'>>((resolve) => outrun.push(resolve));
    const clock = new RawConnection(running.port).write(REQUEST);
    const { context, end } = await begun;
    context.accepted?.();
    await clock.until(/keep-alive/);
    end({});
    await clock.until(/"result"/);
    clock.socket.destroy();
  }

  it('does not end the process when its stream is due', async () => {
    const connection = new RawConnection(running.port);
    const { context, end } = await answerFor(connection);
    context.accepted?.();
    await connection.until(/too slow/);
    await streamIsDue();
    await expect(context.send({ jsonrpc: '2.0', method: 'x' })).resolves.toBeUndefined();
    end({ late: true });
    expect((await post(running.origin, PING)).status).toBe(200);
    expect(connection.text).toMatch(/^HTTP\/1\.1 503 .*too slow$/s);
    expect(masked).toEqual([]);
    connection.socket.destroy();
  });

  it('is told that nobody waits for it any more', async () => {
    const connection = new RawConnection(running.port);
    const { context, end } = await answerFor(connection);
    const { signal } = context;
    if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve));
    expect(signal.reason).toMatchObject({ message: 'The request was answered by middleware' });
    end({});
    connection.socket.destroy();
  });

  it('says nothing more on the stream that middleware has ended', async () => {
    const begun = new Promise<Omit<Outrun, 'response'>>((resolve) => outrun.push(resolve));
    const connection = new RawConnection(running.port).write(REQUEST);
    const { context, end } = await begun;
    context.accepted?.();
    await connection.until(/keep-alive/);
    responses.at(-1)!.end();
    await context.send({ jsonrpc: '2.0', method: 'x' });
    end({ late: true });
    expect((await post(running.origin, PING)).status).toBe(200);
    expect(connection.text).not.toMatch(/late/);
    expect(masked).toEqual([]);
    connection.socket.destroy();
  });
});
