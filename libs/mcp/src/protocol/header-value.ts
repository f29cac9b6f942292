/**
 * Values of HTTP headers that mirror a body (2026-07-28, Streamable HTTP, Value Encoding). By what
 * browsers have as well: the inspector page encodes with it.
 */

const PREFIX = '=?base64?';
const SUFFIX = '?=';

/** Canonical Base64: whole quanta, padded. */
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** Visible ASCII, space and tab (RFC 9110, 5.5); anything else must come encoded. */
const PLAIN = /^[\x20-\x7e\t]*$/;

/**
 * What a mirrored header says; undefined where it holds invalid characters, broken Base64 or
 * broken UTF-8, which a server must reject. A value with only one of the two marks is literal.
 */
export function decodeHeaderValue(raw: string): string | undefined {
  const value = trimWhitespace(raw);
  if (!PLAIN.test(value)) return undefined;
  if (!isEncoded(value)) return value;
  const payload = value.slice(PREFIX.length, -SUFFIX.length);
  if (!BASE64.test(payload)) return undefined;
  try {
    const bytes = Uint8Array.from(atob(payload), (character) => character.charCodeAt(0));
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** The form in which a value travels: as it is where that is safe, else in Base64. */
export function encodeHeaderValue(value: string): string {
  const plain = PLAIN.test(value) && value === trimWhitespace(value) && !isEncoded(value);
  return plain ? value : `${PREFIX}${base64Of(value)}${SUFFIX}`;
}

function base64Of(text: string): string {
  const bytes = new TextEncoder().encode(text);
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

function isEncoded(value: string): boolean {
  return (
    value.length >= PREFIX.length + SUFFIX.length &&
    value.startsWith(PREFIX) &&
    value.endsWith(SUFFIX)
  );
}

/** Optional whitespace around a field value is not part of it (RFC 9110, 5.5). */
export function trimWhitespace(value: string): string {
  // A loop, not a regular expression: those are quadratic in the length of a run of spaces.
  let start = 0;
  let end = value.length;
  while (start < end && isWhitespace(value, start)) start += 1;
  while (end > start && isWhitespace(value, end - 1)) end -= 1;
  return value.slice(start, end);
}

function isWhitespace(value: string, index: number): boolean {
  return value[index] === ' ' || value[index] === '\t';
}
