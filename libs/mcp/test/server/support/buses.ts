import { randomUUID } from 'node:crypto';
import { RedisBus } from '../../../src/redis.js';
import { InProcessBus } from '../../../src/server/bus/in-process-bus.js';
import type { BusMessage, McpBus } from '../../../src/server/bus/mcp-bus.js';
import type { McpServer } from '../../../src/server/mcp-server.js';
import type { McpServerOptions } from '../../../src/server/server.options.js';
import type { ToolFunction } from './entries.js';
import { replica } from './session-server.js';

/** What replicas share, as a network has it: messages come in one order, and later. */
export class SharedBus extends InProcessBus {
  override readonly shared = true;

  override async publish(message: BusMessage): Promise<void> {
    setImmediate(() => void super.publish(message));
  }
}

/** Two servers that share a bus and nothing else. */
export interface Replicas {
  make(
    options?: Partial<McpServerOptions>,
    more?: Record<string, ToolFunction>,
  ): readonly [McpServer, McpServer];
  /** Resolves when both have heard all that either has said until now. */
  heard(): Promise<void>;
}

type Pair = readonly [McpBus, McpBus];

const KINDS: Record<string, () => Promise<{ pair: Pair; close?(): Promise<unknown> }>> = {
  'a bus of one process': async () => {
    const bus = new SharedBus();
    return { pair: [bus, bus] };
  },
};

/** Set by the global setup where a Redis answers; elsewhere there is nothing to show on one. */
const url = process.env.TEST_REDIS_URL;
if (url !== undefined) {
  KINDS.Redis = async () => {
    const prefix = randomUUID();
    const pair = [await RedisBus.connect({ url, prefix }), await RedisBus.connect({ url, prefix })];
    return {
      pair: pair as unknown as Pair,
      close: () => Promise.all(pair.map((bus) => bus.close())),
    };
  };
}

/** Runs the same tests over each kind of bus that replicas can share. */
export function describeBuses(title: string, body: (replicas: Replicas) => void): void {
  describe.each(Object.keys(KINDS))(`${title} (%s)`, (kind) => {
    let bus: Awaited<ReturnType<(typeof KINDS)[string]>>;
    beforeEach(async () => {
      bus = await KINDS[kind]();
    });
    afterEach(() => bus.close?.());
    body({
      make: (options, more) => {
        const [a, b] = bus.pair.map((one) =>
          replica({ bus: one, sessions: { replicas: true }, ...options }, more),
        );
        return [a, b] as unknown as readonly [McpServer, McpServer];
      },
      heard: () => heardBy(bus.pair),
    });
  });
}

/** Each says one thing more: messages come in one order, so all that was said before has come too. */
async function heardBy(pair: Pair): Promise<void> {
  await Promise.all(
    pair.map(async (sender) => {
      const uri = `test://mark/${randomUUID()}`;
      const marks = pair.map((bus) => hears(bus, uri));
      await sender.publish({ kind: 'resource-updated', uri });
      await Promise.all(marks);
    }),
  );
}

function hears(bus: McpBus, uri: string): Promise<void> {
  return new Promise((resolve) => {
    const end = bus.subscribe((message) => {
      if (message.kind !== 'resource-updated' || message.uri !== uri) return;
      end();
      resolve();
    });
  });
}
