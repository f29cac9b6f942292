import { McpError } from '../../errors/mcp.error.js';
import type { RequestScope } from '../request-scope.js';
import type { McpServerOptions } from '../server.options.js';
import type { Abortable } from './running-calls.js';

/** Node fires timers beyond this at once. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** What can end a call early: its deadline, a cancel, the peer's leaving, the server's end. */
export class CallLimits implements Abortable {
  readonly signal: AbortSignal;
  /** Milliseconds since the epoch. */
  readonly deadline?: number;
  readonly #controller = new AbortController();
  readonly #sources: AbortSignal[] = [];
  readonly #timer?: NodeJS.Timeout;
  #expired?: (reason: McpError) => void;
  readonly #onAbort = () => this.abort(this.#sources.find((source) => source.aborted)?.reason);

  /** @param timeout milliseconds; undefined: none */
  constructor(scope: RequestScope, timeout: number | undefined) {
    this.signal = this.#controller.signal;
    if (scope.inFlight) this.#follow(scope.inFlight.signal);
    if (leavingCancels(scope)) this.#follow(scope.context.signal);
    if (timeout === undefined) return;
    this.deadline = Date.now() + timeout;
    this.#timer = setTimeout(() => this.#expire(timeout), Math.min(timeout, LONGEST_TIMER));
  }

  abort(reason: unknown): void {
    this.#controller.abort(reason);
  }

  /** Settles as `work` does, but rejects at the deadline: a method that ignores its signal must not
   * keep the caller waiting. Other aborts are left to `work`: nobody waits for their answer. */
  within<T>(work: Promise<T>): Promise<T> {
    if (!this.#timer) return work;
    return new Promise<T>((resolve, reject) => {
      this.#expired = reject;
      work.then(resolve, reject);
    });
  }

  close(): void {
    clearTimeout(this.#timer);
    for (const source of this.#sources) source.removeEventListener('abort', this.#onAbort);
  }

  #expire(timeout: number): void {
    const reason = timedOut(timeout);
    this.abort(reason);
    this.#expired?.(reason);
  }

  #follow(source: AbortSignal): void {
    this.#sources.push(source);
    if (source.aborted) this.abort(source.reason);
    else source.addEventListener('abort', this.#onAbort, { once: true });
  }
}

/**
 * Over HTTP, leaving is a cancel from 2026-07-28 on and was none before (2025-11-25, Transports: a
 * disconnection SHOULD NOT be interpreted as the client cancelling its request).
 */
function leavingCancels({ context, dialect }: RequestScope): boolean {
  return context.transport !== 'http' || dialect.stateless;
}

/** Milliseconds that a call may take: the tool's own limit, else the server's; never more than the
 * transport or `maxTimeout` allow. */
export function timeoutOf(
  own: number | undefined,
  scope: RequestScope,
  options: McpServerOptions,
): number | undefined {
  const limits = [own ?? options.timeout, scope.context.timeout, options.maxTimeout];
  const set = limits.filter((limit) => limit !== undefined);
  return set.length === 0 ? undefined : Math.min(...set);
}

function timedOut(timeout: number): McpError {
  return new McpError('TIMEOUT', `The call took longer than ${timeout} ms`, { status: 504 });
}
