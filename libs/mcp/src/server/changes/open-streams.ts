import { ProtocolError } from '../../errors/protocol.error.js';

/** One stream that is open. */
export interface OpenStream {
  /** Resolves when the stream is over, to whether the server ended it. */
  readonly ended: Promise<boolean>;
  /** The peer has gone or cancelled. */
  leave(): void;
  /** The server ends it. */
  end(): void;
}

/** Streams that are open until somebody ends them. */
export class OpenStreams {
  readonly #ends = new Set<() => void>();
  #closing = false;

  /** @param limit streams at once */
  constructor(private readonly limit: number) {}

  get size(): number {
    return this.#ends.size;
  }

  /**
   * @param signal aborts when the peer has gone
   * @throws ProtocolError `MCP_SHUTTING_DOWN` or `MCP_OVERLOADED`
   */
  open(signal: AbortSignal): OpenStream {
    if (this.#closing) throw new ProtocolError('MCP_SHUTTING_DOWN', 'The server is shutting down');
    if (this.#ends.size >= this.limit) {
      throw new ProtocolError('MCP_OVERLOADED', 'Too many open streams; try again later');
    }
    let settle!: (endedByServer: boolean) => void;
    const over = new Promise<boolean>((resolve) => {
      settle = resolve;
    });
    const end = () => settle(true);
    const leave = () => settle(false);
    this.#ends.add(end);
    signal.addEventListener('abort', leave, { once: true });
    if (signal.aborted) leave();
    const ended = over.finally(() => {
      this.#ends.delete(end);
      signal.removeEventListener('abort', leave);
    });
    return { ended, leave, end };
  }

  /** Ends them all, and lets no new one begin. */
  close(): void {
    this.#closing = true;
    for (const end of this.#ends) end();
  }
}
