import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

/** A load balancer without affinity: each request goes to the next replica; one that is gone is left out. */
export class RoundRobin {
  readonly #server: Server;
  #turn = 0;

  /** @param replicas `http://host:port` */
  private constructor(private readonly replicas: string[]) {
    this.#server = createServer((incoming, outgoing) => this.#forward(incoming, outgoing));
  }

  static async start(replicas: readonly string[]): Promise<RoundRobin> {
    const proxy = new RoundRobin([...replicas]);
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #forward(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const replica = this.replicas[this.#turn++ % this.replicas.length];
    const { method, headers } = incoming;
    const forwarded = httpRequest(new URL(incoming.url ?? '', replica), { method, headers });
    forwarded.once('response', (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
      answer.once('error', () => outgoing.destroy());
    });
    forwarded.once('error', () => {
      const index = this.replicas.indexOf(replica);
      if (index !== -1 && this.replicas.length > 1) this.replicas.splice(index, 1);
      // What the replica did with it is not known: the client decides whether to ask again.
      outgoing.destroy();
    });
    outgoing.once('close', () => forwarded.destroy());
    incoming.pipe(forwarded);
  }
}
