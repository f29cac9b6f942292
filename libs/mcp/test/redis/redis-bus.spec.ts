import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { RedisBus, RedisSingleUse } from '../../src/redis.js';
import type { BusMessage } from '../../src/server/bus/mcp-bus.js';

/** Set by the global setup where a Redis answers; elsewhere there is nothing to show on one. */
const url = process.env.TEST_REDIS_URL;

function nextMessage(bus: RedisBus): Promise<BusMessage> {
  return new Promise((resolve) => {
    const end = bus.subscribe((message) => {
      end();
      resolve(message);
    });
  });
}

if (url !== undefined) describeOn(url);

function describeOn(url: string): void {
  describe('RedisBus', () => {
    const open: RedisBus[] = [];

    afterEach(async () => {
      await Promise.all(open.splice(0).map((bus) => bus.close()));
    });

    async function connected(prefix: string) {
      const bus = await RedisBus.connect({ url, prefix });
      open.push(bus);
      return bus;
    }

    it('carries messages to every replica, the sender’s own listeners included', async () => {
      const prefix = randomUUID();
      const [a, b] = [await connected(prefix), await connected(prefix)];
      const heard = Promise.all([nextMessage(a), nextMessage(b)]);
      await a.publish({ kind: 'resource-updated', uri: 'test://ü' });
      const message = { kind: 'resource-updated', uri: 'test://ü' };
      expect(await heard).toEqual([message, message]);
    });

    it('remembers for all replicas, until the time is over', async () => {
      const prefix = randomUUID();
      const [a, b] = [await connected(prefix), await connected(prefix)];
      await Promise.all([
        a.change('session', { ended: 'true', uri: '1' }, 60_000),
        b.change('session', { logLevel: 'debug' }, 60_000),
      ]);
      await b.change('session', { uri: null }, 60_000);
      expect(await b.read('session')).toEqual({ ended: 'true', logLevel: 'debug' });
      expect(await b.read('another')).toEqual({});
      const client = new Redis(url);
      const left = await client.pttl(`${prefix}:memory:session`);
      await client.del(`${prefix}:memory:session`);
      await client.quit();
      expect(left).toBeGreaterThan(50_000);
      expect(left).toBeLessThanOrEqual(60_000);
    });

    it('refuses nothing in silence: a key of another kind is an error', async () => {
      const prefix = randomUUID();
      const bus = await connected(prefix);
      const client = new Redis(url);
      await client.set(`${prefix}:memory:session`, 'text', 'PX', 60_000);
      await expect(bus.change('session', { ended: 'true' }, 1000)).rejects.toThrow('WRONGTYPE');
      await client.del(`${prefix}:memory:session`);
      await client.quit();
    });

    it('reports what is no message, and goes on', async () => {
      const prefix = randomUUID();
      const errors: Error[] = [];
      const bus = await RedisBus.connect({ url, prefix, onError: (error) => errors.push(error) });
      open.push(bus);
      const heard = nextMessage(bus);
      const client = new Redis(url);
      await client.publish(`${prefix}:bus`, 'no JSON');
      await client.quit();
      await bus.publish({ kind: 'list-changed', list: 'tools' });
      expect(await heard).toEqual({ kind: 'list-changed', list: 'tools' });
      expect(errors).toEqual([expect.any(SyntaxError)]);
    });

    it('keeps servers with other prefixes apart', async () => {
      const [a, stranger] = [await connected(randomUUID()), await connected(randomUUID())];
      const heard: BusMessage[] = [];
      stranger.subscribe((message) => heard.push(message));
      const own = nextMessage(a);
      await a.publish({ kind: 'list-changed', list: 'tools' });
      await own;
      expect(heard).toEqual([]);
    });

    it('lets one of many be the first, whoever asks', async () => {
      const client = new Redis(url);
      const [prefix, id] = [randomUUID(), randomUUID()];
      const asked = Array.from({ length: 20 }, () =>
        new RedisSingleUse(client, prefix).use(id, 5000),
      );
      const verdicts = await Promise.all(asked);
      await client.quit();
      expect(verdicts.filter((first) => first)).toHaveLength(1);
    });
  });
}

describe('RedisBus without a place', () => {
  it('says what is missing when it is told no place', async () => {
    await expect(RedisBus.connect({})).rejects.toThrow(/url.*client/);
  });
});
