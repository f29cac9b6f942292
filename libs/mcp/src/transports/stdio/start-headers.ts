import { isFieldName, isFieldValue } from '../../protocol/header-field.js';

/** Lower-case names, each with the option that is its own. */
export type OwnOptions = Readonly<Record<string, string>>;

/** Lower-case names that have an option of their own: two ways to say one thing could disagree. */
const OWN_OPTION: OwnOptions = {
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

/**
 * The headers of `--header` and of `TOOLPORT_HEADERS`, header by header: one more on the command line
 * must not take away the key of the variable.
 *
 * @param lines `Name: value`, as often as it was given
 * @param variable a JSON object of strings, e.g. `{"X-Api-Key":"…"}`
 * @throws Error that names the place at fault, never a value
 */
export function furtherHeaders(
  lines: readonly string[] = [],
  variable?: string,
  ownOptions?: OwnOptions,
): Record<string, string> {
  const check = (pairs: Pairs): Record<string, string> => checkedHeaders(pairs, ownOptions);
  const ofVariable = (text: string) => check(pairsOfObject(text));
  return {
    ...(variable ? readAt('TOOLPORT_HEADERS', ofVariable, variable) : {}),
    ...readAt('--header', (given) => check(given.map(pairOfLine)), lines),
  };
}

/** Reads a value that came from `source`. @throws Error that begins with the source */
export function readAt<Value, Result>(
  source: string,
  reader: (value: Value) => Result,
  value: Value,
): Result {
  try {
    return reader(value);
  } catch (cause) {
    // The value itself may be a secret: the message names the place only.
    throw new Error(`${source} ${messageOf(cause)}`, { cause });
  }
}

type Pairs = readonly (readonly [string, unknown])[];

function pairOfLine(line: string): readonly [string, string] {
  const colon = line.indexOf(':');
  // The text may be a secret whose name was forgotten: nothing of it is repeated.
  if (colon < 1) throw new Error("must be written 'Name: value'");
  return [line.slice(0, colon), line.slice(colon + 1)];
}

function pairsOfObject(text: string): Pairs {
  const object = parsed(text);
  if (typeof object !== 'object' || object === null || Array.isArray(object)) throw noObject();
  return Object.entries(object);
}

/**
 * Lower-case names with values that a header can carry.
 *
 * @throws Error that names the header at fault, never its value
 */
export function checkedHeaders(
  pairs: Pairs,
  ownOptions: OwnOptions = OWN_OPTION,
): Record<string, string> {
  const headers = new Map<string, string>();
  for (const [given, value] of pairs) {
    if (!isFieldName(given)) throw new Error('has a name that no header can have');
    const name = given.toLowerCase();
    const option = Object.hasOwn(ownOptions, name) ? ownOptions[name] : undefined;
    if (option !== undefined) throw new Error(`cannot carry "${name}": use ${option}`);
    if (RESERVED.test(name)) {
      throw new Error(`cannot carry "${name}": it belongs to the connection or the protocol`);
    }
    if (headers.has(name)) throw new Error(`names "${name}" twice`);
    headers.set(name, checkedValue(name, value));
  }
  return Object.fromEntries(headers);
}

/** @throws Error without the value, which may be a secret */
export function headerValue(value: string): string {
  if (value.trim() === '') throw new Error('must not be empty');
  if (!isFieldValue(value)) {
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
    throw new Error(`has a value of "${name}" that ${messageOf(cause)}`, { cause });
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

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
