import {
  asOptions,
  byOptions,
  spelledOut,
  text,
  word,
  type FragmentOf,
} from './constraint-fragment.js';
import { iso8601, RFC3339, type Iso8601Options } from './date-patterns.js';
import {
  BTC_ADDRESS,
  decimal,
  FULL_WIDTH,
  HALF_WIDTH,
  hash,
  HEX_COLOR,
  JWT,
  LATITUDE,
  LONGITUDE,
  LOWERCASE,
  MAGNET_URI,
  MIME_TYPE,
  PORT_NUMBER,
  rgbColor,
  SEM_VER,
  strongPassword,
  UPPERCASE,
  type DecimalOptions,
  type PasswordOptions,
} from './misc-patterns.js';
import { escapePattern, toPattern } from './pattern.js';
import {
  domain,
  email,
  ipAddress,
  macAddress,
  url,
  uuid,
  uuidWords,
  type DomainOptions,
  type EmailOptions,
  type MacOptions,
  type UrlOptions,
} from './string-patterns.js';

/** Decorators of strings, by the name under which class-validator keeps them. */
export const STRING_CONSTRAINTS: Readonly<Record<string, FragmentOf>> = {
  isString: () => text(),
  minLength: ([min]) => text({ minLength: min }),
  maxLength: ([max]) => text({ maxLength: max }),
  isLength: ([min, max]) =>
    text({ ...(min ? { minLength: min } : {}), ...(max === undefined ? {} : { maxLength: max }) }),
  isByteLength: ([min, max]) => byteLength(min as number | undefined, max as number | undefined),
  matches: ([expression, flags]) => matches(expression, flags),
  contains: ([seed]) => text({ pattern: escapePattern(word(seed)) }),
  notContains: ([seed]) => text({ not: { pattern: escapePattern(word(seed)) } }),

  isEmail: byOptions((options?: EmailOptions) =>
    spelledOut(email(options), undefined, { format: 'email' }),
  ),
  isUrl: byOptions(urlFragment),
  isFqdn: ([options]) =>
    spelledOut(`^${domain(asOptions<DomainOptions>(options))}$`, 'Fully qualified domain name'),
  isIp: ([version]) =>
    version === undefined
      ? spelledOut(ipAddress(), 'IP address')
      : spelledOut(ipAddress(version), undefined, { format: `ipv${word(version)}` }),
  isMacAddress: ([options]) =>
    spelledOut(macAddress(asOptions<MacOptions>(options)), 'MAC address'),
  isPort: () => spelledOut(PORT_NUMBER, 'Port number, 0 to 65535'),
  isUuid: ([version]) =>
    spelledOut(uuid(version), uuidWords(version), { format: 'uuid' }, uuidWords(version)),
  // The check takes a prefix of hexadecimal numbers for digits.
  isMongoId: () =>
    spelledOut(
      '^(?:[0-9a-fA-F]{24}|0[xXhH][0-9a-fA-F]{22})$',
      'MongoDB ObjectId, 24 hexadecimal digits',
    ),
  isJwt: () => spelledOut(JWT, 'JSON Web Token'),
  isSemVer: () => spelledOut(SEM_VER, 'Semantic version, e.g. 1.2.3'),

  isIso8601: byOptions(isoDate),
  isDateString: byOptions(isoDate),
  isRFC3339: () => spelledOut(RFC3339, undefined, { format: 'date-time' }),
  isMilitaryTime: () =>
    text({ pattern: String.raw`^(?:[01]\d|2[0-3]):?[0-5]\d$` }, 'Time of day, HH:MM'),
  isTimeZone: () => text({}, 'IANA time zone, e.g. Europe/Berlin'),

  isBooleanString: () => text({ enum: ['true', 'false', '1', '0'] }),
  isNumberString: ([options]) =>
    numberString(asOptions<{ no_symbols?: boolean; locale?: string }>(options)),
  isDecimal: ([options]) =>
    optionalPattern(decimal(asOptions<DecimalOptions>(options)), 'Decimal number'),
  isHexadecimal: () => text({ pattern: '^(?:0[xXhH])?[0-9a-fA-F]+$' }, 'Hexadecimal number'),
  isOctal: () => text({ pattern: '^(?:0[oO])?[0-7]+$' }, 'Octal number'),
  isLatLong: () =>
    spelledOut(
      String.raw`^(?:\(${LATITUDE},\s?${LONGITUDE}\)|${LATITUDE},\s?${LONGITUDE})(?:,[\s\S]*)?$`,
      'Latitude and longitude, e.g. 52.5,13.4',
    ),

  isAlpha: ([locale]) => ofLocale(locale, '^[A-Za-z]+$', 'Letters'),
  isAlphanumeric: ([locale]) => ofLocale(locale, '^[0-9A-Za-z]+$', 'Letters and digits'),
  isAscii: () => spelledOut(String.raw`^[\x00-\x7F]+$`, 'ASCII characters'),
  isUppercase: () => spelledOut(UPPERCASE, 'Upper case'),
  isLowercase: () => spelledOut(LOWERCASE, 'Lower case'),
  isFullWidth: () => spelledOut(FULL_WIDTH, 'Contains a full-width character'),
  isHalfWidth: () => spelledOut(HALF_WIDTH, 'Contains a half-width character'),
  isVariableWidth: () =>
    spelledOut(
      String.raw`^(?=[\s\S]*${FULL_WIDTH})(?=[\s\S]*${HALF_WIDTH})`,
      'Contains full-width and half-width characters',
    ),
  isMultibyte: () => spelledOut(String.raw`[^\x00-\x7F]`, 'Contains a multi-byte character'),
  isSurrogatePair: () =>
    spelledOut(String.raw`[\u{10000}-\u{10FFFF}]`, 'Contains a surrogate pair'),

  isBase64: ([options]) => base64(asOptions<{ urlSafe?: boolean; padding?: boolean }>(options)),
  isBase32: () => spelledOut(String.raw`^(?=(?:.{8})+$)[A-Z2-7]+=*$`, 'Base32'),
  isBase58: () => spelledOut('^[A-HJ-NP-Za-km-z1-9]*$', 'Base58'),
  isJson: () =>
    spelledOut(String.raw`^\s*(?:\{[\s\S]*\}|\[[\s\S]*\])\s*$`, 'JSON text of an object or array'),
  isHash: ([algorithm]) => optionalPattern(hash(algorithm), `${word(algorithm)} hash`),
  isDataURI: () => spelledOut(String.raw`^\s*data:[^,]*,`, 'Data URI'),
  isMagnetURI: () => spelledOut(MAGNET_URI, 'Magnet URI'),
  isMimeType: () => spelledOut(MIME_TYPE, 'Media type, e.g. text/plain'),
  isHexColor: () => spelledOut(HEX_COLOR, 'Hexadecimal colour, e.g. #ff8800'),
  isRgbColor: ([percents]) => spelledOut(rgbColor(percents), 'RGB colour, e.g. rgb(255,136,0)'),
  isHSL: () =>
    spelledOut(
      String.raw`^\s*[hH][sS][lL][aA]?\s*\([\s\S]*\)\s*$`,
      'HSL colour, e.g. hsl(30,100%,50%)',
    ),

  isStrongPassword: ([options]) => password(asOptions<PasswordOptions>(options)),
  isCreditCard: () => spelledOut('^[0-9 -]{12,}$', 'Credit card number'),
  isCurrency: () => text({}, 'Amount of money'),
  isPhoneNumber: ([region]) =>
    text(
      {},
      region
        ? `Phone number of ${word(region)}`
        : 'Phone number with country code, e.g. +14155552671',
    ),
  isMobilePhone: () => text({}, 'Mobile phone number'),
  isPostalCode: ([country]) => text({}, named('Postal code', country)),
  isIdentityCard: ([country]) => text({}, named('Identity card number', country)),
  isPassportNumber: ([country]) => text({}, named('Passport number', country)),
  isTaxId: ([country]) => text({}, named('Tax number', country)),
  isISO31661Alpha2: () => spelledOut('^[A-Za-z]{2}$', 'Country code, ISO 3166-1 alpha-2, e.g. DE'),
  isISO31661Alpha3: () => spelledOut('^[A-Za-z]{3}$', 'Country code, ISO 3166-1 alpha-3, e.g. DEU'),
  isISO31661Numeric: () => spelledOut('^[0-9]{3}$', 'Country code, ISO 3166-1 numeric, e.g. 276'),
  isISO4217CurrencyCode: () => spelledOut('^[A-Za-z]{3}$', 'Currency code, ISO 4217, e.g. EUR'),
  isISO6391: () => spelledOut('^[a-z]{2}$', 'Language code, ISO 639-1, e.g. de'),
  isLocale: () => spelledOut('^[A-Za-z0-9_-]+$', 'Locale, e.g. en-GB'),
  isIBAN: () => spelledOut(String.raw`^[A-Za-z0-9\s-]{15,}$`, 'IBAN'),
  isBIC: () => spelledOut('^[A-Za-z]{6}[A-Za-z0-9]{2}(?:[A-Za-z0-9]{3})?$', 'BIC'),
  isEAN: () => spelledOut(String.raw`^(?:\d{8}|\d{13}|\d{14})$`, 'EAN'),
  isIsbn: () => spelledOut(String.raw`^[0-9X\s-]{10,}$`, 'ISBN'),
  isIsin: () => spelledOut('^[A-Z]{2}[0-9A-Z]{9}[0-9]$', 'ISIN'),
  isISSN: () => spelledOut(String.raw`^\d{4}-?\d{3}[\dXx]$`, 'ISSN'),
  isISRC: () => spelledOut(String.raw`^[A-Z]{2}[0-9A-Z]{3}\d{7}$`, 'ISRC'),
  isBtcAddress: () => spelledOut(BTC_ADDRESS, 'Bitcoin address'),
  isEthereumAddress: () => spelledOut('^0[xX][0-9a-fA-F]{40}$', 'Ethereum address'),
  IsFirebasePushId: () => spelledOut('^[a-zA-Z0-9_-]{20}$', 'Firebase push id'),
};

function byteLength(min: number | undefined, max: number | undefined): ReturnType<FragmentOf> {
  // A character has one to four bytes: the bounds on characters are wider than those on bytes.
  const bounds = max === undefined ? `At least ${min ?? 0}` : `${min ?? 0} to ${max}`;
  return text(
    {
      ...(min ? { minLength: Math.ceil(min / 4) } : {}),
      ...(max === undefined ? {} : { maxLength: max }),
    },
    `${bounds} bytes in UTF-8`,
  );
}

function matches(expression: unknown, flags: unknown): ReturnType<FragmentOf> {
  const regExp =
    expression instanceof RegExp
      ? expression
      : new RegExp(String(expression), flags as string | undefined);
  const pattern = toPattern(regExp);
  return pattern === undefined ? text({}, `Matches ${String(regExp)}`) : text({ pattern });
}

function urlFragment(options: UrlOptions | undefined): ReturnType<FragmentOf> {
  const protocols = options?.protocols ? ` (${options.protocols.join(', ')})` : '';
  const format = options?.require_protocol ? { format: 'uri' } : {};
  return spelledOut(url(options), `URL${protocols}`, format);
}

function isoDate(options: Iso8601Options | undefined): ReturnType<FragmentOf> {
  return spelledOut(iso8601(options), 'Date or date and time, ISO 8601, e.g. 2026-01-31T09:00:00Z');
}

function numberString(options?: { no_symbols?: boolean; locale?: string }): ReturnType<FragmentOf> {
  if (options?.no_symbols) return text({ pattern: '^[0-9]+$' });
  if (options?.locale) return text({}, 'Number as text');
  return text({ pattern: String.raw`^[+-]?(?:[0-9]*\.)?[0-9]+$` });
}

function optionalPattern(pattern: string | undefined, hint: string): ReturnType<FragmentOf> {
  return pattern === undefined ? text({}, hint) : spelledOut(pattern, hint);
}

function ofLocale(locale: unknown, pattern: string, words: string): ReturnType<FragmentOf> {
  const isEnglish = locale === undefined || locale === 'en-US';
  return isEnglish ? text({ pattern }) : text({}, `${words} of ${word(locale)}`);
}

function base64(options: { urlSafe?: boolean; padding?: boolean } = {}): ReturnType<FragmentOf> {
  const letters = options.urlSafe ? 'A-Za-z0-9_\\-' : 'A-Za-z0-9+\\/';
  const padded = options.padding ?? !options.urlSafe;
  const expression = padded
    ? String.raw`^(?:(?=(?:[\s\S]{4})+$)[${letters}]+={0,2})?$`
    : `^(?:[${letters}]+)?$`;
  return spelledOut(expression, options.urlSafe ? 'Base64url' : 'Base64');
}

function password(options: PasswordOptions = {}): ReturnType<FragmentOf> {
  const pattern = strongPassword(options);
  const {
    minLength = 8,
    minLowercase = 1,
    minUppercase = 1,
    minNumbers = 1,
    minSymbols = 1,
  } = options;
  if (pattern === undefined) return text({}, 'Strong password');
  const parts = [
    [minLowercase, 'lower-case letters'],
    [minUppercase, 'upper-case letters'],
    [minNumbers, 'digits'],
    [minSymbols, 'symbols'],
  ] as const;
  const needs = parts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
  return spelledOut(pattern, `Password with at least ${needs.join(', ')}`, { minLength });
}

function named(words: string, country: unknown): string {
  return country === undefined || country === 'any' ? words : `${words} of ${word(country)}`;
}
