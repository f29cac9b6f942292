import { ProtocolError } from '../../errors/protocol.error.js';
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

  /** The fault of a request with these two headers; undefined where it may pass. */
  check(host: string | undefined, origin: string | undefined): ProtocolError | undefined {
    if (!this.#isHostAllowed(host)) return refusal('Host', host, 'http.allowedHosts');
    // Only browsers send an Origin; everything else is no web page.
    if (origin === undefined || this.isOriginAllowed(origin)) return undefined;
    return refusal('Origin', origin, 'http.allowedOrigins');
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

function refusal(header: string, value: string | undefined, option: string): ProtocolError {
  const what = value === undefined ? `A request without ${header}` : `${header} ${quote(value)}`;
  const message = `${what} is not allowed here; the server's option ${option} lists what is`;
  return new ProtocolError('MCP_FORBIDDEN', message, { data: { option } });
}

/** A header is the peer's text: cut, so that it cannot blow up the answer. */
function quote(value: string): string {
  return JSON.stringify(value.length > 100 ? `${value.slice(0, 100)}…` : value);
}
