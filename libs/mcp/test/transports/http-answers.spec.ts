import { PING, PLATFORMS, post, startApp, type RunningApp } from './support/http-app.js';
import { StubServer } from './support/stub-server.js';

describe.each(PLATFORMS)('Streamable HTTP on %s: one POST, one answer', (platform) => {
  const server = new StubServer();
  let running: RunningApp;

  beforeAll(async () => {
    running = await startApp(platform, server);
  });
  afterAll(() => running.app.close());

  it('answers a request with its result as JSON', async () => {
    const response = await post(running.origin, PING);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    expect(await response.json()).toEqual({ jsonrpc: '2.0', id: 1, result: {} });
  });
});
