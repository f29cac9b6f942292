import type { IncomingHttpHeaders } from 'node:http';
import type { ResponseHead } from './cors.js';

/** One HTTP request with its response, as the exchange needs it; one class per platform. */
export interface HttpPort {
  /** The framework's request, as the app's guards know it. */
  readonly request: object;
  readonly headers: IncomingHttpHeaders;
  readonly remoteAddress: string | undefined;
  readonly head: ResponseHead;
  /** Whether `answer` takes bytes as well. */
  readonly takesBytes: boolean;
  /**
   * Whether nothing more can be answered: middleware that lost patience with a slow call has done it
   * (`connect-timeout` and its like), or the connection is gone.
   */
  readonly spent: boolean;
  /** Sends the whole answer; `body` is JSON text, absent where nothing is to be said. */
  answer(
    status: number,
    headers: Readonly<Record<string, string>>,
    body?: string | readonly Buffer[],
  ): void;
  /** Sends the head of a stream at once. */
  openStream(headers: Readonly<Record<string, string>>): EventSink;
  /** See `whenOver`. */
  onOver(listener: (answered: boolean) => void): void;
}

/** The open body of a streamed answer. */
export interface EventSink {
  /** Resolves when there is room for the next. */
  write(text: string): Promise<void>;
  end(text: string): void;
}
