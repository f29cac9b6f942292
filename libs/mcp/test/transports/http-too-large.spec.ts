import { once } from 'node:events';
import { connect } from 'node:net';
import { PING, PLATFORMS, post, startApp, type RunningApp } from './support/http-app.js';
import { RawConnection, head } from './support/raw-http.js';
import { StubServer } from './support/stub-server.js';

const LIMIT = 64 * 1024;

describe.each(PLATFORMS)('Streamable HTTP on %s refuses what is too large, as 413', (platform) => {
  let server: StubServer;
  let running: RunningApp;

  beforeEach(async () => {
    server = new StubServer();
    running = await startApp(platform, server, { endpoint: { http: { bodyLimit: LIMIT } } });
  });
  afterEach(() => running.app.close());

  it('by its declared length, before a byte of it was sent', async () => {
    const connection = new RawConnection(running.port);
    connection.write(head({ 'content-length': '1000000000' }));
    await connection.until(/MCP_TOO_LARGE/);
    await connection.closed;
    expect(connection.text).toMatch(/^HTTP\/1\.1 413 .*connection: close/is);
  });

  it('while it is sent in chunks, without waiting for the rest', async () => {
    const connection = new RawConnection(running.port);
    connection.write(head({ 'transfer-encoding': 'chunked' }));
    connection.write(`${(LIMIT + 1).toString(16)}\r\n${' '.repeat(LIMIT + 1)}\r\n`);
    await connection.until(/MCP_TOO_LARGE/);
    await connection.closed;
    expect(connection.text).toMatch(/^HTTP\/1\.1 413 /);
  });

  it('O-B09: with an answer that a usual client gets to read, whatever it still sends', async () => {
    for (const size of [LIMIT + 1, 2 * 1024 * 1024, 16 * 1024 * 1024]) {
      const text = 'y'.repeat(size);
      const response = await post(running.origin, { ...PING, method: 'echo', params: { text } });
      expect(response.status).toBe(413);
      expect(await response.json()).toMatchObject({ error: { data: { code: 'MCP_TOO_LARGE' } } });
    }
  });

  it.each([
    ['in chunks', 'transfer-encoding: chunked'],
    ['of a declared length', `content-length: ${16 * 1024 * 1024}`],
  ])('to a sender that reads nothing before its last byte of 16 MiB %s', async (_, framing) => {
    const [name, value] = framing.split(': ');
    const socket = connect(running.port, '127.0.0.1').pause();
    const failed = new Promise<never>((_resolve, reject) => socket.once('error', reject));
    const write = (bytes: string) =>
      Promise.race([failed, new Promise<void>((sent) => socket.write(bytes, () => sent()))]);
    await write(head({ [name]: value }));
    const piece = ' '.repeat(64 * 1024);
    const chunk = name === 'content-length' ? piece : `10000\r\n${piece}\r\n`;
    for (let sent = 0; sent < 256; sent++) await write(chunk);
    await write(name === 'content-length' ? '' : '0\r\n\r\n');
    let answer = '';
    socket.on('data', (bytes: Buffer) => (answer += bytes.toString())).resume();
    await Promise.race([failed, once(socket, 'end')]);
    expect(answer).toMatch(/^HTTP\/1\.1 413 .*MCP_TOO_LARGE/s);
    socket.destroy();
  });

  it('without resetting the connection under a sender that has not stopped yet', async () => {
    const connection = new RawConnection(running.port);
    let failure: Error | undefined;
    connection.socket.on('error', (error) => (failure = error));
    connection.write(head({ 'content-length': '1000000' }));
    await connection.until(/MCP_TOO_LARGE/);
    for (let piece = 0; piece < 8; piece++) {
      await new Promise((sent) => connection.socket.write(' '.repeat(64 * 1024), sent));
    }
    connection.socket.end();
    await connection.closed;
    expect(failure).toBeUndefined();
  });

  it('and nothing that just fits', async () => {
    const message = { ...PING, method: 'echo', params: { text: '' } };
    const room = LIMIT - JSON.stringify(message).length;
    const sized = (length: number) => ({ ...message, params: { text: 'y'.repeat(length) } });
    expect((await post(running.origin, sized(room + 1))).status).toBe(413);
    expect(server.seen).toEqual([]);
    expect((await post(running.origin, sized(room))).status).toBe(200);
  });
});
