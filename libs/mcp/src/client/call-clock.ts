import { RemoteError } from './remote.error.js';

export interface CallClockOptions {
  /** Whose call it is, for the message. */
  readonly what: string;
  /** Milliseconds of silence. */
  readonly timeout: number;
  /** Milliseconds in all. */
  readonly maxTimeout: number;
  /** The caller's own signal. */
  readonly signal?: AbortSignal;
  /** True while a person is being asked: such silence is not the server's. */
  readonly isPaused?: () => boolean;
}

/**
 * One call's patience: from the wait for its turn to the answer, retries included.
 *
 * The SDK's own limits cover one request, and its maximum is only looked at when progress arrives.
 */
export class CallClock {
  readonly #controller = new AbortController();
  readonly #end: number;
  #silentUntil: number;
  #timer: NodeJS.Timeout | undefined;
  #onOuterAbort: (() => void) | undefined;

  constructor(private readonly options: CallClockOptions) {
    const now = performance.now();
    this.#end = now + options.maxTimeout;
    this.#silentUntil = now + options.timeout;
    this.#follow(options.signal);
    if (!this.signal.aborted) this.#arm(now);
  }

  /** Fires with a RemoteError: `REMOTE_TIMEOUT` or `CANCELLED`. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Progress: the silence is counted anew. */
  touch(): void {
    this.#silentUntil = performance.now() + this.options.timeout;
  }

  /** Ends the call for a reason of our own. */
  cancel(reason: RemoteError): void {
    if (!this.signal.aborted) this.#abort(reason);
  }

  /** Must be called when the call is over: a clock holds a timer and a listener. */
  stop(): void {
    clearTimeout(this.#timer);
    if (this.#onOuterAbort) this.options.signal?.removeEventListener('abort', this.#onOuterAbort);
  }

  #follow(outer: AbortSignal | undefined): void {
    if (!outer) return;
    const cancel = () => {
      const message = `${this.options.what} was cancelled`;
      this.#abort(new RemoteError('CANCELLED', message, { cause: outer.reason }));
    };
    if (outer.aborted) return cancel();
    this.#onOuterAbort = cancel;
    outer.addEventListener('abort', cancel, { once: true });
  }

  /** One timer per call: when it fires early, because of progress, it is set again. */
  #arm(now: number): void {
    const next = Math.min(this.#end, this.#silentUntil);
    this.#timer = setTimeout(() => this.#look(), Math.max(1, next - now));
  }

  #look(): void {
    const now = performance.now();
    if (this.options.isPaused?.()) this.touch();
    if (now >= this.#end) return this.#timeOut(`in ${this.options.maxTimeout} ms in all`);
    if (now >= this.#silentUntil) return this.#timeOut(`for ${this.options.timeout} ms`);
    this.#arm(now);
  }

  #timeOut(howLong: string): void {
    this.#abort(new RemoteError('REMOTE_TIMEOUT', `No answer to ${this.options.what} ${howLong}`));
  }

  #abort(reason: RemoteError): void {
    clearTimeout(this.#timer);
    this.#controller.abort(reason);
  }
}
