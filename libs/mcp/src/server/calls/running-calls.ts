import { McpError } from '../../errors/mcp.error.js';
import { ProtocolError } from '../../errors/protocol.error.js';
import { Roll } from '../../wire/roll.js';
import type { Abortable } from './abortable.js';
import { WaitingCalls } from './waiting-calls.js';

/** The calls that run right now: how many may, and how they end when the server stops. */
export class RunningCalls {
  readonly #running = new Roll<Abortable>();
  readonly #waiting: WaitingCalls;
  #closing = false;
  #idle?: () => void;

  /**
   * @param limit calls at once
   * @param waiting calls that may wait for an answer beside them
   */
  constructor(
    private readonly limit: number,
    waiting: number,
  ) {
    this.#waiting = new WaitingCalls(waiting);
  }

  get size(): number {
    return this.#running.size;
  }

  /** @throws ProtocolError `MCP_SHUTTING_DOWN` or `MCP_OVERLOADED` */
  enter(call: Abortable): void {
    if (this.#closing) throw new ProtocolError('MCP_SHUTTING_DOWN', 'The server is shutting down');
    if (this.#running.size >= this.limit) {
      throw new ProtocolError('MCP_OVERLOADED', 'Too many calls at once; try again later');
    }
    this.#running.add(call);
  }

  /**
   * A call that waits for its caller's answer: it is not counted as running, and ends when a drain
   * begins.
   *
   * @returns the function that ends the waiting
   * @throws ProtocolError `MCP_OVERLOADED`
   */
  wait(call: Abortable, peer: unknown): () => void {
    if (this.#closing) call.abort(shuttingDown());
    return this.#waiting.enter(call, peer);
  }

  leave(call: Abortable): void {
    this.#running.delete(call);
    if (this.#running.size === 0) this.#idle?.();
  }

  /** Refuses new calls, waits up to `timeout` milliseconds for the running ones, aborts the rest. */
  async drain(timeout: number): Promise<void> {
    this.#closing = true;
    this.#waiting.abort(shuttingDown());
    if (this.#running.size === 0) return;
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.#idle = resolve;
      timer = setTimeout(resolve, timeout);
    });
    clearTimeout(timer);
    for (const call of this.#running) call.abort(shuttingDown());
  }
}

/** Why a call ends with its server, or with its channel. */
export function shuttingDown(): McpError {
  return new McpError('CANCELLED', 'The server is shutting down', { status: 503 });
}
