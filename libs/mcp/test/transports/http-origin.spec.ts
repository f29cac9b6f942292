import { PING, PLATFORMS, startApp, type AppOptions, type RunningApp } from './support/http-app.js';
import { JSON_HEADERS, RawConnection, head, rawRequest } from './support/raw-http.js';
import { StubServer } from './support/stub-server.js';

const BODY = JSON.stringify(PING);

describe.each(PLATFORMS)('Host and Origin on %s', (platform) => {
  const server = new StubServer();
  const started: RunningApp[] = [];
  const start = async (endpoint: AppOptions['endpoint'] = {}, options: AppOptions = {}) => {
    const running = await startApp(platform, server, { ...options, endpoint });
    started.push(running);
    return running;
  };
  afterAll(() => Promise.all(started.map(({ app }) => app.close())));

  const send = async ({ port }: RunningApp, headers: Record<string, string>, method = 'POST') => {
    const all = { host: `127.0.0.1:${port}`, ...JSON_HEADERS, ...headers };
    const response = await rawRequest(port, {
      method,
      headers: all,
      body: method === 'POST' ? BODY : '',
    });
    return response.status === 200
      ? { status: 200 }
      : { status: response.status, ...response.json().error?.data };
  };
  const ALLOWED = { status: 200 };
  const refusedBy = (option: string) => ({ status: 403, code: 'MCP_FORBIDDEN', option });

  describe('O-H09: by default only loopback', () => {
    let running: RunningApp;
    beforeAll(async () => {
      running = await start();
    });

    it.each([
      'localhost',
      'localhost:80',
      'LOCALHOST',
      '127.0.0.1',
      '127.8.9.10:1',
      '[::1]',
      '[::1]:80',
    ])('serves Host %s', async (host) => expect(await send(running, { host })).toEqual(ALLOWED));

    it.each([
      'evil.test',
      'localhost.evil.test',
      '127.0.0.1.evil.test',
      '10.0.0.1',
      'localhost@evil.test',
    ])('refuses Host %s', async (host) =>
      expect(await send(running, { host })).toEqual(refusedBy('http.allowedHosts')),
    );

    it.each(['http://localhost:5173', 'https://127.0.0.1', 'http://[::1]:8080'])(
      'serves Origin %s',
      async (origin) => expect(await send(running, { origin })).toEqual(ALLOWED),
    );

    it.each([
      'https://evil.test',
      'http://localhost.evil.test',
      'null',
      'file://',
      'http://localhost@evil.test',
      'x',
    ])('refuses Origin %s', async (origin) =>
      expect(await send(running, { origin })).toEqual(refusedBy('http.allowedOrigins')),
    );

    it('refuses a request without Host (HTTP/1.0)', async () => {
      const connection = new RawConnection(running.port);
      connection.write(
        `POST /mcp HTTP/1.0\r\ncontent-type: application/json\r\ncontent-length: ${BODY.length}\r\n\r\n${BODY}`,
      );
      await connection.closed;
      expect(connection.text).toMatch(/^HTTP\/1\.1 403 .*http\.allowedHosts/s);
    });

    it.each(['GET', 'DELETE', 'OPTIONS'])('refuses %s as well', async (method) => {
      const origin = 'https://evil.test';
      expect(await send(running, { origin }, method)).toEqual(refusedBy('http.allowedOrigins'));
    });

    it('believes no X-Forwarded-Host', async () => {
      expect(await send(running, { 'x-forwarded-host': 'evil.test' })).toEqual(ALLOWED);
      const forwarded = { host: 'evil.test', 'x-forwarded-host': 'localhost' };
      expect(await send(running, forwarded)).toEqual(refusedBy('http.allowedHosts'));
    });

    it('refuses before the body has come, and lets no code of the server see it', async () => {
      const before = server.seen.length;
      const connection = new RawConnection(running.port);
      connection.write(head({ host: 'evil.test', 'content-length': '1000' }));
      await connection.until(/MCP_FORBIDDEN/);
      await connection.closed;
      expect(server.seen).toHaveLength(before);
    });

    it('names what was refused, and no more of it than is readable', async () => {
      const response = await rawRequest(running.port, {
        headers: {
          ...JSON_HEADERS,
          host: 'localhost',
          origin: `https://${'x'.repeat(5_000)}.test`,
        },
        body: BODY,
      });
      expect(response.json().error?.message).toMatch(
        /^Origin "https:\/\/x{92}…" is not allowed here/,
      );
    });
  });

  it('O-F17: serves the hosts of http.allowedHosts, with any port unless one is named', async () => {
    const running = await start({
      http: { allowedHosts: ['mcp.example.com', 'other.example:8443'] },
    });
    for (const host of [
      'mcp.example.com',
      'mcp.example.com:1234',
      'MCP.example.com',
      'localhost',
    ]) {
      expect(await send(running, { host })).toEqual(ALLOWED);
    }
    expect(await send(running, { host: 'other.example:8443' })).toEqual(ALLOWED);
    for (const host of ['other.example', 'other.example:1', 'example.com', 'a.mcp.example.com']) {
      expect(await send(running, { host })).toEqual(refusedBy('http.allowedHosts'));
    }
  });

  it('serves every host where a proxy checks them', async () => {
    const running = await start({ http: { allowedHosts: ['*'] } });
    expect(await send(running, { host: 'any.example' })).toEqual(ALLOWED);
    expect(await send(running, { host: 'any.example', origin: 'https://any.example' })).toEqual(
      refusedBy('http.allowedOrigins'),
    );
  });

  it('serves the origins of http.allowedOrigins, exactly', async () => {
    const running = await start({
      http: { allowedOrigins: ['https://Desk.example:443/', 'vscode-webview://abc'] },
    });
    for (const origin of ['https://desk.example', 'vscode-webview://abc']) {
      expect(await send(running, { origin })).toEqual(ALLOWED);
    }
    for (const origin of [
      'http://desk.example',
      'https://desk.example:8443',
      'https://a.desk.example',
    ]) {
      expect(await send(running, { origin })).toEqual(refusedBy('http.allowedOrigins'));
    }
  });

  it('serves host and origin of publicUrl', async () => {
    const running = await start({ publicUrl: 'https://api.example.com/mcp' });
    expect(
      await send(running, { host: 'api.example.com', origin: 'https://api.example.com' }),
    ).toEqual(ALLOWED);
    expect(await send(running, { origin: 'http://api.example.com' })).toEqual(
      refusedBy('http.allowedOrigins'),
    );
  });

  describe('CORS', () => {
    const origin = 'https://desk.example';
    const wanted =
      'content-type, authorization, mcp-protocol-version, mcp-method, mcp-name, mcp-session-id, last-event-id';
    const preflight = (running: RunningApp, from = origin) =>
      rawRequest(running.port, {
        method: 'OPTIONS',
        headers: {
          host: 'localhost',
          origin: from,
          'access-control-request-method': 'POST',
          'access-control-request-headers': wanted,
        },
      });
    const call = (running: RunningApp, body = BODY) =>
      rawRequest(running.port, { headers: { ...JSON_HEADERS, host: 'localhost', origin }, body });

    it('is not there unless asked for', async () => {
      const running = await start({ http: { allowedOrigins: [origin] } });
      expect((await call(running)).headers).not.toHaveProperty('access-control-allow-origin');
      expect((await preflight(running)).headers).not.toHaveProperty('access-control-allow-origin');
    });

    it('O-F15: answers preflights of allowed origins, whatever headers they ask for', async () => {
      const running = await start({ http: { allowedOrigins: [origin], cors: true } });
      const { status, headers, text } = await preflight(running);
      expect({ status, text }).toEqual({ status: 204, text: '' });
      expect(headers).toMatchObject({
        'access-control-allow-origin': origin,
        'access-control-allow-methods': 'GET, POST, DELETE, OPTIONS',
        'access-control-allow-headers': wanted,
        vary: 'Origin',
      });
      expect((await preflight(running, 'https://evil.test')).status).toBe(403);
    });

    it('lets a page read answers and errors, and the headers that it needs', async () => {
      const running = await start({ http: { allowedOrigins: [origin], cors: true } });
      for (const body of [BODY, '{bad']) {
        expect((await call(running, body)).headers).toMatchObject({
          'access-control-allow-origin': origin,
          'access-control-expose-headers': 'Mcp-Session-Id, WWW-Authenticate',
        });
      }
    });

    it('stays out of the way of the app’s, but adds what it must expose', async () => {
      const running = await start(
        { http: { allowedOrigins: [origin], cors: true } },
        {
          configure: (app) =>
            app.enableCors({ origin, exposedHeaders: ['X-Own', 'mcp-session-id'] }),
        },
      );
      for (const body of [BODY, '{bad']) {
        expect((await call(running, body)).headers).toMatchObject({
          'access-control-allow-origin': origin,
          'access-control-expose-headers': 'X-Own, mcp-session-id, WWW-Authenticate',
        });
      }
      const { status, headers } = await preflight(running);
      expect(status).toBe(204);
      expect(headers['access-control-allow-origin']).toBe(origin);
    });
  });
});
