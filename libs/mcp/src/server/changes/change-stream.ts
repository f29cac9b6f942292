import type { RpcNotification, RpcParams } from '../../protocol/json-rpc.js';
import type { ChangedList } from '../bus/mcp-bus.js';

/** Something that a client may want to hear of. */
export type Change = { readonly list: ChangedList } | { readonly uri: string };

/** What a stream carries. */
export interface ChangeFilter {
  hears(change: Change): boolean;
}

/**
 * One client's notifications of changes. What it has not taken yet is kept once per list and URI, so
 * that a slow reader costs no more than what it asked for.
 */
export class ChangeStream {
  readonly #pending = new Map<string, Change>();
  /** Set as well before the stream has begun. */
  #sending = true;
  #closed = false;

  /**
   * @param send resolves when there is room for the next
   * @param meta of every notification, e.g. the subscription's id
   */
  constructor(
    private readonly filter: ChangeFilter,
    private readonly send: (notification: RpcNotification) => Promise<void>,
    private readonly meta?: RpcParams,
  ) {}

  offer(change: Change): void {
    if (this.#closed || !this.filter.hears(change)) return;
    this.#pending.set('uri' in change ? change.uri : change.list, change);
    if (!this.#sending) void this.#pump();
  }

  /** Begins to send, with what has changed since the stream was made. */
  start(): void {
    void this.#pump();
  }

  close(): void {
    this.#closed = true;
    this.#pending.clear();
  }

  async #pump(): Promise<void> {
    this.#sending = true;
    for (const [key, change] of this.#pending) {
      this.#pending.delete(key);
      try {
        await this.send(toNotification(change, this.meta));
      } catch {
        // The peer is gone; whoever owns the stream learns it by its signal.
        this.close();
      }
    }
    this.#sending = false;
  }
}

function toNotification(change: Change, meta: RpcParams | undefined): RpcNotification {
  const stamp = meta && { _meta: meta };
  if ('uri' in change) {
    const params = { ...stamp, uri: change.uri };
    return { jsonrpc: '2.0', method: 'notifications/resources/updated', params };
  }
  const method = `notifications/${change.list}/list_changed`;
  return { jsonrpc: '2.0', method, ...(stamp && { params: stamp }) };
}
