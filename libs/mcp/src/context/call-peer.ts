import type { InputRequest } from '../protocol/input-requests.js';
import type { LogLevel } from '../protocol/messages.js';

/** The caller's end of a running call, as the context needs it; the server supplies it. */
export interface CallPeer {
  progress(progress: number, total?: number, message?: string): void;
  log(level: LogLevel, data: unknown, logger?: string): void;
  /** Every guard has let the call pass; `call.caller` is who they say it is. */
  admitted?(call: { readonly caller: unknown }): void;
  /**
   * The answer to a question; absent where there is nobody to ask.
   *
   * @param key tells the questions of one call apart, over all its rounds
   * @throws an input request where the answer is not there yet
   */
  ask?(request: InputRequest, key: string | undefined, caller: unknown): Promise<unknown>;
  /** Keys of the answers that are at hand in this round; absent where nothing can be asked. */
  answered?(): readonly string[];
}

/** A peer that hears nothing: REST, tests, and callers that asked for nothing. */
export const SILENT_PEER: CallPeer = { progress: () => {}, log: () => {} };
