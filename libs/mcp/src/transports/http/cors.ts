import type { IncomingHttpHeaders } from 'node:http';
import type { OriginGuard } from './origin.guard.js';

/** Headers of ours that a web page may read: for its session, and to begin to authorise. */
const EXPOSED = ['Mcp-Session-Id', 'WWW-Authenticate'];

/** What a browser may be told about requests; `Mcp-Param-*` names are the tools' own. */
const HEADER_NAMES = /^[\w\-, ]{1,2000}$/;

/** Seconds that a browser may remember a preflight. */
const PREFLIGHT_AGE = '7200';

/** The headers of a response, on either platform. */
export interface ResponseHead {
  getHeader(name: string): unknown;
  setHeader(name: string, value: string): unknown;
}

/** What CORS there is: the app's, completed, or ours where the app has none and asks for it. */
export class Cors {
  readonly #enabled: boolean;
  readonly #guard: OriginGuard;

  /** @param enabled the option `http.cors`: answer allowed origins where the app's CORS does not */
  constructor(enabled: boolean, guard: OriginGuard) {
    this.#enabled = enabled;
    this.#guard = guard;
  }

  /** Completes the head of whatever answer follows; called after the app's middleware. */
  apply(port: { readonly head: ResponseHead }, { origin }: IncomingHttpHeaders): void {
    if (origin === undefined) return;
    const { head } = port;
    const isAppsBusiness = head.getHeader('access-control-allow-origin') !== undefined;
    if (!isAppsBusiness) {
      if (!this.#enabled || !this.#guard.isOriginAllowed(origin)) return;
      head.setHeader('access-control-allow-origin', origin);
      append(head, 'vary', ['Origin']);
    }
    append(head, 'access-control-expose-headers', EXPOSED);
  }

  /** The headers of a preflight's answer; undefined where it is not ours to answer. */
  preflight(headers: IncomingHttpHeaders): Record<string, string> | undefined {
    if (!this.#enabled || headers['access-control-request-method'] === undefined) return undefined;
    const wanted = headers['access-control-request-headers'] ?? '';
    return {
      'access-control-allow-methods': 'GET, POST, DELETE, OPTIONS',
      'access-control-allow-headers': HEADER_NAMES.test(wanted) ? wanted : 'content-type',
      'access-control-max-age': PREFLIGHT_AGE,
    };
  }
}

/** Adds to a comma-separated header what it does not name yet. */
export function append(head: ResponseHead, name: string, values: readonly string[]): void {
  const current = listOf(head.getHeader(name));
  if (current.includes('*')) return;
  const known = new Set(current.map((one) => one.toLowerCase()));
  const missing = values.filter((one) => !known.has(one.toLowerCase()));
  head.setHeader(name, [...current, ...missing].join(', '));
}

function listOf(value: unknown): string[] {
  const text = Array.isArray(value) ? value.join(',') : typeof value === 'string' ? value : '';
  return text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');
}
