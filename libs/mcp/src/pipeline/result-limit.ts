import { McpError } from '../errors/mcp.error.js';

/** Bytes of one result, unless the module says otherwise. */
export const DEFAULT_RESULT_LIMIT = 4 * 1024 * 1024;

/** The answer is larger than one result may be; the caller is told how to ask for less. */
export class ResultTooLargeError extends McpError {
  constructor(limit: number) {
    super(
      'RESULT_TOO_LARGE',
      `The answer is larger than ${limit} bytes: ask for a smaller part of it`,
    );
  }
}
