import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import { join } from 'node:path';
import type { ClientLog } from '../../../src/client/client-log.js';
import type { InProcessServerOptions, ServerOptions } from '../../../src/client/client.options.js';
import { McpManager, type McpManagerOptions } from '../../../src/client/mcp-manager.js';
import type { RemoteError } from '../../../src/client/remote.error.js';
import { ToolRegistry } from '../../../src/registry/tool-registry.js';
import type { FaultServer, FaultServerOptions, Message } from './fault-server.mjs';

const FAULT_SERVER = join(__dirname, 'fault-server.mjs');

export interface ProgramOptions extends FaultServerOptions {
  readonly banner?: string;
  readonly stderr?: string;
  readonly deaf?: boolean;
  readonly grandchild?: boolean;
}

/** The entry of a fault server as a child process. */
export function faultProgram(options: ProgramOptions = {}, more: Partial<ServerOptions> = {}) {
  const args = [FAULT_SERVER, JSON.stringify(options)];
  return { command: process.execPath, args, ...more } as ServerOptions;
}

/** Everything that was logged, as `level server: message`. */
export class TestLog {
  readonly lines: string[] = [];
  readonly #waiting = new Set<() => void>();

  of(server: string): ClientLog {
    const write = (level: string) => (message: string) => {
      this.lines.push(`${level} ${server}: ${message}`);
      for (const look of Array.from(this.#waiting)) look();
    };
    return {
      debug: write('debug'),
      log: write('log'),
      warn: write('warn'),
      error: write('error'),
    };
  }

  /** Resolves with the first line that matches, also one that was there before. */
  async line(pattern: RegExp): Promise<string> {
    for (;;) {
      const found = this.lines.find((line) => pattern.test(line));
      if (found !== undefined) return found;
      await new Promise<void>((resolve) => {
        const look = () => {
          this.#waiting.delete(look);
          resolve();
        };
        this.#waiting.add(look);
      });
    }
  }
}

export interface TestManager {
  readonly manager: McpManager;
  readonly registry: ToolRegistry;
  readonly log: TestLog;
}

const open: McpManager[] = [];

/** A started manager with its registry; closed by `closeManagers`. */
export async function startManager(
  servers: McpManagerOptions['servers'],
  options: Partial<McpManagerOptions> = {},
): Promise<TestManager> {
  const test = createManager(servers, options);
  await test.manager.start();
  return test;
}

/** The same, not yet started. */
export function createManager(
  servers: McpManagerOptions['servers'],
  options: Partial<McpManagerOptions> = {},
): TestManager {
  const log = new TestLog();
  const registry = new ToolRegistry();
  const manager = new McpManager({
    servers,
    registry,
    logOf: (server) => log.of(server),
    reconnect: { initialDelay: 50, maxDelay: 500 },
    ...options,
  });
  open.push(manager);
  return { manager, registry, log };
}

/** For `afterEach`. */
export async function closeManagers(): Promise<void> {
  await Promise.all(open.splice(0).map((manager) => manager.close()));
}

/** Resolves when the server is in this state. */
export async function untilState(
  { manager, log }: TestManager,
  server: string,
  state: string,
): Promise<void> {
  for (;;) {
    if (manager.server(server).state === state) return;
    await log.line(new RegExp(`^\\w+ ${server}: ${state}`));
    if (manager.server(server).state === state) return;
    log.lines.length = 0;
  }
}

/** The error that a call ends with; attached at once, so that it is never unhandled. */
export function failure(call: Promise<unknown>): Promise<RemoteError> {
  return call.then(
    () => Promise.reject(new Error('the call succeeded')),
    (error: RemoteError) => error,
  );
}

/** The text of a result whose content is one text. */
export function textOf(result: { readonly content: readonly object[] }): string {
  return (result.content[0] as { text: string }).text;
}

/** The entry of a fault server in this process. */
export function inProcess(server: FaultServer): InProcessServerOptions {
  return cuttable(server).entry;
}

/** The same, with a way to cut the present connection. */
export function cuttable(server: FaultServer): {
  readonly entry: InProcessServerOptions;
  readonly cut: () => void;
} {
  let current: PairedTransport | undefined;
  const connect = () => (current = new PairedTransport(server));
  return { entry: { type: 'in-process', connect }, cut: () => void current?.close() };
}

/** The client's end of a server object; messages are copied, as if they had travelled. */
class PairedTransport implements Transport {
  onmessage?: Transport['onmessage'];
  onclose?: () => void;
  onerror?: (error: Error) => void;
  #closed = false;

  constructor(private readonly server: FaultServer) {}

  async start(): Promise<void> {}

  async send(message: JSONRPCMessage): Promise<void> {
    if (this.#closed) throw new Error('closed');
    const travelled = JSON.parse(JSON.stringify(message)) as Message;
    queueMicrotask(() => this.server.handle(travelled, (answer) => this.#deliver(answer)));
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.onclose?.();
  }

  #deliver(message: Message): void {
    if (!this.#closed) this.onmessage?.(JSON.parse(JSON.stringify(message)) as JSONRPCMessage);
  }
}
