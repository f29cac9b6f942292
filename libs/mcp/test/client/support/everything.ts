import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { EVERYTHING } from './packages.js';

/** The official test server as a process of its own, on a free port. */
export class Everything {
  readonly port: number;
  #child: ChildProcess | undefined;

  private constructor(
    private readonly transport: 'sse' | 'streamableHttp',
    port: number,
  ) {
    this.port = port;
  }

  static async start(transport: 'sse' | 'streamableHttp'): Promise<Everything> {
    const server = new Everything(transport, await freePort());
    await server.start();
    return server;
  }

  async start(): Promise<void> {
    const child = spawn(process.execPath, [EVERYTHING, this.transport], {
      env: { ...process.env, PORT: String(this.port) },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    this.#child = child;
    for await (const line of createInterface({ input: child.stderr })) {
      if (/(running|listening) on port/i.test(line)) break;
    }
    child.stderr.resume();
  }

  async kill(): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  }
}

/** The program takes no port 0: it would not say which one it got. */
async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  probe.close();
  await once(probe, 'close');
  return port;
}
