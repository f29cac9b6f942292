/** Where the client side reports; Nest's `Logger` fits. */
export interface ClientLog {
  /** Steps that are of interest when something is wrong. */
  debug(message: string): void;
  /** A server is ready, or wrote something to stderr. */
  log(message: string): void;
  /** Something is wrong, and the application goes on. */
  warn(message: string): void;
  /** Something failed that nobody expected to. */
  error(message: string): void;
}

export const SILENT_LOG: ClientLog = { debug() {}, log() {}, warn() {}, error() {} };

const LONGEST_LINE = 2000;
/** Whole sequences (ECMA-48, CSI): without its ESC alone, `[32m` of a coloured log would stay. */
const COLOURS = /\p{Cc}\[[0-?]*[ -/]*[@-~]/gu;

/** One line that a server wrote, fit for a log: no control characters, no novel. */
export function loggable(line: string): string {
  const clean = line
    .replace(COLOURS, '')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim();
  return clean.length > LONGEST_LINE ? `${clean.slice(0, LONGEST_LINE)}...` : clean;
}
