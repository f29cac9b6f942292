import { createServer, request as httpRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A reverse proxy whose address is known before what stands behind it is there. */
export class FrontProxy {
  /** Port of what stands behind it. */
  target = 0;
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((incoming, outgoing) => {
      const { method, url, headers } = incoming;
      const options = { host: '127.0.0.1', port: this.target, method, path: url, headers };
      const forwarded = httpRequest(options, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      });
      forwarded.on('error', () => outgoing.destroy());
      incoming.pipe(forwarded);
    });
  }

  static async start(): Promise<FrontProxy> {
    const proxy = new FrontProxy();
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
}
