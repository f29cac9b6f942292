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
export class AbortWatch {
  #fail?: (reason: unknown) => void;
  #unsubscribe?: () => void;
  #timer?: NodeJS.Timeout;
  #interrupted = false;
  readonly #onAbort = (): void => {
    const { reason } = this.signal;
    this.#interrupted = true;
    if (!this.#fail) return this.#giveUp(reason);
    this.#timer = setTimeout(() => this.#giveUp(reason), ROLLBACK_TIME);
    this.#timer.unref();
    this.#fail(reason);
  };

  /** @param giveUp answers the call; later results of it are of no interest */
  constructor(
    readonly signal: AbortSignal,
    private readonly giveUp: (reason: unknown) => void,
  ) {
    signal.addEventListener('abort', this.#onAbort, { once: true });
  }

  /** Whether the abort came before the call was over: whatever the chain made of it does not count. */
  get interrupted(): boolean {
    return this.#interrupted;
  }

  /** The method is running: an abort makes it fail. Undefined: it is over. */
  whileRunning(fail: ((reason: unknown) => void) | undefined): void {
    this.#fail = fail;
  }

  /** How the chain of interceptors is torn down, should it not come back by itself. */
  whileSubscribed(unsubscribe: (() => void) | undefined): void {
    this.#unsubscribe = unsubscribe;
  }

  /** The call is over. */
  stop(): void {
    this.signal.removeEventListener('abort', this.#onAbort);
    clearTimeout(this.#timer);
  }

  #giveUp(reason: unknown): void {
    this.giveUp(reason);
    this.#unsubscribe?.();
  }
}

/** Settles like `work`, or fails at once when the call is aborted. */
export function untilAborted<T>(work: PromiseLike<T>, watch: AbortWatch): Promise<T> {
  return new Promise((resolve, reject) => {
    watch.whileRunning(reject);
    work.then(
      (value) => {
        watch.whileRunning(undefined);
        resolve(value);
      },
      (error: unknown) => {
        watch.whileRunning(undefined);
        reject(error);
      },
    );
  });
}
