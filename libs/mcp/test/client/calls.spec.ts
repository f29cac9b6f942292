import { FaultHttp } from './support/fault-http.js';
import { closeManagers, failure, faultProgram, startManager, textOf } from './support/managers.js';

describe('calls of remote tools', () => {
  const servers: FaultHttp[] = [];
  const http = async (options: ConstructorParameters<typeof FaultHttp>[0]) => {
    const server = await new FaultHttp(options).start();
    servers.push(server);
    return server;
  };
  afterEach(async () => {
    await closeManagers();
    await Promise.all(servers.splice(0).map((server) => server.stop()));
  });

  describe('O-J05: time-outs', () => {
    const limits = { timeout: 300, maxTimeout: 800 };
    const start = () => startManager({ fault: faultProgram({}, limits) });

    it('O-J05: progress keeps a call alive beyond its time-out', async () => {
      const { registry } = await start();
      const steps: number[] = [];
      const result = await registry.execute(
        'mcp_fault_slow',
        { ms: 600, every: 100 },
        { onProgress: ({ progress }) => steps.push(progress) },
      );
      expect(textOf(result)).toBe('done');
      expect(steps.length).toBeGreaterThan(2);
    });

    it('O-J05: but not beyond the maximum', async () => {
      const { registry } = await start();
      const begun = performance.now();
      const error = await failure(registry.execute('mcp_fault_slow', { ms: 5000, every: 100 }));
      expect(error).toMatchObject({ code: 'REMOTE_TIMEOUT', status: 504 });
      expect(performance.now() - begun).toBeLessThan(1100);
      expect(performance.now() - begun).toBeGreaterThan(790);
    });

    it('O-J05: without progress the call ends at its time-out', async () => {
      const { registry } = await start();
      const begun = performance.now();
      const error = await failure(registry.execute('mcp_fault_slow', { ms: 5000 }));
      expect(error).toMatchObject({ code: 'REMOTE_TIMEOUT' });
      expect(performance.now() - begun).toBeLessThan(600);
    });

    it('a call may bring its own time-out', async () => {
      const { registry } = await start();
      const call = registry.execute('mcp_fault_slow', { ms: 5000 }, { timeout: 50 });
      expect((await failure(call)).message).toMatch(/fault\/slow for 50 ms/);
    });
  });

  describe('O-J11: cancellation', () => {
    it('O-J11: a legacy server is told which call is cancelled', async () => {
      const { registry } = await startManager({ fault: faultProgram() });
      const abort = new AbortController();
      const call = registry.execute('mcp_fault_hang', {}, { signal: abort.signal });
      await registry.execute('mcp_fault_echo');
      const begun = performance.now();
      abort.abort(new Error('the user left'));
      expect(await failure(call)).toMatchObject({ code: 'CANCELLED', status: 499 });
      expect(performance.now() - begun).toBeLessThan(300);
      const received = await receivedBy(registry);
      const hang = received.find((m) => (m.params as { name?: string })?.name === 'hang');
      const cancel = received.find((m) => m.method === 'notifications/cancelled');
      expect((cancel?.params as { requestId?: unknown })?.requestId).toBe(hang?.id);
    });

    it('O-J11: a modern server over HTTP sees its POST closed', async () => {
      const server = await http({ era: 'modern' });
      const { registry } = await startManager({ fault: { url: server.url } });
      const abort = new AbortController();
      const call = registry.execute('mcp_fault_hang', {}, { signal: abort.signal });
      const seen = await server.request(calls('hang'));
      abort.abort();
      expect(await failure(call)).toMatchObject({ code: 'CANCELLED' });
      await seen.aborted;
      expect(server.seen.some(cancels)).toBe(false);
    });

    it('O-J11: a legacy server over HTTP is told, and its POST does not stay open', async () => {
      const server = await http({ era: 'legacy' });
      const { registry } = await startManager({ fault: { url: server.url } });
      const abort = new AbortController();
      const call = registry.execute('mcp_fault_hang', {}, { signal: abort.signal });
      const seen = await server.request(calls('hang'));
      abort.abort();
      await failure(call);
      const cancel = await server.request(cancels);
      expect(cancel.message?.params).toMatchObject({ requestId: seen.message?.id });
      await seen.aborted;
    });

    it('a call that is cancelled before it began is not sent', async () => {
      const { registry } = await startManager({ fault: faultProgram() });
      const call = registry.execute('mcp_fault_count', {}, { signal: AbortSignal.abort() });
      expect(await failure(call)).toMatchObject({ code: 'CANCELLED' });
      expect(textOf(await registry.execute('mcp_fault_count'))).toBe('1');
    });
  });

  describe('results', () => {
    it('come with content of every type, unchanged', async () => {
      const { registry } = await startManager({ fault: faultProgram() });
      const { content } = await registry.execute('mcp_fault_content');
      expect(content.map(({ type }) => type)).toEqual([
        'text',
        'image',
        'audio',
        'resource_link',
        'resource',
        'resource',
      ]);
      expect(content[0]).toEqual({
        type: 'text',
        text: 'words',
        annotations: { audience: ['user'], priority: 1 },
      });
      expect(content[5]).toEqual({
        type: 'resource',
        resource: { uri: 'file:///c.bin', blob: 'Yw==' },
      });
    });

    it('of a failed operation are results, not errors', async () => {
      const { registry } = await startManager({ fault: faultProgram() });
      expect(await registry.execute('mcp_fault_fail')).toEqual({
        success: false,
        content: [{ type: 'text', text: 'OUT_OF_STOCK: none left' }],
      });
    });

    it('carry structured content beside the text', async () => {
      const { registry } = await startManager({ fault: faultProgram() });
      expect(await registry.execute('mcp_fault_output_right')).toMatchObject({
        success: true,
        structured: { answer: 42 },
      });
    });

    it.each(['output_missing', 'output_wrong'])(
      'O-J18: a tool that breaks its own output schema is an error: %s',
      async (tool) => {
        const { registry } = await startManager({ fault: faultProgram() });
        const error = await failure(registry.execute(`mcp_fault_${tool}`));
        expect(error).toMatchObject({ code: 'REMOTE_INVALID_RESULT', status: 502 });
        expect(textOf(await registry.execute('mcp_fault_echo', { text: 'still there' }))).toBe(
          'still there',
        );
      },
    );

    it('that are JSON-RPC errors keep the code and the message of the server', async () => {
      const { registry } = await startManager({ fault: faultProgram() });
      const error = await failure(registry.execute('mcp_fault_fault'));
      expect(error).toMatchObject({ code: 'REMOTE_FAULT', details: { code: -32099 } });
      expect(error.message).toMatch(/fault: .*the machine is on fire/);
    });

    it('that are no messages leave the call to its time-out, with one warning', async () => {
      const { registry, log } = await startManager({ fault: faultProgram({}, { timeout: 300 }) });
      const error = await failure(registry.execute('mcp_fault_garble'));
      expect(error).toMatchObject({ code: 'REMOTE_TIMEOUT' });
      expect(log.lines.filter((line) => line.startsWith('warn'))).toEqual([
        expect.stringContaining('}{ this is no message'),
      ]);
    });
  });

  describe('concurrency', () => {
    it('is bounded per server; the rest waits its turn, in order', async () => {
      const { registry, manager } = await startManager({
        fault: faultProgram({}, { concurrency: 2 }),
      });
      const calls = [1, 2, 3, 4, 5].map(() => registry.execute('mcp_fault_slow', { ms: 50 }));
      await Promise.resolve();
      expect(manager.health().servers.fault).toMatchObject({ running: 2, waiting: 3 });
      await Promise.all(calls);
      expect(manager.health().servers.fault).toMatchObject({ running: 0, waiting: 0 });
    });

    it('refuses what exceeds the queue', async () => {
      const { registry } = await startManager({
        fault: faultProgram({}, { concurrency: 1, queueSize: 1 }),
      });
      const calls = [1, 2, 3].map(() => registry.execute('mcp_fault_slow', { ms: 50 }));
      const settled = await Promise.allSettled(calls);
      expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
      expect((settled[2] as PromiseRejectedResult).reason).toMatchObject({
        code: 'REMOTE_OVERLOADED',
      });
    });

    it('a call that is cancelled while it waits never reaches the server', async () => {
      const { registry } = await startManager({ fault: faultProgram({}, { concurrency: 1 }) });
      const abort = new AbortController();
      const first = registry.execute('mcp_fault_slow', { ms: 100 });
      const second = registry.execute('mcp_fault_count', {}, { signal: abort.signal });
      abort.abort();
      expect(await failure(second)).toMatchObject({ code: 'CANCELLED' });
      await first;
      expect(textOf(await registry.execute('mcp_fault_count'))).toBe('1');
    });
  });

  it('request ids on the wire are UUIDs', async () => {
    const { registry } = await startManager({ fault: faultProgram() });
    const received = await receivedBy(registry);
    const ids = received.filter((m) => 'id' in m).map((m) => m.id);
    expect(ids.length).toBeGreaterThan(2);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4/);
    const call = received.find((m) => m.method === 'tools/call');
    expect(call).toMatchObject({ params: { _meta: { progressToken: call?.id } } });
  });
});

type Seen = Awaited<ReturnType<FaultHttp['request']>>;

const calls =
  (tool: string) =>
  ({ message }: Seen) =>
    message?.method === 'tools/call' && (message.params as { name: string }).name === tool;
const cancels = ({ message }: Seen) => message?.method === 'notifications/cancelled';

async function receivedBy(registry: {
  execute(name: string): Promise<{ content: readonly object[] }>;
}): Promise<Record<string, unknown>[]> {
  return JSON.parse(textOf(await registry.execute('mcp_fault_received'))) as never;
}
