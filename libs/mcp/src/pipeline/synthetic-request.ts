import { EventEmitter } from 'node:events';
import { REQUEST_CONTEXT_ID } from '@nestjs/core/router/request/request-constants.js';
import type { McpCallContext } from '../context/call-context.js';
import { REQUEST_ARGUMENTS } from '../decorators/metadata-keys.js';
import type { RoutedArguments } from './route-arguments.js';

/** What the request of a call is made of, beside the call itself. */
export interface RequestParts extends RoutedArguments {
  readonly method: string;
  /** Path and query, percent-encoded. */
  readonly url: string;
  readonly path: string;
  /** The route's template. */
  readonly route: string;
}

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
 */
export function makeRequest(call: McpCallContext, parts: RequestParts): CallRequest {
  const base = call.baseRequest as BaseRequest | undefined;
  const request = base ? deriveRequest(base, call, parts) : new SyntheticRequest(call, parts);
  call.request = request;
  return request as CallRequest;
}

interface BaseRequest {
  readonly headers?: object;
  readonly user?: unknown;
  readonly raw?: object;
  readonly on?: unknown;
}

/**
 * An object literal with `__proto__` defines own properties: assigning would throw on Express 5,
 * whose `req.query` has a getter only, and defining them one by one is twenty times slower.
 */
function deriveRequest(base: BaseRequest, call: McpCallContext, parts: RequestParts): object {
  const { method, url, path, body, params, query } = parts;
  const request: Record<PropertyKey, unknown> = {
    __proto__: base,
    method,
    url,
    originalUrl: url,
    baseUrl: '',
    path,
    body,
    params,
    query,
    route: { path: parts.route },
    headers: base.headers,
    // What the app's middleware found out is what guards see on the route, too; else the token's word.
    user: call.request?.user ?? base.user ?? call.principal,
    // A getter: most calls end before anybody looks, and no signal is made for them.
    get signal() {
      return call.signal;
    },
    // The real one holds the JSON-RPC message; the route would have got the body alone.
    get rawBody() {
      return body === undefined ? undefined : Buffer.from(JSON.stringify(body));
    },
    // Express' links to the real response and its chain: nothing of a call may reach them.
    res: undefined,
    next: undefined,
    // Inherited, it would be the id of the POST's own scope, and with it another request's providers.
    [REQUEST_CONTEXT_ID]: undefined,
    [REQUEST_ARGUMENTS]: parts.args,
  };
  if (call.principal) request.auth = call.principal;
  if (base.raw) request.raw = deriveRaw(base.raw, base.headers, parts);
  return request;
}

/** Fastify's adapter reads method and URL from the raw request: a cache would key all calls alike. */
function deriveRaw(raw: object, headers: object | undefined, parts: RequestParts): object {
  const { method, url, body } = parts;
  const derived: Record<PropertyKey, unknown> = {
    __proto__: raw,
    method,
    url,
    originalUrl: url,
    headers,
    body,
    [REQUEST_CONTEXT_ID]: undefined,
  };
  return derived;
}

/** No address at all: a loopback one would open what is open to local callers only. */
const NO_SOCKET = Object.freeze({ remoteAddress: undefined, encrypted: false });

/** The request of a call that no HTTP request carried. */
class SyntheticRequest extends EventEmitter {
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
  [REQUEST_ARGUMENTS]: unknown;

  readonly #call: McpCallContext;

  constructor(call: McpCallContext, parts: RequestParts) {
    super();
    this.#call = call;
    this.method = parts.method;
    this.url = this.originalUrl = parts.url;
    this.path = parts.path;
    this.route = { path: parts.route };
    this.headers = call.headers;
    this.ip = call.remoteAddress ?? '';
    this.body = parts.body;
    this.params = parts.params;
    this.query = parts.query;
    this[REQUEST_ARGUMENTS] = parts.args;
    // A caller named beforehand (the registry's `execute`).
    this.user = call.request?.user ?? call.principal;
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
