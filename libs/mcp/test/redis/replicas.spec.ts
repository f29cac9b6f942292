import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { compileFixtures } from '../transports/support/compile.js';
import { TestProcess } from '../transports/support/spawn.js';
import { HandshakeClient } from './support/handshake-client.js';
import { RoundRobin } from './support/round-robin.js';

/** Set by the global setup where a Redis answers; replicas have nothing to share without one. */
const redis = process.env.TEST_REDIS_URL;

interface Replica {
  readonly process: TestProcess;
  readonly origin: string;
}

if (redis !== undefined) describeOn(redis);

function describeOn(redisUrl: string): void {
  describe('two replicas in processes of their own, with one key and one Redis', () => {
    const compiled = compileFixtures('replicas');
    let prefix: string;
    let a: Replica;
    let b: Replica;
    let proxy: RoundRobin;

    beforeEach(async () => {
      prefix = randomUUID();
      [a, b] = await Promise.all([start(), start()]);
      proxy = await RoundRobin.start([a.origin, b.origin]);
    });
    afterEach(async () => {
      await proxy.close();
      for (const { process: replica } of [a, b]) replica.child.kill('SIGKILL');
      await Promise.all([a.process.ended, b.process.ended]);
    });
    afterAll(() => compiled.remove());

    async function start(): Promise<Replica> {
      const env = {
        REDIS_URL: redisUrl,
        PREFIX: prefix,
        TOOLPORT_SESSION_KEYS: 'the-same-on-both-replicas-0123456789',
      };
      const replica = new TestProcess(process.execPath, [join(compiled.folder, 'replica.js')], env);
      await replica.until(() => replica.out.includes('\n'));
      return { process: replica, origin: replica.out.trim().replace('[::1]', '127.0.0.1') };
    }

    const where = async (client: HandshakeClient, origin: string) => {
      const { result } = (await client.ask(origin, 'tools/call', { name: 'where' })) as {
        result: { content: { text: string }[] };
      };
      return result.content[0].text;
    };

    it('initialize on one, list on the other, and a question of the one answered through the other', async () => {
      const client = await HandshakeClient.open(a.origin, 'ada');
      const stranger = await HandshakeClient.open(b.origin, 'eve');
      expect(await client.ask(b.origin, 'tools/list')).toMatchObject({
        result: { tools: [{ name: 'ask' }, { name: 'wait' }, { name: 'where' }] },
      });
      const { messages } = await client.request(a.origin, 'tools/call', { name: 'ask' });
      const { value: question } = await messages.next();
      const { id, method } = question as { id: string; method: string };
      expect(method).toBe('elicitation/create');

      const foreign = [
        await stranger.answer(b.origin, id),
        await client.as('eve').answer(b.origin, id),
        await client.answer(b.origin, randomUUID()),
      ];
      expect(foreign.map(({ status }) => status)).toEqual([202, 404, 202]);
      // The bus brings it before the answer that counts: had it any effect, that one would come too late.
      const declined = { jsonrpc: '2.0', id, result: { action: 'decline' } };
      await stranger.post(b.origin, declined);
      expect((await client.answer(b.origin, id)).status).toBe(202);
      expect((await messages.next()).value).toMatchObject({
        result: { content: [{ text: `accept heard by ${a.process.child.pid}` }] },
      });
    });

    it('a cancel through the other replica counts, unless it is a stranger’s', async () => {
      const client = await HandshakeClient.open(a.origin, 'ada');
      const stranger = await HandshakeClient.open(b.origin, 'eve');
      const params = { name: 'wait', _meta: { progressToken: 'p' } };
      const { id, messages } = await client.request(a.origin, 'tools/call', params);
      expect((await messages.next()).value).toMatchObject({ method: 'notifications/progress' });
      await stranger.cancel(b.origin, id);
      expect((await client.as('eve').cancel(b.origin, id)).status).toBe(404);
      // A whole question and answer over the same bus, after them: the call still runs.
      const asked = await client.request(a.origin, 'tools/call', { name: 'ask' });
      const { value: question } = await asked.messages.next();
      await client.answer(b.origin, (question as { id: string }).id);
      await asked.messages.next();
      const over = messages.next();
      const pending = Symbol('pending');
      const turn = new Promise((resolve) => setImmediate(resolve, pending));
      expect(await Promise.race([over, turn])).toBe(pending);

      expect((await client.cancel(b.origin, id)).status).toBe(202);
      expect(await over).toEqual({ done: true, value: undefined });
    });

    it('an end on one is an end on the other', async () => {
      const client = await HandshakeClient.open(a.origin, 'ada');
      expect(await where(client, b.origin)).toBe(String(b.process.child.pid));
      expect(await client.as('eve').delete(b.origin)).toBe(404);
      expect(await client.delete(a.origin)).toBe(204);
      expect(await client.delete(b.origin)).toBe(404);
    });

    it('the official client behind the proxy notices nothing, questions included', async () => {
      const client = new Client(
        { name: 'official', version: '1' },
        { capabilities: { elicitation: {} }, versionNegotiation: { mode: 'legacy' } },
      );
      client.setRequestHandler('elicitation/create', () => ({
        action: 'accept',
        content: { ok: true },
      }));
      const requestInit = { headers: { authorization: 'Bearer ada' } };
      const transport = new StreamableHTTPClientTransport(new URL(`${proxy.origin}/mcp`), {
        requestInit,
      });
      await client.connect(transport);
      const answered = new Set<unknown>();
      for (let call = 0; call < 6; call += 1) {
        const { content } = await client.callTool({ name: 'ask', arguments: {} });
        answered.add((content as { text: string }[])[0].text);
        await client.listTools();
      }
      await client.close();
      const pids = [a, b].map((replica) => `accept heard by ${replica.process.child.pid}`);
      expect(pids.filter((text) => answered.has(text)).length).toBeGreaterThan(0);
      expect([...answered].every((text) => pids.includes(String(text)))).toBe(true);
    });

    it('a thousand sessions go on when the replica that opened half of them is killed', async () => {
      const begun = performance.now();
      const clients = await pooled(1000, (index) =>
        HandshakeClient.open(proxy.origin, `user-${index}`),
      );
      const asking = clients[0];
      const { messages } = await asking.request(a.origin, 'tools/call', { name: 'ask' });
      await messages.next();

      let retried = 0;
      const listed = pooled(1000, async (index) => {
        if (index === 500) a.process.child.kill('SIGKILL');
        for (;;) {
          try {
            return await clients[index].ask(proxy.origin, 'tools/list');
          } catch {
            // The connection broke with the replica: what a client does is to ask again.
            retried += 1;
          }
        }
      });
      const lists = await listed;
      expect(lists.filter(({ result }) => result)).toHaveLength(1000);
      await expect(messages.next()).rejects.toThrow('terminated');

      // The question that died with its replica is asked by the other, in the same session.
      const again = await asking.request(proxy.origin, 'tools/call', { name: 'ask' });
      const { value: question } = await again.messages.next();
      await asking.answer(proxy.origin, (question as { id: string }).id);
      expect((await again.messages.next()).value).toMatchObject({
        result: { content: [{ text: `accept heard by ${b.process.child.pid}` }] },
      });
      const answers = await pooled(1000, (index) => where(clients[index], proxy.origin));
      expect(new Set(answers)).toEqual(new Set([String(b.process.child.pid)]));
      const seconds = ((performance.now() - begun) / 1000).toFixed(1);
      process.stderr.write(
        `1,000 sessions, one of two replicas killed: 0 lost, ${retried} requests asked again, ${seconds} s\n`,
      );
    });
  });
}

/** Runs `work` for 0 … count-1, twenty at a time. */
async function pooled<T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  let next = 0;
  const worker = async () => {
    for (let index = next++; index < count; index = next++) results[index] = await work(index);
  };
  await Promise.all(Array.from({ length: 20 }, worker));
  return results;
}
