import type { RequestId } from '../protocol/json-rpc.js';

/** One request under way on a channel that can cancel it. */
export class InFlight {
  /** Set by a cancel; from then on nothing is sent for this request. */
  cancelled = false;
  readonly #controller = new AbortController();

  constructor(
    readonly id: RequestId,
    readonly method: string,
  ) {}

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  cancel(reason: unknown): void {
    this.cancelled = true;
    this.#controller.abort(reason);
  }
}
