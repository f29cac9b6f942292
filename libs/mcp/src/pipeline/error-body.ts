import { constants } from 'node:os';
import { isJsonObject } from '../protocol/json-rpc.js';

/**
 * The machine-readable code in an error's body: `errorCode` or `code`, an upper-case token.
 *
 * A system error's `ENOENT` is no code: it tells of our disks and networks, not of the operation.
 */
export function codeIn(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const { errorCode, code } = body as { errorCode?: unknown; code?: unknown };
  if (isCode(errorCode)) return errorCode;
  return isCode(code) && !(body instanceof Error) ? code : undefined;
}

function isCode(value: unknown): value is string {
  return (
    typeof value === 'string' &&
    /^[A-Z][A-Z0-9_]{0,63}$/.test(value) &&
    !value.startsWith('ERR_') &&
    !(value in constants.errno)
  );
}

/**
 * The OAuth scopes that an error's body says are missing: `new ForbiddenException({ message, scope:
 * 'files:write' })`, or `scopes` as a list; undefined where it names none.
 */
export function scopesIn(body: unknown): readonly string[] | undefined {
  if (!isJsonObject(body)) return undefined;
  const { scope, scopes = typeof scope === 'string' ? scope.split(' ') : undefined } = body;
  if (!Array.isArray(scopes)) return undefined;
  const named = scopes.filter((one): one is string => typeof one === 'string' && one !== '');
  return named.length > 0 ? named : undefined;
}

/** What an error's body says in words; undefined when it says nothing. */
export function messagesIn(body: unknown): string | undefined {
  if (typeof body === 'string' && body !== '') return body;
  if (!isJsonObject(body)) return undefined;
  const { message } = body;
  if (typeof message === 'string' && message !== '') return message;
  if (Array.isArray(message) && message.length > 0) return message.map(lineOf).join('; ');
  if (isJsonObject(message)) return groupedMessages(message).join('; ') || undefined;
  return undefined;
}

function lineOf(item: unknown): string {
  return typeof item === 'string' ? item : JSON.stringify(item);
}

/** `ValidationPipe({ errorFormat: 'grouped' })`: messages by path, each naming only the last key. */
function groupedMessages(groups: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(groups).flatMap(([path, messages]) =>
    [messages].flat().map((item) => {
      const text = lineOf(item);
      const key = path.slice(path.lastIndexOf('.') + 1);
      return text.startsWith(`${key} `) ? path + text.slice(key.length) : `${path}: ${text}`;
    }),
  );
}

const STANDARD: ReadonlySet<string> = new Set(['statusCode', 'message', 'error', 'errorCode']);

/** Whether a body holds more than Nest's standard fields. */
export function saysMore(body: Readonly<Record<string, unknown>>): boolean {
  return Object.keys(body).some((key) => !STANDARD.has(key));
}
