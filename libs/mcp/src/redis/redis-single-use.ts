import type { SingleUse } from '../server/server.options.js';
import type { RedisClient } from './redis-bus.js';

/**
 * Makes what is signed for a caller good for one use alone, on all replicas: `singleUse` of
 * `McpModule.forRoot()`.
 */
export class RedisSingleUse implements SingleUse {
  /** @param prefix before every key */
  constructor(
    private readonly client: Pick<RedisClient, 'set'>,
    private readonly prefix = 'toolport',
  ) {}

  /** True the first time, on whichever replica; false ever after. */
  async use(id: string, ttl: number): Promise<boolean> {
    // NX: Redis itself decides who was first.
    const key = `${this.prefix}:used:${id}`;
    return (await this.client.set(key, '1', 'PX', Math.ceil(ttl), 'NX')) === 'OK';
  }
}
