import { McpError } from '../errors/mcp.error.js';
import type { RequestId } from '../protocol/json-rpc.js';

/** One request under way on a channel that can cancel it. */
export class InFlight {
  /** Set by a cancel; from then on nothing is sent for this request. */
  cancelled = false;
  #reason: unknown;
  #listener?: (reason: unknown) => void;
  #draining = false;
  #onDrain?: () => void;

  constructor(
    readonly id: RequestId,
    readonly method: string,
  ) {}

  cancel(reason: unknown): void {
    if (this.cancelled) return;
    this.cancelled = true;
    this.#reason = reason;
    this.#listener?.(reason);
  }

  /** Tells `listener` of the cancel, also of one that has been; a later listener replaces it. */
  onCancel(listener: (reason: unknown) => void): void {
    this.#listener = listener;
    if (this.cancelled) listener(this.#reason);
  }

  /** Its channel takes in no more: what waits for something to come waits in vain. */
  drain(): void {
    this.#draining = true;
    this.#onDrain?.();
  }

  /** Tells `listener` of the drain, also of one that has been; a later listener replaces it. */
  onDrain(listener: () => void): void {
    this.#onDrain = listener;
    if (this.#draining) listener();
  }
}

/** Why a call ends early. @param reason in the client's words */
export function cancelled(reason: string | undefined): McpError {
  const why = reason === undefined ? '' : `: ${reason}`;
  return new McpError('CANCELLED', `The client cancelled the request${why}`, { status: 499 });
}
