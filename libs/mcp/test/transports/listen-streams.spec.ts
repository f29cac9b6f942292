import { once } from 'node:events';
import { join } from 'node:path';
import { META } from '../../src/protocol/messages.js';
import { compileFixtures } from './support/compile.js';
import { RawConnection, head, rawRequest } from './support/raw-http.js';
import { TestProcess } from './support/spawn.js';

const STREAMS = 1000;
const WATCHED = 'test://watched';
const TOLD = /notifications\/resources\/updated/;

function modern(method: string, params: Record<string, unknown>) {
  const _meta = { [META.protocolVersion]: '2026-07-28', [META.clientCapabilities]: {} };
  const { name } = params;
  return {
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } }),
    headers: {
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      ...(typeof name === 'string' && { 'mcp-name': name }),
    },
  };
}

describe('streams of subscriptions/listen on one process', () => {
  const compiled = compileFixtures('listening');
  let server: TestProcess;
  let port: number;
  let open: RawConnection[] = [];

  beforeEach(async () => {
    const entry = join(compiled.folder, 'listening.js');
    server = new TestProcess(process.execPath, ['--expose-gc', entry]);
    await server.until(() => server.out.includes('\n'));
    port = Number(new URL(server.out.trim()).port);
  });
  afterEach(async () => {
    for (const { socket } of open.splice(0)) socket.destroy();
    server.child.kill('SIGKILL');
    await server.ended;
  });
  afterAll(() => compiled.remove());

  async function call(name: string): Promise<{ content: { text: string }[] }> {
    const { body, headers } = modern('tools/call', { name, arguments: {} });
    const json = { 'content-type': 'application/json', accept: 'application/json' };
    const answer = (await rawRequest(port, { body, headers: { ...json, ...headers } })).json();
    return answer.result as { content: { text: string }[] };
  }

  const memory = async () =>
    JSON.parse((await call('memory')).content[0].text) as { held: number; rss: number };

  async function listen(): Promise<RawConnection> {
    const { body, headers } = modern('subscriptions/listen', {
      notifications: { toolsListChanged: true, resourceSubscriptions: [WATCHED] },
    });
    const request = head({ ...headers, 'content-length': String(body.length) }) + body;
    const connection = new RawConnection(port);
    await once(connection.socket, 'connect');
    await connection.write(request).until(/subscriptions\/acknowledged/);
    open.push(connection);
    return connection;
  }

  it('a thousand hear of a change within a second, and cost little', async () => {
    await Promise.all(Array.from({ length: 20 }, listen));
    for (const { socket } of open.splice(0)) socket.destroy();
    await call('touch');
    const before = await memory();
    for (let count = 0; count < STREAMS; count += 100) {
      await Promise.all(Array.from({ length: 100 }, listen));
    }
    const after = await memory();

    const begun = performance.now();
    const told = Promise.all(open.map((connection) => connection.until(TOLD)));
    await call('touch');
    await told;
    const took = performance.now() - begun;

    const perStream = (after.held - before.held) / STREAMS / 1024;
    const resident = (after.rss - before.rss) / STREAMS / 1024;
    process.stderr.write(
      `${STREAMS} listen streams: all told after ${took.toFixed(0)} ms; ` +
        `${perStream.toFixed(1)} KiB held for each, ${resident.toFixed(1)} KiB resident\n`,
    );
    // On an idle machine it is a fraction of a second; a busy one gets its time.
    expect(took).toBeLessThan(5_000);
    expect(perStream).toBeLessThan(64);

    for (const { socket } of open.splice(0)) socket.destroy();
    await call('touch');
    expect((await memory()).held - before.held).toBeLessThan(STREAMS * 8 * 1024);
  });

  it('readers that take nothing cost no more, however much there is to tell', async () => {
    const readers = await Promise.all(Array.from({ length: 20 }, listen));
    for (const { socket } of readers) socket.pause();
    await call('flood');
    const before = await memory();
    await call('flood');
    const after = await memory();
    // A frame has some 200 bytes: 20 readers that are kept 50,000 of them would be 200 MB.
    expect(after.held - before.held).toBeLessThan(4 * 1024 * 1024);

    // What they hear when they read again is the state of now.
    const { socket } = readers[0];
    socket.resume();
    await readers[0].until(TOLD);
  });
});
