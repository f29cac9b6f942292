import { loadPeer } from '../errors/optional-peer.js';
import { SetupError } from '../errors/setup.error.js';
import type { BusMessage, McpBus, MemoryChange } from '../server/bus/mcp-bus.js';

/** What is needed of an `ioredis` client; a cluster's fits as well. */
export interface RedisClient {
  /** A second connection of the same settings, to subscribe with. */
  duplicate(): RedisClient;
  /** `PUBLISH`. */
  publish(channel: string, message: string): Promise<number>;
  /** `SUBSCRIBE`. */
  subscribe(channel: string): Promise<unknown>;
  /** `HGETALL`. */
  hgetall(key: string): Promise<Record<string, string>>;
  /** `MULTI`. */
  multi(): RedisTransaction;
  /** `SET … PX NX`: `OK` for the first alone. */
  set(key: string, value: string, px: 'PX', ttl: number, nx: 'NX'): Promise<'OK' | null>;
  /** What comes on a channel. */
  on(event: 'message', listener: (channel: string, message: string) => void): unknown;
  /** A connection broke; without a listener the process ends. */
  on(event: 'error', listener: (error: Error) => void): unknown;
  /** Closes when all has been answered. */
  quit(): Promise<unknown>;
  /** Closes at once. */
  disconnect(): void;
}

/** What is needed of its transactions. */
export interface RedisTransaction {
  /** `HSET`. */
  hset(key: string, members: Record<string, string>): this;
  /** `HDEL`. */
  hdel(key: string, ...names: string[]): this;
  /** `PEXPIRE`. */
  pexpire(key: string, ttl: number): this;
  /** `EXEC`: one reply per command. */
  exec(): Promise<[error: Error | null, result: unknown][] | null>;
}

/** Where Redis is, and under which names. */
export interface RedisBusOptions {
  /** `redis://host:port/db`; loads `ioredis`. */
  readonly url?: string;
  /** A client that the application has already; it stays the application's to close. */
  readonly client?: RedisClient;
  /** Before every key and channel: replicas of one server share it. @default 'toolport' */
  readonly prefix?: string;
  /** Told of connection errors, after which ioredis reconnects by itself, and of messages that are none. @default nobody */
  readonly onError?: (error: Error) => void;
}

/**
 * The bus of several replicas. What is published while a replica is cut off does not reach it; what
 * is written does.
 *
 * @example
 * ```ts
 * McpModule.forRootAsync({
 *   useFactory: async () => ({ sessions: { replicas: true }, bus: await RedisBus.connect({ url }) }),
 * });
 * ```
 */
export class RedisBus implements McpBus {
  /** It reaches the other replicas. */
  readonly shared = true;
  readonly #listeners = new Set<(message: BusMessage) => void>();
  #closed: Promise<void> | undefined;

  private constructor(
    private readonly client: RedisClient,
    private readonly subscriber: RedisClient,
    private readonly prefix: string,
    private readonly owned: boolean,
    private readonly onError: (error: Error) => void,
  ) {}

  /**
   * Resolves when the replica hears the others.
   *
   * @throws SetupError where `ioredis` is not installed, or neither `url` nor `client` is given
   */
  static async connect(options: RedisBusOptions): Promise<RedisBus> {
    const { prefix = 'toolport', onError = () => {} } = options;
    const client = options.client ?? (await createClient(options.url));
    const subscriber = client.duplicate();
    if (!options.client) client.on('error', onError);
    subscriber.on('error', onError);
    const bus = new RedisBus(client, subscriber, prefix, !options.client, onError);
    subscriber.on('message', (_channel, message) => bus.#receive(message));
    await subscriber.subscribe(`${prefix}:bus`);
    return bus;
  }

  /** To all replicas, this one included. */
  async publish(message: BusMessage): Promise<void> {
    await this.client.publish(`${this.prefix}:bus`, JSON.stringify(message));
  }

  /** Gives back the function that ends it. */
  subscribe(listener: (message: BusMessage) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** In one transaction, for `ttl` milliseconds. */
  async change(name: string, change: MemoryChange, ttl: number): Promise<void> {
    const key = this.#key(name);
    const set: Record<string, string> = {};
    const gone: string[] = [];
    for (const [member, value] of Object.entries(change)) {
      if (value === null) gone.push(member);
      else set[member] = value;
    }
    // In one transaction: a key without an end would stay for ever.
    const transaction = this.client.multi();
    if (Object.keys(set).length > 0) transaction.hset(key, set);
    if (gone.length > 0) transaction.hdel(key, ...gone);
    const replies = await transaction.pexpire(key, Math.ceil(ttl)).exec();
    for (const [error] of replies ?? []) if (error) throw error;
  }

  /** Empty where nothing was written, or its time is over. */
  read(key: string): Promise<Readonly<Record<string, string>>> {
    return this.client.hgetall(this.#key(key));
  }

  /** Ends the connections that the bus has opened itself; `McpModule` does it at its end. */
  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    this.#listeners.clear();
    this.subscriber.disconnect();
    if (this.owned) await this.client.quit();
  }

  #key(key: string): string {
    return `${this.prefix}:memory:${key}`;
  }

  #receive(text: string): void {
    try {
      // Whoever can write to Redis is trusted; something else on the channel must not end the process.
      const message = JSON.parse(text) as BusMessage;
      for (const listener of Array.from(this.#listeners)) listener(message);
    } catch (error) {
      this.onError(error instanceof Error ? error : new Error(String(error)));
    }
  }
}

async function createClient(url: string | undefined): Promise<RedisClient> {
  if (url === undefined) {
    throw new SetupError([
      {
        code: 'MCP_OPTION_INVALID',
        where: 'RedisBus',
        message: 'neither "url" nor "client" is given',
        remedy: 'RedisBus.connect({ url: "redis://…" })',
      },
    ]);
  }
  const need = { where: 'RedisBus', message: 'the package "ioredis" is not installed' };
  const ioredis = await loadPeer('ioredis', need, () => import('ioredis'));
  return new ioredis.Redis(url);
}
