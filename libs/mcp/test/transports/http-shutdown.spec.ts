import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { PING, PLATFORMS, post, startApp } from './support/http-app.js';
import { JSON_HEADERS, RawConnection, head, rawRequest } from './support/raw-http.js';
import { StubServer } from './support/stub-server.js';

/** As a root module provides one: Nest closes it before any imported module. */
@Injectable()
class Database implements OnModuleDestroy {
  isOpen = true;
  onModuleDestroy(): void {
    this.isOpen = false;
  }
}

describe.each(PLATFORMS)('Shutdown on %s', (platform) => {
  const hold = { ...PING, method: 'hold' };

  /** An app whose one call waits until the test ends it, then asks the database. */
  async function startHolding(endpoint = {}) {
    let begin!: (context: { signal: AbortSignal }) => void;
    let end!: () => void;
    const begun = new Promise<{ signal: AbortSignal }>((resolve) => (begin = resolve));
    const ended = new Promise<void>((resolve) => (end = resolve));
    let database: Database | undefined;
    const server = new StubServer({
      hold: async (_params, context) => {
        begin(context);
        await ended;
        return { isOpen: database?.isOpen };
      },
    });
    const running = await startApp(platform, server, { endpoint, providers: [Database] });
    database = running.app.get(Database);
    return { ...running, begun, end, server };
  }

  it('waits for the calls that run, before anything of the app is closed', async () => {
    const { app, origin, begun, end } = await startHolding();
    const response = post(origin, hold, { connection: 'close' });
    await begun;
    const closed = app.close();
    end();
    expect(await (await response).json()).toMatchObject({ result: { isOpen: true } });
    await closed;
    expect(app.get(Database).isOpen).toBe(false);
  });

  it('refuses new calls meanwhile, on connections that are open', async () => {
    const { app, origin, port, begun, end, server } = await startHolding();
    const response = post(origin, hold, { connection: 'close' });
    await begun;
    const closed = app.close();
    const late = await rawRequest(port, { headers: JSON_HEADERS, body: JSON.stringify(PING) });
    expect(late.status).toBe(503);
    expect(late.json().error).toMatchObject({ code: -32603, data: { code: 'MCP_SHUTTING_DOWN' } });
    expect(server.seen).toEqual([hold]);
    end();
    await response;
    await closed;
  });

  it('ends open streams with the result', async () => {
    const { app, port, begun, end } = await startHolding({ keepAlive: 20 });
    const body = JSON.stringify(hold);
    const connection = new RawConnection(port);
    connection.write(head({ 'content-length': String(body.length), connection: 'close' }) + body);
    const context = (await begun) as { signal: AbortSignal; accepted?(): void };
    context.accepted?.();
    await connection.until(/keep-alive/);
    const closed = app.close();
    end();
    await connection.closed;
    expect(connection.text).toContain('"result":{"isOpen":true}');
    await closed;
  });

  it('tells a call that does not end, answers in its place and closes', async () => {
    const { app, origin, begun, end } = await startHolding({ drainTimeout: 50 });
    const response = post(origin, hold, { connection: 'close' });
    const { signal } = await begun;
    const closed = app.close();
    const answer = await response;
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({
      id: 1,
      error: { data: { code: 'MCP_SHUTTING_DOWN' } },
    });
    expect(signal.reason).toMatchObject({ code: 'MCP_SHUTTING_DOWN' });
    await closed;
    end();
  });

  it('closes at once where nothing runs', async () => {
    const { app, origin } = await startHolding();
    await (await post(origin, PING, { connection: 'close' })).text();
    await app.close();
    await expect(post(origin, PING)).rejects.toThrow('fetch failed');
  });
});
