import { FAULTS, type FaultName } from '../protocol/error-codes.js';
import { McpError } from './mcp.error.js';

const BRAND = Symbol.for('toolport.ProtocolError');

/** How a protocol fault differs from its row in the table. */
export interface ProtocolErrorOptions extends ErrorOptions {
  /** Further members of JSON-RPC `error.data`, beside `code`. */
  readonly data?: Readonly<Record<string, unknown>>;
  /** JSON-RPC code, where a revision differs from the table. */
  readonly rpc?: number;
  /** HTTP status, where a revision differs from the table. */
  readonly status?: number;
  /** HTTP headers of the answer, e.g. `www-authenticate`. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * A fault of the conversation itself: goes out as a JSON-RPC error, never as a tool's result.
 *
 * `code` is a row of `FAULTS` and is repeated in `error.data.code`.
 */
export class ProtocolError extends McpError {
  /** A row of the table of faults. */
  declare readonly code: FaultName;
  /** JSON-RPC `error.code`. */
  readonly rpc: number;
  /** JSON-RPC `error.data`. */
  readonly data: Readonly<Record<string, unknown>>;
  /** HTTP headers of the answer. */
  readonly headers?: Readonly<Record<string, string>>;

  constructor(code: FaultName, message: string, options: ProtocolErrorOptions = {}) {
    super(code, message, { cause: options.cause, status: options.status ?? FAULTS[code].http });
    this.rpc = options.rpc ?? FAULTS[code].rpc;
    this.data = { code, ...options.data };
    if (options.headers) this.headers = options.headers;
    Object.defineProperty(this, BRAND, { value: true });
  }
}

/** Recognised by mark, not by class: an application may hold two copies of this package. */
export function isProtocolError(value: unknown): value is ProtocolError {
  return (
    typeof value === 'object' && value !== null && (value as { [BRAND]?: true })[BRAND] === true
  );
}
