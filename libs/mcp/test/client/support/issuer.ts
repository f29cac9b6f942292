import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from './fault-http.js';

/** An authorization server that gives tokens to one client, and remembers who asked. */
export class Issuer {
  readonly requests: {
    readonly path: string;
    readonly authorization?: string;
    readonly body: string;
  }[] = [];
  tokens = 0;
  readonly #server: Server = createServer((request, response) => {
    void this.#read(request).then((path) => {
      if (path === '/token' && this.requests.at(-1)?.authorization) {
        const token = `token-${++this.tokens}`;
        return json(response, 200, { access_token: token, token_type: 'Bearer', expires_in: 60 });
      }
      if (path !== '/.well-known/oauth-authorization-server') return json(response, 404, {});
      return json(response, 200, {
        issuer: this.url,
        authorization_endpoint: `${this.url}/authorize`,
        token_endpoint: `${this.url}/token`,
        response_types_supported: ['code'],
        grant_types_supported: ['client_credentials'],
        token_endpoint_auth_methods_supported: ['client_secret_basic'],
        code_challenge_methods_supported: ['S256'],
      });
    });
  });

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  async stop(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.#server.closeAllConnections();
    await closed;
  }

  async #read(request: IncomingMessage): Promise<string> {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const { authorization } = request.headers;
    this.requests.push({ path: request.url ?? '', authorization, body });
    return request.url ?? '';
  }
}
