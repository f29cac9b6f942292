/**
 * A value as text that can stand in a URL: whatever a model sends has some form there, since the
 * guards are asked before anything is refused. Half a surrogate pair becomes U+FFFD, as in any UTF-8.
 */
export function toUrlText(value: unknown): string {
  const text = typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
  return LONE_SURROGATE.test(text) ? Buffer.from(text, 'utf8').toString('utf8') : text;
}

const LONE_SURROGATE = /\p{Surrogate}/u;
