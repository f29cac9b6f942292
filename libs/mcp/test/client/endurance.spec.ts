import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import { FaultHttp } from './support/fault-http.js';
import { FaultServer } from './support/fault-server.mjs';
import {
  closeManagers,
  faultProgram,
  inProcess,
  startManager,
  textOf,
  untilState,
} from './support/managers.js';
import { processesWith } from './support/processes.js';

describe('in the long run', () => {
  afterEach(closeManagers);

  it('200 tools of 10 servers: the start takes as long as the slowest server, not as all', async () => {
    const slow = (ms: number) => ({
      type: 'in-process' as const,
      connect: async () => {
        await new Promise((resolve) => setTimeout(resolve, ms));
        const tools = Array.from({ length: 20 }, (_, i) => ({
          name: `t${i}`,
          inputSchema: { type: 'object' },
        }));
        return inProcess(new FaultServer({ tools })).connect();
      },
    });
    const timed = async (servers: Parameters<typeof startManager>[0]) => {
      const begun = performance.now();
      const { registry } = await startManager(servers);
      return { took: performance.now() - begun, count: registry.list().length };
    };
    // The first one loads the SDK and compiles its schemas.
    await timed({ warm: slow(0) });
    const one = await timed({ one: slow(1000) });
    const ten = await timed(
      Object.fromEntries(Array.from({ length: 10 }, (_, i) => [`s${i}`, slow(100 * (i + 1))])),
    );
    expect(ten.count).toBe(200);
    expect(ten.took).toBeLessThan(one.took * 1.2);
  });

  it('10,000 calls leave nothing behind', async () => {
    const server = new FaultServer();
    const { registry, manager } = await startManager({ s: inProcess(server) });
    const { signal } = new AbortController();
    const run = async (calls: number) => {
      for (let done = 0; done < calls; done += 50) {
        const batch = Array.from({ length: 50 }, () =>
          registry.execute('mcp_s_echo', { text: 'x' }, { signal, onProgress: () => {} }),
        );
        await Promise.all(batch);
        server.received.length = 0;
      }
    };
    await run(1000);
    const before = usedHeap();
    await run(10_000);
    expect(manager.health().servers.s).toMatchObject({ running: 0, waiting: 0 });
    expect(usedHeap() - before).toBeLessThan(4 * 1024 * 1024);
  }, 120_000);

  it('one server that hangs does not hold up the others, nor the own tools', async () => {
    const { registry } = await startManager({
      hangs: faultProgram({}, { timeout: 500, concurrency: 1 }),
      works: inProcess(new FaultServer()),
    });
    registry.add({
      name: 'own',
      origin: 'local',
      inputSchema: { type: 'object' },
      execute: async () => ({ success: true, content: [{ type: 'text', text: 'own' }] }),
    });
    const hanging = Promise.allSettled([1, 2].map(() => registry.execute('mcp_hangs_hang')));
    expect(textOf(await registry.execute('own'))).toBe('own');
    expect(textOf(await registry.execute('mcp_works_echo', { text: 'x' }))).toBe('x');
    const codes = (await hanging).map((s) => s.status === 'rejected' && s.reason.code);
    expect(codes).toEqual(['REMOTE_TIMEOUT', 'REMOTE_TIMEOUT']);
  });

  it('closing leaves no process and no listener behind, however often it is done', async () => {
    const listeners = () => process.eventNames().map((name) => process.listenerCount(name));
    const before = listeners();
    const web = await new FaultHttp({ era: 'legacy', get: 'stream' }).start();
    for (let i = 0; i < 3; i++) {
      await startManager({
        a: faultProgram({ name: 'endurance-mark' }),
        b: faultProgram({ name: 'endurance-mark' }),
        web: { url: web.url },
      });
      expect(processesWith('endurance-mark')).toHaveLength(2);
      await closeManagers();
    }
    await web.stop();
    expect(processesWith('endurance-mark')).toEqual([]);
    expect(listeners()).toEqual(before);
  });

  it('O-J21: a late close of the old connection does not touch the new one', async () => {
    const opened: LateTransport[] = [];
    const server = new FaultServer();
    const connect = () => {
      const transport = new LateTransport(server);
      opened.push(transport);
      return transport;
    };
    const test = await startManager({ s: { type: 'in-process', connect } });
    opened[0].broken = true;
    expect(textOf(await test.registry.execute('mcp_s_echo', { text: 'new' }))).toBe('new');
    expect(opened).toHaveLength(2);
    opened[0].onclose?.();
    expect(test.manager.server('s').state).toBe('ready');
    expect(textOf(await test.registry.execute('mcp_s_echo', { text: 'same' }))).toBe('same');
    expect(opened).toHaveLength(2);
  });

  it('O-J21: an attempt that fails is followed by one that connects, and the tools are there', async () => {
    let attempts = 0;
    const connect = () => {
      attempts += 1;
      if (attempts === 2) throw new Error('not yet');
      return new LateTransport(server);
    };
    const server = new FaultServer();
    const test = await startManager({ s: { type: 'in-process', connect } });
    await test.manager.server('s').use(async (client) => client.close());
    await untilState(test, 's', 'ready');
    expect(attempts).toBe(3);
    expect(test.registry.find('mcp_s_echo')).toBeDefined();
  });
});

/** A connection that breaks without a word, and closes when the test says so. */
class LateTransport implements Transport {
  onmessage?: Transport['onmessage'];
  onclose?: () => void;
  onerror?: (error: Error) => void;
  broken = false;

  constructor(private readonly server: FaultServer) {}

  async start(): Promise<void> {}

  async send(message: JSONRPCMessage): Promise<void> {
    if (this.broken) throw Object.assign(new Error('broken'), { code: 'ECONNREFUSED' });
    this.server.handle({ ...message }, (answer) =>
      queueMicrotask(() => this.onmessage?.(answer as unknown as JSONRPCMessage)),
    );
  }

  async close(): Promise<void> {
    if (!this.broken) this.onclose?.();
  }
}

function usedHeap(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed;
}
