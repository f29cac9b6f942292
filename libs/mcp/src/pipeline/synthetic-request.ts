import { REQUEST_CONTEXT_ID } from '@nestjs/core/router/request/request-constants.js';
import type { McpCallContext } from '../context/call-context.js';
import { REQUEST_ARGUMENTS } from '../decorators/metadata-keys.js';
import { deriveRequest, ownHeaders, type BaseRequest } from './derived-request.js';
import { LazyEmitter } from './lazy-emitter.js';
import type { RequestParts } from './request-parts.js';

/** The request that guards, pipes and the method see. */
export interface CallRequest {
  user?: unknown;
  readonly method: string;
  readonly url: string;
  [key: PropertyKey]: unknown;
}

/**
 * Makes the request of a call: over HTTP one that inherits from the real one (headers, ip, socket,
 * cookies, session, user) and shadows what belongs to the route; elsewhere a synthetic one.
 *
 * @param user a caller named beforehand (the registry's `execute`)
 */
export function makeRequest(call: McpCallContext, parts: RequestParts, user: unknown): CallRequest {
  const base = call.baseRequest as BaseRequest | undefined;
  const request = base
    ? deriveRequest(base, call, parts, user)
    : new SyntheticRequest(call, parts, user);
  return request as CallRequest;
}

/** No address at all: a loopback one would open what is open to local callers only. */
const NO_SOCKET = Object.freeze({ remoteAddress: undefined, encrypted: false });

/** The request of a call that no HTTP request carried. */
class SyntheticRequest extends LazyEmitter {
  readonly httpVersion = '1.1';
  readonly httpVersionMajor = 1;
  readonly httpVersionMinor = 1;
  readonly complete = true;
  readonly aborted = false;
  readonly readable = false;
  readonly protocol = 'mcp';
  readonly secure = false;
  readonly xhr = false;
  readonly hostname = '';
  readonly host = '';
  readonly baseUrl = '';
  readonly ips: readonly string[] = [];
  readonly subdomains: readonly string[] = [];
  readonly socket = NO_SOCKET;
  readonly method: string;
  url: string;
  readonly originalUrl: string;
  readonly path: string;
  readonly ip: string;
  readonly route: { readonly path: string };
  readonly headers: McpCallContext['headers'];
  body: unknown;
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  user: unknown;
  readonly auth: McpCallContext['principal'];
  [REQUEST_CONTEXT_ID]: unknown = undefined;
  [REQUEST_ARGUMENTS]: unknown = undefined;

  readonly #call: McpCallContext;

  constructor(call: McpCallContext, parts: RequestParts, user: unknown) {
    super();
    this.#call = call;
    this.method = parts.method;
    this.url = this.originalUrl = parts.url;
    this.path = parts.path;
    this.route = { path: parts.route };
    this.headers = ownHeaders(call.headers, parts);
    this.ip = call.remoteAddress ?? '';
    this.body = parts.body;
    this.params = parts.params;
    this.query = parts.query;
    this.user = user ?? call.principal;
    this.auth = call.principal;
  }

  get signal(): AbortSignal {
    return this.#call.signal;
  }
  get rawBody(): Buffer | undefined {
    return this.body === undefined ? undefined : Buffer.from(JSON.stringify(this.body));
  }
  get connection(): object {
    return this.socket;
  }
  /** Fastify's name for Node's request. */
  get raw(): this {
    return this;
  }
  get(name: string): string | readonly string[] | undefined {
    return this.headers[name.toLowerCase()];
  }
  header(name: string): string | readonly string[] | undefined {
    return this.get(name);
  }
  is(): string {
    return 'json';
  }
  accepts(...types: (string | readonly string[])[]): string | false {
    return types.flat()[0] ?? false;
  }
  isAuthenticated(): boolean {
    return this.user !== undefined && this.user !== null;
  }
}
