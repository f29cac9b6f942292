import type { RequestId, RpcResponse } from '../../protocol/json-rpc.js';

/** Which list has changed. */
export type ChangedList = 'tools' | 'prompts' | 'resources';

/** Who sent something: what was presented, and what the guards made of it. */
export interface Identity {
  readonly presented: string;
  readonly principal: string;
}

/** What replicas tell each other. */
export type BusMessage =
  | { readonly kind: 'list-changed'; readonly list: ChangedList }
  | { readonly kind: 'resource-updated'; readonly uri: string }
  /** A session's memory has changed; `ended`: it is over. */
  | { readonly kind: 'session'; readonly session: string; readonly record: SessionRecord }
  /** A session's stream was opened; older ones of the same session end. */
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

/** What arises in a session after it was opened. */
export interface SessionRecord {
  readonly ended?: boolean;
  readonly logLevel?: string;
  /** URIs. */
  readonly subscriptions?: readonly string[];
}

/**
 * How the replicas of a server know of each other's doings: messages to all, and a small memory that
 * outlives a process. Whoever can write to it is trusted.
 */
export interface McpBus {
  /** Whether other processes hear it. */
  readonly shared: boolean;
  /** Reaches every listener of every replica, one's own included; may be lost while disconnected. */
  publish(message: BusMessage): Promise<void>;
  /** Gives back the function that ends it. */
  subscribe(listener: (message: BusMessage) => void): () => void;
  /** Keeps a value for every replica. @param ttl milliseconds until it may be forgotten */
  write(key: string, value: object, ttl: number): Promise<void>;
  /** What was written last; undefined where there is nothing. */
  read(key: string): Promise<unknown>;
}
