import { FAULTS, type FaultName } from '../../../src/protocol/error-codes.js';

/** What a mutant must be answered; said by whoever made it, before anything is sent. */
export interface Verdict {
  /**
   * `result`, `isError <CODE>`, the code of a protocol fault, `batch`, `silence`, or `not ours`
   * where the request never comes to the endpoint.
   */
  readonly outcome: string;
  /** Of HTTP. */
  readonly status: number;
  /** Undefined: there is no message that could bear one. */
  readonly id?: unknown;
}

export function told(outcome: string, status: number, id: unknown): Verdict {
  return { outcome, status, id };
}

/** @param id null where the request's cannot be known */
export function fault(code: FaultName, id: unknown, status: number = FAULTS[code].http): Verdict {
  return { outcome: code, status, id };
}

/** A notification, a response: nothing is answered; HTTP says 202. */
export const SILENCE: Verdict = { outcome: 'silence', status: 202 };

/** The outcome of an answer, in the words of a verdict. */
export function outcomeOf(message: unknown): { outcome: string; id?: unknown } {
  if (message === undefined) return { outcome: 'silence' };
  if (Array.isArray(message)) return { outcome: 'batch' };
  const { id, error, result } = message as Record<string, Record<string, unknown> | undefined>;
  if (error) return { outcome: String((error['data'] as { code?: unknown })?.code), id };
  if (result?.['isError'] !== true) return { outcome: 'result', id };
  const meta = result['_meta'] as Record<string, { code: string }>;
  return { outcome: `isError ${meta['dev.toolport/error'].code}`, id };
}

/** What betrays the inside of a program, or is no answer for a program. */
const NEVER =
  /<html|<!doctype|<pre>|\bat [\w.<> ]+ \(|node:internal|node_modules|\.[cm]?[jt]s:\d|SECRET/i;

/** Whether an answer holds a stack, a page or a secret. */
export function leaks(text: string): boolean {
  return NEVER.test(text);
}
