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
  /** Sends the whole answer; `body` is JSON text, absent where nothing is to be said. */
  answer(
    status: number,
    headers: Readonly<Record<string, string>>,
    body?: string | readonly Buffer[],
  ): void;
  /** Sends the head of a stream at once. */
  openStream(headers: Readonly<Record<string, string>>): EventSink;
  /** Called once when the connection closes, or has closed, before the answer was complete. */
  onAbandoned(listener: () => void): void;
}

/** The open body of a streamed answer. */
export interface EventSink {
  /** Resolves when there is room for the next. */
  write(text: string): Promise<void>;
  end(text: string): void;
}
