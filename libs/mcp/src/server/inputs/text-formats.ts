import type { StringField } from '../../protocol/elicitation.js';

/** Checks of the formats that a form may ask for: of their form alone, whether it exists is not known. */
export const TEXT_FORMATS: Readonly<
  Record<NonNullable<StringField['format']>, (value: string) => boolean>
> = {
  email: isEmail,
  uri: isUri,
  date: isDate,
  'date-time': isDateTime,
};

/** Characters beyond ASCII as well: people have addresses in their own script (RFC 6531). */
const LETTER = String.raw`A-Za-z0-9\u{a1}-\u{10ffff}`;
const ATOM = `[${LETTER}!#$%&'*+/=?^_\`{|}~-]+`;
const QUOTED = String.raw`"(?:[^"\\\p{Cc}]|\\[^\p{Cc}])*"`;
const LABEL = `[${LETTER}](?:[${LETTER}-]*[${LETTER}])?`;
const LITERAL = String.raw`\[[A-Za-z0-9:.]+\]`;
/** A mailbox (RFC 5321, 4.1.2). */
const MAILBOX = new RegExp(
  String.raw`^(?:${ATOM}(?:\.${ATOM})*|${QUOTED})@(?:${LABEL}(?:\.${LABEL})*|${LITERAL})$`,
  'u',
);
const LONGEST_MAILBOX = 254;

function isEmail(value: string): boolean {
  return value.length <= LONGEST_MAILBOX && !/[\s\p{Cf}]/u.test(value) && MAILBOX.test(value);
}

/** A scheme, and characters that a URI can hold (RFC 3986): `URL` alone repairs what it is given. */
const URI = /^[A-Za-z][A-Za-z0-9+.-]*:(?:[\w\-.~:/?#[\]@!$&'()*+,;=]|%[0-9A-Fa-f]{2})*$/;

function isUri(value: string): boolean {
  return URI.test(value) && URL.canParse(value);
}

/** `full-date` (RFC 3339, 5.6): a day that the calendar has, which `Date.parse()` does not ask. */
function isDate(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const time = Date.parse(`${value}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
}

const TIME =
  /^([01]\d|2[0-3]):([0-5]\d):([0-5]\d|60)(?:\.\d+)?(?:[Zz]|([+-])([01]\d|2[0-3]):([0-5]\d))$/;
const DATE_LENGTH = 'yyyy-mm-dd'.length;
const MINUTES_OF_DAY = 24 * 60;

/** `date-time` (RFC 3339, 5.6), with the blank that it allows in place of the T. */
function isDateTime(value: string): boolean {
  const time = TIME.exec(value.slice(DATE_LENGTH + 1));
  if (!time || !/[Tt ]/.test(value.charAt(DATE_LENGTH))) return false;
  if (!isDate(value.slice(0, DATE_LENGTH))) return false;
  const [, hour, minute, second, sign, hours = 0, minutes = 0] = time;
  if (second !== '60') return true;
  // A leap second ends a day of UTC.
  const offset = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1);
  const inUtc = Number(hour) * 60 + Number(minute) - offset;
  return (inUtc + MINUTES_OF_DAY) % MINUTES_OF_DAY === MINUTES_OF_DAY - 1;
}
