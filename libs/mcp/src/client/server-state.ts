/**
 * Where a server's life is: `connecting` → `ready` → (lost) `failed` → `connecting` ...;
 * `unauthorized` waits for a login, `disabled` for a changed configuration, `closed` is the end.
 */
export type ServerState =
  'disabled' | 'connecting' | 'ready' | 'failed' | 'unauthorized' | 'closed';

/** What is known about one server; see `McpManager.health()`. */
export interface ServerHealth {
  /** Where the server's life is. */
  readonly state: ServerState;
  /** Why it is not ready. */
  readonly reason?: string;
  /** ISO 8601: when this state began. */
  readonly since: string;
  /** Failed attempts since it was last ready. */
  readonly failures: number;
  /** ISO 8601: when the next attempt is due. */
  readonly nextAttempt?: string;
  /** How many it offers. */
  readonly tools: number;
  /** Calls under way, and calls that wait for their turn. */
  readonly running: number;
  /** Calls that wait for their turn. */
  readonly waiting: number;
  /** `stdio`, `http`, `sse`, `websocket` or `in-process`. */
  readonly transport: string;
  /** The revision that both agreed on. */
  readonly protocolVersion?: string;
  /** As the server names itself. */
  readonly serverInfo?: { readonly name: string; readonly version: string };
}
