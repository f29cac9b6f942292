import { isJsonObject } from '../protocol/json-rpc.js';
import type { Languages } from './languages.js';
import type { MessageValues } from './message-source.js';

/** A failure that is told to a caller. */
export interface Failure {
  readonly code: string;
  readonly message: string;
  readonly details?: unknown;
}

/**
 * The words of a failure in a language: the message `errors.<CODE>`, in which `{message}` stands for
 * the original words and `{name}` for a detail.
 *
 * @returns undefined where the language has no words for the code
 */
export function failureWords(
  { code, message, details }: Failure,
  language: string,
  languages: Languages,
): string | undefined {
  const own: MessageValues = isJsonObject(details) ? details : {};
  const translated = languages.message(`errors.${code}`, language, { ...own, code, message });
  return translated === undefined ? undefined : withReference(translated, message);
}

/** What was masked is found in the log by its reference: it must survive every translation. */
function withReference(translated: string, original: string): string {
  const reference = /\(ref [\w-]+\)/.exec(original)?.[0];
  if (reference === undefined || translated.includes(reference)) return translated;
  return `${translated} ${reference}`;
}
