import { PassThrough } from 'node:stream';
import { ServerChannel } from '../../src/transports/server-channel.js';
import { StdioTransport, type StdioBounds } from '../../src/transports/stdio/stdio.transport.js';
import { StubServer, type Script } from './support/stub-server.js';

/** A served pair of streams, as a client process has them. */
class Session {
  readonly input = new PassThrough();
  readonly output = new PassThrough();
  readonly transport: StdioTransport;
  readonly channel: ServerChannel;
  readonly lines: string[] = [];
  #rest = '';
  #waiters: (() => void)[] = [];

  constructor(scripts: Record<string, Script> = {}, bounds?: StdioBounds) {
    this.transport = new StdioTransport(this.input, this.output, bounds);
    this.channel = new ServerChannel(new StubServer(scripts), this.transport, {
      transport: 'stdio',
      headers: {},
    });
    this.output.on('data', (chunk: Buffer) => {
      const parts = (this.#rest + chunk.toString('latin1')).split('\n');
      this.#rest = parts.pop() ?? '';
      this.lines.push(...parts);
      for (const waiter of this.#waiters.splice(0)) waiter();
    });
  }

  async start(): Promise<this> {
    await this.channel.start();
    return this;
  }

  /** The first `count` messages that were written. */
  async messages(count: number): Promise<Record<string, unknown>[]> {
    while (this.lines.length < count) {
      await new Promise<void>((resolve) => this.#waiters.push(resolve));
    }
    return this.lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  }
}

describe('stdio over a pair of streams', () => {
  it('answers one line with one line', async () => {
    const session = await new Session().start();
    session.input.write('{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
    expect(await session.messages(1)).toEqual([{ jsonrpc: '2.0', id: 1, result: {} }]);
    await session.channel.close();
  });
});
