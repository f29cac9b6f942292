/** Dates as strings: ISO 8601 as `@IsISO8601()` and `@IsDateString()` read it, RFC 3339, and what `new Date()` takes. */

export interface Iso8601Options {
  readonly strict?: boolean;
  readonly strictSeparator?: boolean;
}

const TIME_OF_DAY = String.raw`(?:(?:[01]\d|2[0-3])(?:(:?)[0-5]\d)?|24:?00)`;
const FRACTION = String.raw`[.,]\d+`;
const ZONE = String.raw`(?:[zZ]|[+-](?:[01]\d|2[0-3]):?(?:[0-5]\d)?)`;

export function iso8601(options: Iso8601Options = {}): string {
  const year = String.raw`[+-]?\d{4}(?!\d{2}\b)`;
  const month = String.raw`(?:0[1-9]|1[0-2])(?:\1(?:[12]\d|0[1-9]|3[01]))?`;
  const week = String.raw`W(?:[0-4]\d|5[0-3])(?:-?[1-7])?`;
  const ordinal = String.raw`(?:00[1-9]|0[1-9]\d|[12]\d{2}|3(?:[0-5]\d|6[1-6]))`;
  const separator = options.strictSeparator ? 'T' : String.raw`[T\s]`;
  const time = String.raw`${separator}(?:${TIME_OF_DAY}(?:${FRACTION}(?!:))?)?(?:\2[0-5]\d(?:${FRACTION})?)?${ZONE}?`;
  const date = String.raw`(?:(-?)(?:${month}|${week}|${ordinal})(?:${time})?)?`;
  return `^${options.strict ? CALENDAR : ''}${year}${date}$`;
}

const LEAP = String.raw`(?:\d\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)`;
const NO_DAY_31 = String.raw`\d{4}-?(?:02-?3[01]|(?:04|06|09|11)-?31)`;
const NO_LEAP_DAY = String.raw`(?!${LEAP})\d{4}-?02-?29`;

/**
 * `strict: true`: no 30 February, no day 366 in a common year. The check reads the day of a year as
 * a month and a day where a sign or another blank than a space stands beside it, and knows no
 * calendar before the year 1000.
 */
const MONTH_OF_ORDINAL = String.raw`-?(?:1[3-9]|[23]\d)\d`;
const CALENDAR =
  String.raw`(?![+-]?(?:${NO_DAY_31}|${NO_LEAP_DAY})(?!\d))` +
  String.raw`(?!(?!${LEAP})\d{4}-?366(?:[ T]|$))` +
  String.raw`(?![+-]?0\d{3}-?(?:0[1-9]|1[0-2])-?(?:0[1-9]|[1-3]\d))` +
  String.raw`(?![+-]\d{4}${MONTH_OF_ORDINAL}(?!\d)|\d{4}${MONTH_OF_ORDINAL}(?![\dT ]|$))`;

/** RFC 3339, section 5.6, with the blank that `@IsRFC3339()` allows. */
export const RFC3339 = String.raw`^[0-9]{4}-(?:0[1-9]|1[0-2])-(?:[12]\d|0[1-9]|3[01])[ tT](?:[01][0-9]|2[0-3]):[0-5][0-9]:(?:[0-5][0-9]|60)(?:\.[0-9]+)?(?:[zZ]|[-+](?:[01][0-9]|2[0-3]):[0-5][0-9])$`;

/**
 * What becomes a valid `Date` for certain: a date, or a date and a time. `new Date()` takes far
 * more (numbers, `"March 7"`), which differs by engine and is not advertised.
 */
export const DATE_VALUE = String.raw`^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?:T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)?)?$`;
