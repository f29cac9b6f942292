import { isDeeperThan, MAX_DEPTH } from '../protocol/json-depth.js';

/** Names of what must not stand in a log, whatever the case and the separators. */
const SECRET =
  /pass(word|phrase|wd)|secret|token|authorization|api-?_?key|cookie|credential|private-?_?key|\bpin\b|cvv|ssn/i;

const BLOT = '[redacted]';
/** Longer texts are cut: a log is no archive. */
const LONGEST = 1000;
/** JSON in longer texts is not looked into. */
const LONGEST_JSON = 64 * 1024;
const DEEPEST = 8;

/**
 * A copy of the arguments that may be logged: values under secret-looking keys are blotted out, long
 * texts and deep nests cut short.
 *
 * @param also further keys, exactly as they are written
 */
export function redact(value: unknown, also: readonly string[] = [], depth = 0): unknown {
  if (typeof value === 'string') return cut(redactText(value, also, depth));
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= DEEPEST) return '[…]';
  if (Array.isArray(value)) return value.map((item) => redact(item, also, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      SECRET.test(key) || also.includes(key) ? BLOT : redact(item, also, depth + 1),
    ]),
  );
}

/** Models send objects as JSON in a text, and the tool reads them so: keys in there are keys as well. */
function redactText(text: string, also: readonly string[], depth: number): string {
  if (!/^\s*[{[]/.test(text)) return text;
  const parsed = parse(text);
  if (parsed !== undefined) return JSON.stringify(redact(parsed, also, depth + 1));
  // What cannot be looked into is shown only where nothing in it sounds like a secret.
  const isSecret = SECRET.test(text) || also.some((key) => text.includes(key));
  return isSecret ? BLOT : text;
}

function parse(text: string): unknown {
  if (text.length > LONGEST_JSON || isDeeperThan(text, MAX_DEPTH)) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function cut(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}… (${text.length})` : text;
}
