import { SetupError } from '../errors/setup.error.js';
import type { BusMessage, McpBus } from '../server/bus/mcp-bus.js';

/** What is needed of an `ioredis` client; a cluster's fits as well. */
export interface RedisClient {
  duplicate(): RedisClient;
  publish(channel: string, message: string): Promise<number>;
  subscribe(channel: string): Promise<unknown>;
  get(key: string): Promise<string | null>;
  set(key: string, value: string, px: 'PX', ttl: number): Promise<unknown>;
  set(key: string, value: string, px: 'PX', ttl: number, nx: 'NX'): Promise<'OK' | null>;
  on(event: 'message', listener: (channel: string, message: string) => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  quit(): Promise<unknown>;
  disconnect(): void;
}

/** Where Redis is, and under which names. */
export interface RedisBusOptions {
  /** `redis://host:port/db`; loads `ioredis`. */
  readonly url?: string;
  /** A client that the application has already; it stays the application's to close. */
  readonly client?: RedisClient;
  /** Before every key and channel: replicas of one server share it. @default 'toolport' */
  readonly prefix?: string;
  /** Told of connection errors; ioredis reconnects by itself. @default nobody */
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
  readonly shared = true;
  readonly #listeners = new Set<(message: BusMessage) => void>();

  private constructor(
    private readonly client: RedisClient,
    private readonly subscriber: RedisClient,
    private readonly prefix: string,
    private readonly owned: boolean,
  ) {}

  /** @throws SetupError where `ioredis` is not installed, or neither `url` nor `client` is given */
  static async connect(options: RedisBusOptions): Promise<RedisBus> {
    const { prefix = 'toolport', onError = () => {} } = options;
    const client = options.client ?? (await createClient(options.url));
    const subscriber = client.duplicate();
    if (!options.client) client.on('error', onError);
    subscriber.on('error', onError);
    const bus = new RedisBus(client, subscriber, prefix, !options.client);
    subscriber.on('message', (_channel, message) => bus.#receive(message));
    await subscriber.subscribe(`${prefix}:bus`);
    return bus;
  }

  async publish(message: BusMessage): Promise<void> {
    await this.client.publish(`${this.prefix}:bus`, JSON.stringify(message));
  }

  subscribe(listener: (message: BusMessage) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  async write(key: string, value: object, ttl: number): Promise<void> {
    await this.client.set(this.#key(key), JSON.stringify(value), 'PX', Math.ceil(ttl));
  }

  async read(key: string): Promise<unknown> {
    const text = await this.client.get(this.#key(key));
    return text === null ? undefined : (JSON.parse(text) as unknown);
  }

  /** Ends the connections that the bus has opened itself. */
  async close(): Promise<void> {
    this.#listeners.clear();
    this.subscriber.disconnect();
    if (this.owned) await this.client.quit();
  }

  /** With the module: the application context closes it. */
  onApplicationShutdown(): Promise<void> {
    return this.close();
  }

  #key(key: string): string {
    return `${this.prefix}:memory:${key}`;
  }

  #receive(text: string): void {
    // Whoever can write to Redis is trusted; a message of another version is still not to be guessed at.
    const message = JSON.parse(text) as BusMessage;
    for (const listener of Array.from(this.#listeners)) listener(message);
  }
}

async function createClient(url: string | undefined): Promise<RedisClient> {
  if (url === undefined) {
    throw problem('neither "url" nor "client" is given', 'RedisBus.connect({ url: "redis://…" })');
  }
  const ioredis = await import('ioredis').catch((error: unknown) => {
    const { code } = Object(error) as { code?: unknown };
    if (code !== 'ERR_MODULE_NOT_FOUND' && code !== 'MODULE_NOT_FOUND') throw error;
    throw problem('the package "ioredis" is not installed', 'npm install ioredis');
  });
  return new ioredis.Redis(url) as unknown as RedisClient;
}

function problem(message: string, remedy: string): SetupError {
  return new SetupError([{ code: 'MCP_PEER_MISSING', where: 'RedisBus', message, remedy }]);
}
