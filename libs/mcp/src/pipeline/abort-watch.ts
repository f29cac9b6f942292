import { Logger } from '@nestjs/common';
import { connectLater, neverConnect, type Connectable } from '../wire/connect-later.js';
import type { McpCallContext } from '../context/call-context.js';

/**
 * How long an aborted chain may take to roll back, milliseconds. Past it the caller is answered
 * all the same.
 */
const ROLLBACK_TIME = 5_000;

/**
 * What an abort does to one running call.
 *
 * It enters the chain where it hurts least: the innermost running method fails with the reason, so
 * that the error travels outwards and a transaction rolls back on its way. Only where nothing inside
 * is running, or the chain does not come back in time, is the call given up from outside.
 */
export class AbortWatch implements Connectable {
  unconnected?: boolean;
  #signal?: AbortSignal;
  #fail?: (reason: unknown) => void;
  #unsubscribe?: () => void;
  #timer?: NodeJS.Timeout;
  #interrupted = false;

  /** @param giveUp answers the call; later results of it are of no interest */
  constructor(
    private readonly call: McpCallContext,
    private readonly giveUp: (reason: unknown) => void,
  ) {
    connectLater(this);
  }

  /** Whether the abort came before the call was over: what the chain makes of it does not count. */
  get interrupted(): boolean {
    return this.#interrupted;
  }
  get reason(): unknown {
    return this.#signal?.reason;
  }

  /** Nobody waits for the answer any more: what has not begun must not begin. */
  throwIfAborted(): void {
    if (this.#interrupted) throw this.reason;
  }

  /** The method is running: an abort makes it fail. Undefined: it is over. */
  whileRunning(fail: ((reason: unknown) => void) | undefined): void {
    this.#fail = fail;
  }

  /** How the chain of interceptors is torn down, should it not come back by itself. */
  whileSubscribed(unsubscribe: () => void): void {
    this.#unsubscribe = unsubscribe;
  }

  connect(): void {
    const signal = (this.#signal = this.call.signal);
    if (signal.aborted) this.#onAbort();
    else signal.addEventListener('abort', this.#onAbort, { once: true });
  }

  /** The call is over. */
  stop(): void {
    neverConnect(this);
    this.#signal?.removeEventListener('abort', this.#onAbort);
    clearTimeout(this.#timer);
  }

  readonly #onAbort = (): void => {
    this.#interrupted = true;
    if (!this.#fail) return this.#endOutside();
    this.#timer = setTimeout(() => this.#endOutside(), ROLLBACK_TIME);
    this.#timer.unref();
    tearDown(() => this.#fail?.(this.reason));
  };

  #endOutside(): void {
    this.giveUp(this.reason);
    tearDown(() => this.#unsubscribe?.());
  }
}

const log = new Logger('Toolport');

/**
 * Here the app's own code runs (`finalize()` for one), and nobody is left to be told what it throws: from
 * the listener of an abort, an error would end the process.
 */
function tearDown(work: () => void): void {
  try {
    work();
  } catch (error) {
    log.error('A call that was aborted could not be torn down', error);
  }
}
