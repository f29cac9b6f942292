import type { McpCallContext } from '../context/call-context.js';
import type { Implementation } from '../protocol/messages.js';

/** How the protocol server behaves; the module fills in what the user left out. */
export interface McpServerOptions {
  readonly info: Implementation;
  readonly instructions?: string;
  /** Calls at once; past it, `MCP_OVERLOADED`. @default 1000 */
  readonly maxInFlight?: number;
  /** Milliseconds that a call may take. @default none */
  readonly timeout?: number;
  /** Upper bound of every call's time, milliseconds. @default none */
  readonly maxTimeout?: number;
  /** Entries of one page of a list. @default lists are not paged */
  readonly pageSize?: number;
  /**
   * The guard of everything that is not a call (initialize, discover, lists, unknown names): runs
   * the app's global guards as the endpoint's handler; rejects with a `ProtocolError` 401 or 403.
   */
  readonly gate?: (call: McpCallContext, message: object) => Promise<void>;
  /** Told about errors that were masked on the wire. */
  readonly onMasked?: (error: unknown, reference: string) => void;
}
