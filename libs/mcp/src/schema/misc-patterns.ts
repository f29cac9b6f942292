import { toPattern } from './pattern.js';

/** Further expressions of the `validator` package (13.15), under the `u` flag. */

export const HEX_COLOR = '^#?(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})$';

export const SEM_VER =
  /^(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)(?:-(?:0|[1-9]\d*|\d*[a-z-][0-9a-z-]*)(?:\.(?:0|[1-9]\d*|\d*[a-z-][0-9a-z-]*))*)?(?:\+[0-9a-z-]+(?:\.[0-9a-z-]+)*)?$/i;

export const JWT = String.raw`^(?:[A-Za-z0-9_-]*\.){2}[A-Za-z0-9_-]*$`;

export const PORT_NUMBER = String.raw`^(?:[+-]?0|\+?(?:[1-9]\d{0,3}|[1-5]\d{4}|6[0-4]\d{3}|65[0-4]\d\d|655[0-2]\d|6553[0-5]))$`;

export const LATITUDE = String.raw`[+-]?(?:90(?:\.0+)?|[1-8]?\d(?:\.\d+)?)`;
export const LONGITUDE = String.raw`[+-]?(?:180(?:\.0+)?|1[0-7]\d(?:\.\d+)?|\d{1,2}(?:\.\d+)?)`;

export const FULL_WIDTH =
  '[^\\u0020-\\u007E\\uFF61-\\uFF9F\\uFFA0-\\uFFDC\\uFFE8-\\uFFEE0-9a-zA-Z]';
export const HALF_WIDTH = '[\\u0020-\\u007E\\uFF61-\\uFF9F\\uFFA0-\\uFFDC\\uFFE8-\\uFFEE0-9a-zA-Z]';

const BYTE = '(?:[0-9]|[1-9][0-9]|1[0-9][0-9]|2[0-4][0-9]|25[0-5])';
const PERCENT = '(?:[0-9]%|[1-9][0-9]%|100%)';
const ALPHA = String.raw`(?:0?\.\d\d?|1(?:\.0)?|0(?:\.0)?)`;

/** @param percents - `includePercentValues`, true by default. */
export function rgbColor(percents: unknown = true): string {
  const plain = String.raw`rgb\((?:${BYTE},){2}${BYTE}\)|rgba\((?:${BYTE},){3}${ALPHA}\)`;
  const relative = String.raw`|rgb\((?:${PERCENT},){2}${PERCENT}\)|rgba\((?:${PERCENT},){3}${ALPHA}\)`;
  return `^(?:${plain}${percents ? relative : ''})$`;
}

const HASH_LENGTHS: Readonly<Record<string, number>> = {
  md5: 32,
  md4: 32,
  sha1: 40,
  sha256: 64,
  sha384: 96,
  sha512: 128,
  ripemd128: 32,
  ripemd160: 40,
  tiger128: 32,
  tiger160: 40,
  tiger192: 48,
  crc32: 8,
  crc32b: 8,
};

/** @returns Undefined for an algorithm that is not known. */
export function hash(algorithm: unknown): string | undefined {
  const length = HASH_LENGTHS[String(algorithm)];
  return length ? `^[0-9a-fA-F]{${length}}$` : undefined;
}

const MEDIA_TOKEN = '[a-zA-Z0-9.\\-+]{1,100}';
const MEDIA_VALUE = String.raw`("[a-zA-Z0-9.\-+\s]{0,70}"|[a-zA-Z0-9.\-+]{0,70})(\s?\([a-zA-Z0-9.\-+\s]{1,20}\))?`;

export const MIME_TYPE = new RegExp(
  `^(?:(?:application|audio|font|image|message|model|multipart|text|video)/[a-zA-Z0-9.\\-+_]{1,100}` +
    `|text/${MEDIA_TOKEN};\\s?charset=${MEDIA_VALUE}` +
    `|multipart/${MEDIA_TOKEN}(?:;\\s?(?:boundary|charset)=${MEDIA_VALUE}){0,2})$`,
  'i',
);

const MAGNET_TOPIC =
  /(?:magnet:\?|[\s\S]*[^?&]&)xt(?:\.1)?=urn:(?:(?:aich|bitprint|btih|ed2k|ed2khash|kzhash|md5|sha1|tree:tiger):[a-z0-9]{32}(?:[a-z0-9]{8})?|btmh:1220[a-z0-9]{64})(?:$|&)/i;

/** Only the scheme is sensitive to case. */
export const MAGNET_URI = String.raw`^(?=magnet:\?)${toPattern(MAGNET_TOPIC)}`;

export const BTC_ADDRESS =
  '^(?:(?:bc1|tb1|bc1p|tb1p)[ac-hj-np-z02-9]{39,58}|[123m][A-HJ-NP-Za-km-z1-9]{25,39})$';

/** `str === str.toUpperCase()`, and the other way round. */
export const UPPERCASE = String.raw`^\P{Changes_When_Uppercased}*$`;
export const LOWERCASE = String.raw`^\P{Changes_When_Lowercased}*$`;

export interface PasswordOptions {
  readonly minLength?: number;
  readonly minLowercase?: number;
  readonly minUppercase?: number;
  readonly minNumbers?: number;
  readonly minSymbols?: number;
  readonly returnScore?: boolean;
}

const SYMBOLS = '\\-#!$@£%^&*()_+|~=`{}\\[\\]:";\'<>?,.\\/\\\\ ';

/** The counts that `@IsStrongPassword()` asks for; undefined where it scores instead. */
export function strongPassword(options: PasswordOptions = {}): string | undefined {
  if (options.returnScore) return undefined;
  return (
    '^' +
    atLeast(options.minLowercase ?? 1, 'a-z') +
    atLeast(options.minUppercase ?? 1, 'A-Z') +
    atLeast(options.minNumbers ?? 1, '0-9') +
    atLeast(options.minSymbols ?? 1, SYMBOLS)
  );
}

/** Between two of the set none of it: there is one way to count them, not one per combination. */
function atLeast(count: number, set: string): string {
  return count > 0 ? `(?=(?:[^${set}]*[${set}]){${count}})` : '';
}

export interface DecimalOptions {
  readonly force_decimal?: boolean;
  readonly decimal_digits?: string;
  readonly locale?: string;
}

/** Undefined for a locale with another separator than the dot. */
export function decimal(options: DecimalOptions = {}): string | undefined {
  if (options.locale !== undefined && options.locale !== 'en-US') return undefined;
  const digits = options.decimal_digits ?? '1,';
  const fraction = String.raw`(?:\.[0-9]{${digits}})${options.force_decimal ? '' : '?'}`;
  return String.raw`^(?![-+]?$)[-+]?[0-9]*${fraction}$`;
}
