const BRAND = Symbol.for('toolport.McpError');

/**
 * Codes of the application's own: once the first is declared, the compiler takes no others in
 * `new McpError()` but these and `McpOperationCode`. Until then any code will do.
 *
 * @example
 * declare module 'nest-toolport' {
 *   interface McpErrorCodes {
 *     OUT_OF_STOCK: true;
 *   }
 * }
 */
// oxlint-disable-next-line typescript/no-empty-object-type
export interface McpErrorCodes {}

/** Codes that Toolport itself gives a failed operation. */
export type McpOperationCode =
  | 'BAD_REQUEST'
  | 'VALIDATION_FAILED'
  | 'UNAUTHORIZED'
  | 'FORBIDDEN'
  | 'NOT_FOUND'
  | 'CONFLICT'
  | 'UNPROCESSABLE'
  | 'TOO_MANY_REQUESTS'
  | 'TIMEOUT'
  | 'CANCELLED'
  | 'RESULT_TOO_LARGE'
  | 'INPUT_UNAVAILABLE'
  | 'INPUT_REFUSED'
  | 'INPUT_INVALID'
  | 'INTERNAL';

/** What may be the code of an `McpError`: see `McpErrorCodes`. */
export type McpErrorCode = [keyof McpErrorCodes] extends [never]
  ? string
  : // oxlint-disable-next-line typescript/no-redundant-type-constituents -- the application fills it
    keyof McpErrorCodes | McpOperationCode;

/** What an `McpError` may say beside its code and message. */
export interface McpErrorOptions extends ErrorOptions {
  /** HTTP status that fits the fault, reported in `_meta`; default 500. */
  readonly status?: number;
  /** Anything that helps the caller to mend the call; sent as it is, so keep secrets out. */
  readonly details?: unknown;
}

/**
 * A failure whose code and message the caller may read: thrown in a tool it becomes a result with
 * `isError` and the text `<code>: <message>` (every other error is masked).
 *
 * @example throw new McpError('OUT_OF_STOCK', 'Only 3 left', { status: 409, details: { left: 3 } });
 */
export class McpError extends Error {
  /** Upper-case token, stable over releases: the machine-readable half. */
  readonly code: string;
  /** HTTP status that fits the fault. */
  readonly status: number;
  /** Sent to the caller as it is. */
  readonly details?: unknown;

  constructor(code: McpErrorCode, message: string, options: McpErrorOptions = {}) {
    super(message, options);
    this.name = new.target.name;
    this.code = code;
    this.status = options.status ?? 500;
    if (options.details !== undefined) this.details = options.details;
    Object.defineProperty(this, BRAND, { value: true });
  }
}

/** Recognised by mark, not by class: an application may hold two copies of this package. */
export function isMcpError(value: unknown): value is McpError {
  return (
    typeof value === 'object' && value !== null && (value as { [BRAND]?: true })[BRAND] === true
  );
}
