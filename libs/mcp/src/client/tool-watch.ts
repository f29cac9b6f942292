import type { Client, McpSubscription } from '@modelcontextprotocol/client';
import { backoffDelay } from './backoff.js';
import { isNetworkFailure } from './to-remote-error.js';

/** A stream that held this long was a good one: the next wait is a short one again. */
const STEADY = 30_000;
const WAITS = { initialDelay: 1000, maxDelay: 30_000, factor: 2, jitter: 0.5 };

export interface ToolWatchEvents {
  readonly onChange: () => void;
  /** The server cannot be reached any more. */
  readonly onGone: (error: unknown) => void;
}

/**
 * Hears of changes of the server's tools: by a subscription that is opened anew when it ends
 * (2026-07-28), before that by notifications that come unasked.
 */
export class ToolWatch {
  #subscription: McpSubscription | undefined;
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;
  #failures = 0;

  constructor(
    private readonly client: Client,
    private readonly events: ToolWatchEvents,
  ) {}

  /** @param patience milliseconds; without a subscription by then, the server is used without one */
  async start(patience: number, signal: AbortSignal): Promise<void> {
    if (!this.client.getServerCapabilities()?.tools?.listChanged) return;
    this.client.setNotificationHandler('notifications/tools/list_changed', () =>
      this.events.onChange(),
    );
    if (this.client.getProtocolEra() !== 'modern') return;
    try {
      await this.#subscribe(patience, signal);
    } catch (error) {
      if (signal.aborted) throw error;
      this.#subscribeLater(patience);
    }
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
    void this.#subscription?.close().catch(() => {});
  }

  async #subscribe(patience: number, signal?: AbortSignal): Promise<void> {
    const opened = performance.now();
    const filter = { toolsListChanged: true };
    const subscription = await this.client.listen(filter, { timeout: patience, signal });
    this.#subscription = subscription;
    if (this.#stopped) return subscription.close();
    void subscription.closed.then(() => {
      if (performance.now() - opened > STEADY) this.#failures = 0;
      this.#subscribeLater(patience);
    });
  }

  #subscribeLater(patience: number): void {
    if (this.#stopped) return;
    this.#timer = setTimeout(
      () => {
        this.#subscribe(patience).then(
          // What changed in between was not told.
          () => this.events.onChange(),
          (error: unknown) => {
            if (isNetworkFailure(error)) this.events.onGone(error);
            else this.#subscribeLater(patience);
          },
        );
      },
      backoffDelay(this.#failures++, WAITS),
    );
    this.#timer.unref();
  }
}
