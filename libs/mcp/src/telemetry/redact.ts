/** Names of what must not stand in a log, whatever the case and the separators. */
const SECRET =
  /pass(word|phrase|wd)|secret|token|authorization|api-?_?key|cookie|credential|private-?_?key|\bpin\b|cvv|ssn/i;

const BLOT = '[redacted]';
/** Longer texts are cut: a log is no archive. */
const LONGEST = 1000;
const DEEPEST = 8;

/**
 * A copy of the arguments that may be logged: values under secret-looking keys are blotted out, long
 * texts and deep nests cut short.
 *
 * @param also further keys, exactly as they are written
 */
export function redact(value: unknown, also: readonly string[] = [], depth = 0): unknown {
  if (typeof value === 'string') {
    return value.length > LONGEST ? `${value.slice(0, LONGEST)}… (${value.length})` : value;
  }
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
