import type { LogLevel } from '../protocol/messages.js';

/** The caller's end of a running call, as the context needs it; the server supplies it. */
export interface CallPeer {
  progress(progress: number, total?: number, message?: string): void;
  log(level: LogLevel, data: unknown, logger?: string): void;
}

/** A peer that hears nothing: REST, tests, and callers that asked for nothing. */
export const SILENT_PEER: CallPeer = { progress: () => {}, log: () => {} };
