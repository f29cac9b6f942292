/** What an HTTP header may be (RFC 9110 §5). */

/** `1*tchar` (§5.6.2). */
const NAME = /^[\w!#$%&'*+.^`|~-]+$/;

/** Without line breaks: they would let one value smuggle in another header (§5.5). */
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

export function isFieldName(text: string): boolean {
  return NAME.test(text);
}

export function isFieldValue(text: string): boolean {
  return VALUE.test(text);
}
