import { ProtocolError } from '../../errors/protocol.error.js';
import { Roll } from '../../wire/roll.js';
import type { Abortable } from './abortable.js';

/** One in so many may be of the same peer: one that leaves its questions open shuts out no other. */
const SHARE = 10;

/** The calls that wait for their callers' answers; their arguments stay in memory as long. */
export class WaitingCalls {
  readonly #calls = new Roll<Abortable>();
  readonly #byPeer = new Map<unknown, number>();

  /** @param limit calls that may wait at once */
  constructor(private readonly limit: number) {}

  /**
   * @param peer what all messages of one connection, or session, have in common
   * @returns the function that ends the waiting
   * @throws ProtocolError `MCP_OVERLOADED`
   */
  enter(call: Abortable, peer: unknown): () => void {
    const waiting = this.#byPeer.get(peer) ?? 0;
    if (this.#calls.size >= this.limit || waiting >= Math.ceil(this.limit / SHARE)) {
      const message = 'Too many questions are unanswered; answer some, or try again later';
      throw new ProtocolError('MCP_OVERLOADED', message);
    }
    this.#calls.add(call);
    this.#byPeer.set(peer, waiting + 1);
    return () => this.#leave(call, peer);
  }

  abort(reason: unknown): void {
    for (const call of this.#calls) call.abort(reason);
  }

  #leave(call: Abortable, peer: unknown): void {
    this.#calls.delete(call);
    const left = (this.#byPeer.get(peer) ?? 1) - 1;
    // A key that stays would keep every peer that ever was.
    if (left > 0) this.#byPeer.set(peer, left);
    else this.#byPeer.delete(peer);
  }
}
