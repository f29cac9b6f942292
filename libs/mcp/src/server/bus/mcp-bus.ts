import type { RequestId, RpcResponse } from '../../protocol/json-rpc.js';

/** Which list has changed. */
export type ChangedList = 'tools' | 'prompts' | 'resources';

/** Who sent something: what was presented, and what the guards made of it. */
export interface Identity {
  /** What stands for the credentials that it came with. */
  readonly presented: string;
  /** What stands for the user whom the guards named. */
  readonly principal: string;
}

/** What replicas tell each other. */
export type BusMessage =
  | { readonly kind: 'list-changed'; readonly list: ChangedList }
  | { readonly kind: 'resource-updated'; readonly uri: string }
  /** A session's memory has changed. */
  | { readonly kind: 'session'; readonly session: string; readonly change: MemoryChange }
  /** A session's stream was opened; those whose opening was heard before it end. */
  | { readonly kind: 'stream-opened'; readonly session: string; readonly stream: string }
  | {
      readonly kind: 'answered';
      readonly session: string;
      readonly from: Identity;
      readonly response: RpcResponse;
    }
  | {
      readonly kind: 'cancelled';
      readonly session: string;
      readonly from: Identity;
      readonly requestId: RequestId;
      readonly reason?: string;
    };

/** Members that are set, or taken out (null); all others stay as they are. */
export type MemoryChange = Readonly<Record<string, string | null>>;

/**
 * How the replicas of a server know of each other's doings: messages to all, and a small memory that
 * outlives a process. Whoever can write to it is trusted.
 */
export interface McpBus {
  /** Whether other processes hear it. */
  readonly shared: boolean;
  /**
   * Reaches every listener of every replica, one's own included, all in one order; may be lost while
   * disconnected.
   */
  publish(message: BusMessage): Promise<void>;
  /** Gives back the function that ends it. */
  subscribe(listener: (message: BusMessage) => void): () => void;
  /**
   * Changes some members of what is remembered under a key, in one step: what replicas change at the
   * same time must not undo each other.
   *
   * @param ttl milliseconds until all of it may be forgotten
   */
  change(key: string, change: MemoryChange, ttl: number): Promise<void>;
  /** All members; none where nothing is remembered. */
  read(key: string): Promise<Readonly<Record<string, string>>>;
  /** Ends its connections; `McpModule` calls it once, when the application has shut down. */
  close?(): Promise<void>;
}
