import type { MessageContext, ServerReply } from '../../../src/server/message-context.js';
import { checkOutgoing } from './check-outgoing.js';
import type { Json } from './talk.js';

/** An HTTP request whose answer stays open; whoever reads it decides when there is room. */
export class OpenExchange {
  readonly controller = new AbortController();
  readonly sent: Json[] = [];
  accepted = false;
  readonly context: MessageContext;
  #waiting: ((message: Json) => void)[] = [];
  #unread: Json[] = [];
  #blocked: Promise<void> | undefined;

  constructor(headers: Record<string, string> = {}, more: Partial<MessageContext> = {}) {
    this.context = {
      transport: 'http',
      headers,
      signal: this.controller.signal,
      accepted: () => {
        this.accepted = true;
      },
      send: (message) => this.#take(message),
      ...more,
    };
  }

  /** The next message that was sent and not read yet. */
  next(): Promise<Json> {
    const [first] = this.#unread.splice(0, 1);
    if (first) return Promise.resolve(first);
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Makes the peer a slow reader, until the function that comes back is called. */
  block(): () => void {
    let release = () => {};
    this.#blocked = new Promise((resolve) => {
      release = () => {
        this.#blocked = undefined;
        resolve();
      };
    });
    return () => release();
  }

  leave(): void {
    this.controller.abort(new Error('gone'));
  }

  async #take(message: unknown): Promise<void> {
    checkOutgoing(message);
    const copy = JSON.parse(JSON.stringify(message)) as Json;
    this.sent.push(copy);
    const waiting = this.#waiting.shift();
    if (waiting) waiting(copy);
    else this.#unread.push(copy);
    await this.#blocked;
  }
}

/** Whether `reply` has come by now, without waiting for anything but what is settled already. */
export async function isSettled(reply: Promise<ServerReply>): Promise<boolean> {
  const pending = Symbol('pending');
  const turn = new Promise((resolve) => setImmediate(resolve, pending));
  return (await Promise.race([reply, turn])) !== pending;
}
