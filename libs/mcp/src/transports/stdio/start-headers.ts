/** Characters of a field name (RFC 9110 §5.1). */
const NAME = /^[!#$%&'*+.^_`|~\w-]+$/;

/** Lower-case names that have an option of their own: two ways to say one thing could disagree. */
const OWN_OPTION: Readonly<Record<string, string>> = {
  authorization: '--authorization',
  'x-tenant-id': '--tenant',
  'x-correlation-id': '--correlation-id',
  'accept-language': '--locale',
};

/**
 * What belongs to a connection, to a body or to the protocol. A call over stdio has none of the
 * first two, and a guard or body reader that believed such a header would be misled (RFC 9110 §7.6.1,
 * §8); the protocol says what it says in its messages.
 */
const RESERVED =
  /^(?:connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|expect|host|content-.*|mcp-.*)$/;

/** The headers of `--header 'Name: value'`, as often as it was given. */
export function readHeaderLines(lines: readonly string[]): Record<string, string> {
  return checkedHeaders(
    lines.map((line) => {
      const colon = line.indexOf(':');
      // The text may be a secret whose name was forgotten: nothing of it is repeated.
      if (colon < 1) throw new Error("must be written 'Name: value'");
      return [line.slice(0, colon), line.slice(colon + 1)];
    }),
  );
}

/** The headers of `TOOLPORT_HEADERS`, e.g. `{"X-Api-Key":"…"}`. */
export function readHeaderObject(text: string): Record<string, string> {
  const object = parsed(text);
  if (typeof object !== 'object' || object === null || Array.isArray(object)) throw noObject();
  return checkedHeaders(Object.entries(object));
}

/**
 * Lower-case names with values that a header can carry.
 *
 * @throws Error that names the header at fault, never its value
 */
export function checkedHeaders(
  pairs: readonly (readonly [string, unknown])[],
): Record<string, string> {
  const headers = new Map<string, string>();
  for (const [given, value] of pairs) {
    if (!NAME.test(given)) throw new Error('has a name that no header can have');
    const name = given.toLowerCase();
    const option = Object.hasOwn(OWN_OPTION, name) ? OWN_OPTION[name] : undefined;
    if (option !== undefined) throw new Error(`cannot carry "${name}": use ${option}`);
    if (RESERVED.test(name)) {
      throw new Error(`cannot carry "${name}": it belongs to the connection or the protocol`);
    }
    if (headers.has(name)) throw new Error(`names "${name}" twice`);
    headers.set(name, checkedValue(name, value));
  }
  return Object.fromEntries(headers);
}

/**
 * A field value (RFC 9110 §5.5): a line break would let one value smuggle in another header.
 *
 * @throws Error without the value, which may be a secret
 */
export function headerValue(value: string): string {
  if (value.trim() === '') throw new Error('must not be empty');
  if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) {
    throw new Error('must be one line of characters that a header can carry');
  }
  return value;
}

function checkedValue(name: string, value: unknown): string {
  if (typeof value !== 'string') throw new Error(`has a value of "${name}" that is no string`);
  try {
    // White space round a value is not part of it (RFC 9110 §5.5).
    return headerValue(value.replace(/^[\t ]+|[\t ]+$/g, ''));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`has a value of "${name}" that ${reason}`, { cause });
  }
}

/** JSON's own error quotes the text, which is full of secrets. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw noObject();
  }
}

function noObject(): Error {
  return new Error('must be a JSON object of strings, such as {"X-Api-Key":"…"}');
}
