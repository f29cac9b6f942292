import { isMcpError, McpError } from '../../errors/mcp.error.js';
import { isThenable, type Awaitable } from '../../wire/awaitable.js';
import { LONGEST_TIMER } from '../../wire/timers.js';
import type { RequestScope } from '../request-scope.js';
import type { McpServerOptions } from '../server.options.js';
import type { Abortable } from './abortable.js';

/** What can end a call early: its deadline, a cancel, the peer's leaving, the server's end. */
export class CallLimits implements Abortable {
  place?: number;
  /** Milliseconds since the epoch. */
  readonly deadline?: number;
  readonly #scope: RequestScope;
  readonly #timer?: NodeJS.Timeout;
  #onLeave?: () => void;
  /** Why the call was ended; undefined while it goes on. */
  #reason: unknown;
  #controller?: AbortController;
  #expired?: (reason: McpError) => void;

  /** @param timeout milliseconds; undefined: none */
  constructor(scope: RequestScope, timeout: number | undefined) {
    this.#scope = scope;
    scope.inFlight?.onCancel((reason) => this.abort(reason));
    if (timeout === undefined) return;
    this.deadline = Date.now() + timeout;
    this.#timer = setTimeout(() => this.#expire(timeout), Math.min(timeout, LONGEST_TIMER));
  }

  /**
   * Made when somebody looks: most calls end before. Over HTTP, where nothing but the peer's leaving
   * can end a call, the transport's own signal does (it also tells of the server's end).
   */
  get signal(): AbortSignal {
    const { context, inFlight } = this.#scope;
    if (!this.#timer && !inFlight && leavingCancels(this.#scope)) return context.signal;
    this.#controller ??= this.#connect();
    return this.#controller.signal;
  }

  abort(reason: unknown): void {
    this.#reason ??= reason;
    this.#controller?.abort(reason);
  }

  /**
   * Settles as `work` does, but rejects at the deadline: a method that ignores its signal must not
   * keep the caller waiting. Other aborts are left to `work`: nobody waits for their answer.
   */
  within<T>(work: Awaitable<T>): Awaitable<T> {
    if (!this.#timer || !isThenable(work)) return work;
    return new Promise<T>((resolve, reject) => {
      this.#expired = reject;
      work.then(resolve, reject);
    });
  }

  close(): void {
    clearTimeout(this.#timer);
    if (this.#onLeave) this.#scope.context.signal.removeEventListener('abort', this.#onLeave);
  }

  #connect(): AbortController {
    const controller = new AbortController();
    if (this.#reason !== undefined) controller.abort(this.#reason);
    else if (leavingCancels(this.#scope)) this.#followPeer(controller);
    return controller;
  }

  #followPeer(controller: AbortController): void {
    const { signal } = this.#scope.context;
    if (signal.aborted) return controller.abort(peerLeft(signal.reason));
    this.#onLeave = () => this.abort(peerLeft(signal.reason));
    signal.addEventListener('abort', this.#onLeave, { once: true });
  }

  #expire(timeout: number): void {
    const message = `The call took longer than ${timeout} ms`;
    const reason = new McpError('TIMEOUT', message, { status: 504 });
    this.abort(reason);
    this.#expired?.(reason);
  }
}

/** An end like any other: masked, each call that a peer leaves behind would write a stack to the log. */
function peerLeft(reason: unknown): McpError {
  if (isMcpError(reason)) return reason;
  const message = reason instanceof Error ? reason.message : 'The peer closed the connection';
  return new McpError('CANCELLED', message, { status: 499, cause: reason });
}

/**
 * Over HTTP, leaving is a cancel from 2026-07-28 on and was none before (2025-11-25, Transports: a
 * disconnection SHOULD NOT be interpreted as the client cancelling its request).
 */
function leavingCancels({ context, dialect }: RequestScope): boolean {
  return context.transport !== 'http' || dialect.stateless;
}

/**
 * Milliseconds that a call may take: the entry's own limit, else the server's; never more than the
 * transport or `maxTimeout` allow.
 */
export function timeoutOf(
  own: number | undefined,
  scope: RequestScope,
  options: McpServerOptions,
): number | undefined {
  return shorter(shorter(own ?? options.timeout, scope.context.timeout), options.maxTimeout);
}

function shorter(one: number | undefined, other: number | undefined): number | undefined {
  if (one === undefined) return other;
  return other === undefined ? one : Math.min(one, other);
}
