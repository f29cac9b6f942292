import type { IncomingHttpHeaders } from 'node:http';
import type { ProtocolError } from '../../errors/protocol.error.js';
import { refused } from './http-faults.js';
import type { EndpointSettings } from './http.options.js';

const LOOPBACK_NAMES = new Set(['localhost', '[::1]']);
const LOOPBACK_ADDRESS = /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/;
const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

/**
 * Lets only known hosts and web origins through: a page that resolves its own name to 127.0.0.1
 * (DNS rebinding) still sends that name as `Host` and itself as `Origin`.
 *
 * `X-Forwarded-Host` is never read: whoever can send a request can send that header as well.
 */
export class OriginGuard {
  readonly #origins = new Set<string>();
  readonly #hosts = new Set<string>();
  readonly #anyHost: boolean;

  constructor(settings: Pick<EndpointSettings, 'allowedOrigins' | 'allowedHosts' | 'publicUrl'>) {
    for (const origin of settings.allowedOrigins) this.#origins.add(normaliseOrigin(origin));
    for (const host of settings.allowedHosts) this.#hosts.add(host.toLowerCase());
    this.#anyHost = this.#hosts.has('*');
    if (settings.publicUrl === undefined) return;
    const { origin, host } = new URL(settings.publicUrl);
    this.#origins.add(origin);
    this.#hosts.add(host);
  }

  /** The fault of a request with these headers; undefined where it may pass. */
  check(headers: IncomingHttpHeaders): ProtocolError | undefined {
    const { origin } = headers;
    // HTTP/2 has a pseudo-header in place of Host (RFC 9113 §8.3.1).
    const { host = headers[':authority']?.toString() } = headers;
    if (!this.#isHostAllowed(host)) return refused('Host', host, 'http.allowedHosts');
    // Only browsers send an Origin; everything else is no web page.
    if (origin === undefined || this.isOriginAllowed(origin)) return undefined;
    return refused('Origin', origin, 'http.allowedOrigins');
  }

  isOriginAllowed(origin: string): boolean {
    const normal = normaliseOrigin(origin);
    if (this.#origins.has(normal)) return true;
    const url = parseUrl(normal);
    return url !== undefined && url.protocol in DEFAULT_PORTS && isLoopback(url.hostname);
  }

  #isHostAllowed(host: string | undefined): boolean {
    if (this.#anyHost) return true;
    if (host === undefined) return false;
    const authority = host.toLowerCase();
    const name = authority.replace(/:\d*$/, '');
    return this.#hosts.has(authority) || this.#hosts.has(name) || isLoopback(name);
  }
}

function isLoopback(name: string): boolean {
  return LOOPBACK_NAMES.has(name) || LOOPBACK_ADDRESS.test(name);
}

/** As browsers write it: lower case, no default port. What is no URL (`null`) stays as it is. */
function normaliseOrigin(origin: string): string {
  const url = parseUrl(origin);
  if (url === undefined || !url.host) return origin.toLowerCase();
  return `${url.protocol}//${url.host}`;
}

function parseUrl(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}
