// `nest-toolport/redis`: replicas hear of each other through Redis (docs/scaling.md).
export { RedisBus, type RedisBusOptions, type RedisClient } from './redis/redis-bus.js';
export { RedisSingleUse } from './redis/redis-single-use.js';
