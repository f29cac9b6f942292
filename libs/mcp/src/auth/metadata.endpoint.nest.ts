import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AbstractHttpAdapter, HttpAdapterHost } from '@nestjs/core';
import {
  pathOf,
  resourceAddress,
  resourcePath,
  type AddressedRequest,
} from './resource-address.js';
import type { ResourceMetadata } from './resource-metadata.js';

/** What the document is made of, and for which addresses. */
export interface MetadataSource {
  readonly publicUrl?: string;
  /** Where the endpoint answers; asked per request, since `setGlobalPrefix()` comes late. */
  readonly paths: () => readonly string[];
  /** The document of the endpoint at this address. */
  readonly describe: (address: string) => ResourceMetadata;
}

/**
 * Answers `/.well-known/oauth-protected-resource/<path>` (RFC 9728): outside the global prefix, ahead
 * of all guards and middleware, since a client reads it before it has any credentials.
 *
 * Build it while the module's providers are built: it takes its place when the adapter is known.
 */
export class MetadataEndpoint {
  constructor(
    private readonly source: MetadataSource,
    host: HttpAdapterHost,
  ) {
    host.init$.subscribe(() => this.#install(host.httpAdapter));
  }

  #install(adapter: AbstractHttpAdapter | undefined): void {
    const type = adapter?.getType();
    if (!adapter || type === 'mcp') return;
    // Middleware is first in line on both, but on Fastify it cannot tell what `trustProxy` makes of the
    // Host: where no address is configured, a hook behind the app's middleware must do.
    if (type === 'fastify' && this.source.publicUrl === undefined) {
      this.#hook(adapter.getInstance<FastifyInstance>());
    } else {
      adapter.use((request: Request, response: ServerResponse, next: () => void) => {
        const answer = this.#answerTo(request);
        if (!answer) return next();
        response.writeHead(answer.status, answer.headers).end(answer.body);
      });
    }
  }

  /** A hook sees every request, those of unknown paths included. */
  #hook(instance: FastifyInstance): void {
    instance.addHook('onRequest', (request, reply, next) => {
      const answer = this.#answerTo(request);
      if (!answer) return next();
      reply.code(answer.status).headers(answer.headers).send(answer.body);
    });
  }

  #answerTo(request: Request): Answer | undefined {
    const method = METHODS.has(request.method ?? '') ? request.method : undefined;
    const path = resourcePath(pathOf(request.originalUrl ?? request.url ?? ''));
    if (method === undefined || path === undefined || !this.#serves(path)) return undefined;
    if (method === 'OPTIONS') return { status: 204, headers: PREFLIGHT };
    const address = resourceAddress(this.source.publicUrl, {
      protocol: request.protocol,
      host: request.host,
      headers: request.headers,
      originalUrl: path,
    });
    if (address === undefined) return undefined;
    const body = JSON.stringify(this.source.describe(address));
    return { status: 200, headers: this.#headers(), body };
  }

  /** The path behind a proxy may be another than ours: both are asked for. */
  #serves(path: string): boolean {
    const { publicUrl, paths } = this.source;
    const outer = publicUrl === undefined ? undefined : new URL(publicUrl).pathname;
    return outer?.replace(/\/$/, '') === path || paths().includes(path);
  }

  #headers(): Readonly<Record<string, string>> {
    // Made from the request's Host, the document is that request's only.
    const caching = this.source.publicUrl === undefined ? 'no-store' : 'public, max-age=300';
    return { ...OPEN, 'content-type': 'application/json', 'cache-control': caching };
  }
}

const METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Public by nature: a browser client of any origin may read it. */
const OPEN = { 'access-control-allow-origin': '*', 'x-content-type-options': 'nosniff' };
const PREFLIGHT = {
  ...OPEN,
  'access-control-allow-methods': 'GET',
  'access-control-allow-headers': '*',
  'access-control-max-age': '86400',
};

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

type Request = AddressedRequest & Pick<Partial<IncomingMessage>, 'method' | 'url'>;

/** What we use of Fastify; the package itself is an optional peer. */
interface FastifyInstance {
  addHook(
    name: 'onRequest',
    hook: (request: Request, reply: FastifyReply, next: () => void) => void,
  ): unknown;
}

interface FastifyReply {
  code(status: number): this;
  headers(values: Readonly<Record<string, string>>): this;
  send(body?: string): unknown;
}
