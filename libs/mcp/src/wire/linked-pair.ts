import type { RpcMessage } from '../protocol/json-rpc.js';
import type { Transport } from './transport.js';

/**
 * Two transports back to back, in memory: what one sends, the other receives, in order, never within
 * the call that sends it. What arrives before `start()` waits.
 *
 * Messages are handed over as they are, not copied: both ends treat them as immutable.
 */
export function createLinkedPair(): readonly [Transport, Transport] {
  const one = new LinkedEnd();
  const other = new LinkedEnd();
  one.link(other);
  other.link(one);
  return [one, other];
}

class LinkedEnd implements Transport {
  onmessage?: Transport['onmessage'];
  onclose?: Transport['onclose'];
  onerror?: Transport['onerror'];
  #peer!: LinkedEnd;
  #closed = false;
  #begin!: () => void;
  readonly #started = new Promise<void>((resolve) => (this.#begin = resolve));
  #last: Promise<void> = this.#started;

  link(peer: LinkedEnd): void {
    this.#peer = peer;
  }

  async start(): Promise<void> {
    this.#begin();
  }

  async send(message: RpcMessage | readonly RpcMessage[]): Promise<void> {
    if (this.#closed) throw new Error('The transport is closed');
    await this.#peer.#deliver(message);
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#begin();
    this.onclose?.();
    await this.#peer.close();
  }

  /** Resolves when the receiver has taken it: that is when there is room for the next. */
  #deliver(message: RpcMessage | readonly RpcMessage[]): Promise<void> {
    this.#last = this.#last.then(() => {
      if (!this.#closed) this.#receive(message);
    });
    return this.#last;
  }

  #receive(message: RpcMessage | readonly RpcMessage[]): void {
    try {
      // No frame holds a batch together here.
      const messages = 'length' in message ? message : [message];
      for (const one of messages) this.onmessage?.(one);
    } catch (error) {
      this.onerror?.(error instanceof Error ? error : new Error(String(error)));
    }
  }
}
