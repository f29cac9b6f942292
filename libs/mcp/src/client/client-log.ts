/** Where the client side reports; Nest's `Logger` fits. */
export interface ClientLog {
  debug(message: string): void;
  log(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

export const SILENT_LOG: ClientLog = { debug() {}, log() {}, warn() {}, error() {} };

const LONGEST_LINE = 2000;

/** One line that a server wrote, fit for a log: no control characters, no novel. */
export function loggable(line: string): string {
  const clean = line.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  return clean.length > LONGEST_LINE ? `${clean.slice(0, LONGEST_LINE)}...` : clean;
}
