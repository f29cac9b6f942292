import type { RpcMessage } from '../protocol/json-rpc.js';

/** What came with a message beside its text. */
export interface TransportMessageExtra {
  /** HTTP request headers, lower-case names. */
  readonly headers?: Readonly<Record<string, string | string[] | undefined>>;
}

/**
 * A pipe of messages, for both ends; shaped as the official SDK's, so that theirs and ours are
 * interchangeable. It knows no method names.
 */
export interface Transport {
  /** Begins to deliver messages to `onmessage`. */
  start(): Promise<void>;
  /** Resolves when there is room for the next message; an array is a batch (2025-03-26 only). */
  send(message: RpcMessage | readonly RpcMessage[]): Promise<void>;
  close(): Promise<void>;
  onmessage?: (message: RpcMessage, extra?: TransportMessageExtra) => void;
  onclose?: () => void;
  onerror?: (error: Error) => void;
}
