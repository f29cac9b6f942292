import * as classValidator from 'class-validator';
import { STRING_CONSTRAINTS } from '../../src/schema/string-constraints.js';
import { compile } from './support/comparison.js';
import { mutationsOf } from './support/text-mutations.js';

type Check = (value: unknown, ...args: unknown[]) => boolean;

interface TextCase {
  /** Name of class-validator's check, and of the constraint where it differs. */
  readonly check: string;
  readonly constraint?: string;
  readonly args?: readonly unknown[];
  /** Texts from which others are made. */
  readonly seeds: readonly string[];
  /** The schema accepts more than the check, never less. */
  readonly isWide?: true;
}

const UUID4 = '3d6f0a8e-5b0f-4f53-9c1c-2b7a6f1f8f11';
const DATES = [
  '2024-01-01', '2024-01-31T10:00:00Z', '2024-12-31T23:59:59.123+02:00', '2024-01-01T10:00',
  '2024-02-29', '2023-02-29', '2024-02-30', '2024-04-31', '20240101', '2024-W05-3', '2024W05',
  '2024-366', '2023-366', '2024001', '2024-01', '+2024-01-01', '2024-01-01 10:00:00',
  '2024-01-01T24:00', '20240101T101010Z', '2000-02-29', '1900-02-29', '2024-01-01T10:00:00,5',
]; // prettier-ignore
const URLS = [
  'http://example.com', 'https://user:pw@example.com:8080/p/q?x=1&y=2#f', 'example.com',
  'ftp://x.yz/z', 'http:example.com', 'http:1.2.3.4', '1.2.3.4:80', 'http://[::1]:80/',
  'user@example.com', 'a:b@example.com', 'http:a:b@example.com', 'example.com:', '1and1.com:',
  'mailto:a@b.co', '//example.com', 'javascript:alert(1)', 'http://exa_mple.com', 'ab.co/p:q@r',
  'http://localhost', 'HTTP://EXAMPLE.COM', 'http://example.com:65536', 'http://日本.jp',
]; // prettier-ignore

const CASES: readonly TextCase[] = [
  { check: 'isString', seeds: ['', 'a'] },
  { check: 'minLength', args: [3], seeds: ['abc', '日本語'] },
  { check: 'maxLength', args: [3], seeds: ['abc', '😀😀😀'] },
  { check: 'length', constraint: 'isLength', args: [1, 3], seeds: ['abc'] },
  { check: 'length', constraint: 'isLength', args: [2], seeds: ['abc'] },
  { check: 'isByteLength', args: [2, 6], seeds: ['abc', 'üü', '日本'], isWide: true },
  { check: 'matches', args: [/^[a-z]+-\d{2}$/i], seeds: ['Ab-12'] },
  { check: 'matches', args: ['^b$', 'm'], seeds: ['a\nb\nc'] },
  { check: 'contains', args: ['a.b'], seeds: ['xa.by', 'a.b'] },
  { check: 'notContains', args: ['a+b'], seeds: ['xa+by', 'aab'] },
  { check: 'isEmail', seeds: ['a@b.co', 'john.doe+tag@example.co.uk', 'Ü@example.com', '"q u"@x.org', 'a@日本.jp', '"@a.co'] },
  { check: 'isEmail', args: [{ require_tld: false }], seeds: ['a@localhost', 'a@1'] },
  { check: 'isEmail', args: [{ allow_utf8_local_part: false }], seeds: ['a@b.co', 'Ü@b.co'] },
  { check: 'isEmail', args: [{ allow_display_name: true }], seeds: ['Ann <a@b.co>'], isWide: true },
  { check: 'isURL', constraint: 'isUrl', seeds: URLS },
  { check: 'isURL', constraint: 'isUrl', args: [{ require_protocol: true, protocols: ['https'] }], seeds: URLS, isWide: true },
  { check: 'isURL', constraint: 'isUrl', args: [{ require_tld: false }], seeds: URLS },
  { check: 'isURL', constraint: 'isUrl', args: [{ allow_fragments: false }], seeds: URLS, isWide: true },
  { check: 'isFQDN', constraint: 'isFqdn', seeds: ['example.com', 'a-b.c-d.org', 'xn--p1ai.xn--p1ai', '日本.jp', 'a_b.com'] },
  { check: 'isFQDN', constraint: 'isFqdn', args: [{ require_tld: false }], seeds: ['localhost', 'a.1', '1'] },
  { check: 'isFQDN', constraint: 'isFqdn', args: [{ allow_trailing_dot: true, allow_wildcard: true, allow_underscores: true }], seeds: ['*.a_b.com.'] },
  { check: 'isFQDN', constraint: 'isFqdn', args: [{ allow_numeric_tld: true }], seeds: ['a.123'] },
  { check: 'isIP', constraint: 'isIp', seeds: ['1.2.3.4', '255.255.255.255', '::1', 'fe80::1%eth0', '2001:db8:0:0:0:0:2:1', '::ffff:1.2.3.4', '1:2:3:4:5:6:7::', '1::8'] },
  { check: 'isIP', constraint: 'isIp', args: [4], seeds: ['1.2.3.4', '::1'] },
  { check: 'isIP', constraint: 'isIp', args: ['6'], seeds: ['1.2.3.4', '::1', '1:2:3:4:5:6:7:8', '1:2:3:4:5:6:1.2.3.4'] },
  { check: 'isMACAddress', constraint: 'isMacAddress', seeds: ['01:23:45:67:89:ab', '01-23-45-67-89-ab', '0123.4567.89ab', '01:23:45:67:89:ab:cd:ef', '0123.4567.89ab.cdef'] },
  { check: 'isMACAddress', constraint: 'isMacAddress', args: [{ no_separators: true }], seeds: ['0123456789ab', '0123456789abcdef'] },
  { check: 'isMACAddress', constraint: 'isMacAddress', args: [{ eui: '64' }], seeds: ['01:23:45:67:89:ab:cd:ef'] },
  { check: 'isPort', seeds: ['0', '8080', '65535', '65536', '+80', '-0', '080'] },
  { check: 'isUUID', constraint: 'isUuid', seeds: [UUID4, UUID4.toUpperCase(), '00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff'] },
  ...['4', 7, 'loose', 'all', ['3', '4'], '9'].map((version) => ({ check: 'isUUID', constraint: 'isUuid', args: [version], seeds: [UUID4, '3d6f0a8e-5b0f-7f53-9c1c-2b7a6f1f8f11', '3d6f0a8e-5b0f-0f53-0c1c-2b7a6f1f8f11'] })),
  { check: 'isMongoId', seeds: ['507f1f77bcf86cd799439011', '0x7f1f77bcf86cd799439011ab'] },
  { check: 'isJWT', constraint: 'isJwt', seeds: ['eyJh.eyJz.abc', '..', 'a.b.c='] },
  { check: 'isSemVer', seeds: ['1.2.3', '1.2.3-rc.1+b.2', '01.2.3', '1.0.0-A.b'] },
  { check: 'isISO8601', constraint: 'isIso8601', seeds: DATES },
  { check: 'isISO8601', constraint: 'isIso8601', args: [{ strict: true }], seeds: DATES },
  { check: 'isISO8601', constraint: 'isIso8601', args: [{ strictSeparator: true }], seeds: DATES },
  { check: 'isDateString', seeds: DATES },
  { check: 'isRFC3339', seeds: [...DATES, '2024-01-31 10:00:60.5-01:30'] },
  { check: 'isMilitaryTime', seeds: ['23:59', '2359', '7:05', '24:00'] },
  { check: 'isTimeZone', seeds: ['Europe/Berlin'], isWide: true },
  { check: 'isBooleanString', seeds: ['true', 'false', '1', '0'] },
  { check: 'isNumberString', seeds: ['1.5', '+1', '.5', '1.', '-12'] },
  { check: 'isNumberString', args: [{ no_symbols: true }], seeds: ['007', '-1'] },
  { check: 'isDecimal', seeds: ['1.5', '.5', '1.', '+2.0', '-', ''] },
  { check: 'isDecimal', args: [{ force_decimal: true, decimal_digits: '2' }], seeds: ['1.50', '1'] },
  { check: 'isHexadecimal', seeds: ['0xFF', '0hff', 'dead'] },
  { check: 'isOctal', seeds: ['0o17', '17', '0O7'] },
  { check: 'isLatLong', seeds: ['12.5,45.1', '(12.5,45.1)', '90.0, 180.00', '-1,2,3', '(1,2'] },
  { check: 'isAlpha', seeds: ['abc', 'ABC'] },
  { check: 'isAlpha', args: ['de-DE'], seeds: ['abcß'], isWide: true },
  { check: 'isAlphanumeric', seeds: ['abc1'] },
  { check: 'isAscii', seeds: ['abc', 'a\u0000b'] },
  { check: 'isUppercase', seeds: ['ABC', 'ÜB', 'ẞ', 'ᾈ', 'Ω', 'ŉ'] },
  { check: 'isLowercase', seeds: ['abc', 'üb', 'ß', 'ς', 'İ'] },
  { check: 'isFullWidth', seeds: ['ひらがな・カタカナ', 'abc', '３'] },
  { check: 'isHalfWidth', seeds: ['!"#$%&()<>/+=-_?', 'ｶﾀｶﾅ', '日'] },
  { check: 'isVariableWidth', seeds: ['ひらがなABC', 'abc'] },
  { check: 'isMultibyte', seeds: ['ひ', 'abc', 'é'] },
  { check: 'isSurrogatePair', seeds: ['😀', 'abc'] },
  { check: 'isBase64', seeds: ['aGVsbG8=', 'aGVsbG8h', '', 'YQ=='] },
  { check: 'isBase64', args: [{ urlSafe: true }], seeds: ['aGVs-_8', 'YQ=='] },
  { check: 'isBase64', args: [{ urlSafe: true, padding: true }], seeds: ['aGVs-_8=', 'YQ=='] },
  { check: 'isBase32', seeds: ['ORUGKIDT', 'ORUGKID='] },
  { check: 'isBase58', seeds: ['StV1DL6CwTryKyV', '', '0'] },
  { check: 'isJSON', constraint: 'isJson', seeds: ['{"a":1}', '[1]', '1', ' {} '], isWide: true },
  ...['md5', 'sha1', 'sha256', 'crc32'].map((algorithm) => ({ check: 'isHash', args: [algorithm], seeds: ['d41d8cd98f00b204e9800998ecf8427e', 'a9993e364706816aba3e25717850c26c9cd0d89d', '12345678'] })),
  { check: 'isDataURI', seeds: ['data:image/png;base64,AAAA', 'data:,x', ' data:text/plain,a'], isWide: true },
  { check: 'isMagnetURI', seeds: [`magnet:?xt=urn:btih:${'a'.repeat(40)}&dn=x`, `magnet:?dn=x&xt.1=urn:sha1:${'B'.repeat(32)}`] },
  { check: 'isMimeType', seeds: ['text/plain', 'text/html; charset=UTF-8', 'multipart/mixed; boundary="x y"', 'application/x_y'] },
  { check: 'isHexColor', seeds: ['#fff', 'FFFF', '#ffffff80'] },
  { check: 'isRgbColor', args: [true], seeds: ['rgb(0,128,255)', 'rgba(0,1,2,.5)', 'rgb(10%,20%,100%)', 'rgba(1%,2%,3%,0.5)'] },
  { check: 'isRgbColor', args: [false], seeds: ['rgb(0,128,255)', 'rgb(10%,20%,100%)'] },
  { check: 'isHSL', seeds: ['hsl(30,100%,50%)', 'hsla(1 2% 3% / 1)', 'HSL( 1deg, 2%, 3% )'], isWide: true },
  { check: 'isStrongPassword', seeds: ['Aa1!aaaa', 'AAaa11!!', 'password'] },
  { check: 'isStrongPassword', args: [{ minLength: 4, minSymbols: 0, minNumbers: 2 }], seeds: ['Aa11', 'Aa1'] },
  { check: 'isCreditCard', seeds: ['4111111111111111', '4111 1111-1111 1111'], isWide: true },
  { check: 'isCurrency', seeds: ['$10.50'], isWide: true },
  { check: 'isPhoneNumber', args: ['US'], seeds: ['+14155552671'], isWide: true },
  { check: 'isMobilePhone', args: ['en-US'], seeds: ['+14155552671'], isWide: true },
  { check: 'isPostalCode', args: ['DE'], seeds: ['10115'], isWide: true },
  { check: 'isIdentityCard', args: ['ES'], seeds: ['99999999R'], isWide: true },
  { check: 'isPassportNumber', args: ['DE'], seeds: ['C01X00T47'], isWide: true },
  { check: 'isTaxId', args: ['en-US'], seeds: ['01-1234567'], isWide: true },
  { check: 'isISO31661Alpha2', seeds: ['DE', 'de', 'XX'], isWide: true },
  { check: 'isISO31661Alpha3', seeds: ['DEU'], isWide: true },
  { check: 'isISO31661Numeric', seeds: ['276'], isWide: true },
  { check: 'isISO4217CurrencyCode', seeds: ['EUR', 'eur'], isWide: true },
  { check: 'isISO6391', seeds: ['de'], isWide: true },
  { check: 'isLocale', seeds: ['en-GB', 'zh_Hans', 'x-private'], isWide: true },
  { check: 'isIBAN', seeds: ['DE89 3704 0044 0532 0130 00', 'DE89370400440532013000'], isWide: true },
  { check: 'isBIC', seeds: ['DEUTDEFF', 'DEUTDEFF500'], isWide: true },
  { check: 'isEAN', seeds: ['73513537', '9421023610112'], isWide: true },
  { check: 'isISBN', constraint: 'isIsbn', seeds: ['978-3-16-148410-0', '3-401-01319-X'], isWide: true },
  { check: 'isISIN', constraint: 'isIsin', seeds: ['US0378331005'], isWide: true },
  { check: 'isISSN', seeds: ['2049-3630', '03785955'], isWide: true },
  { check: 'isISRC', seeds: ['USRC17607839'] },
  { check: 'isBtcAddress', seeds: ['1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'] },
  { check: 'isEthereumAddress', seeds: [`0x${'aB'.repeat(20)}`] },
  { check: 'isFirebasePushId', constraint: 'IsFirebasePushId', seeds: ['-M-Jh_1KAH5rYJF_7-kY'] },
]; // prettier-ignore

describe('schemas of string checks', () => {
  const checks = classValidator as unknown as Readonly<Record<string, Check>>;

  it.each(
    CASES.map(
      (one) => [`${one.check}(${JSON.stringify(one.args ?? []).slice(1, -1)})`, one] as const,
    ),
  )('%s accepts the same texts', (_, { check, constraint = check, args = [], seeds, isWide }) => {
    const derive = STRING_CONSTRAINTS[constraint];
    const { schema } = derive?.(args, { type: {} as never, isNested: false, isString: true }) ?? {};
    expect(schema).toBeDefined();
    const validate = compile(schema ?? {});
    const texts = seeds.flatMap(mutationsOf);
    const wrong = texts.filter((text) => {
      const isAccepted = attempt(() => checks[check](text, ...args));
      return isWide ? isAccepted && !validate(text) : isAccepted !== validate(text);
    });
    expect(wrong).toEqual([]);
    expect(validate(5)).toBe(false);
  });

  it('has a case for every string check', () => {
    const covered = new Set(CASES.map(({ check, constraint = check }) => constraint));
    expect(Object.keys(STRING_CONSTRAINTS).filter((name) => !covered.has(name))).toEqual([]);
  });
});

function attempt(check: () => boolean): boolean {
  try {
    return check();
  } catch {
    return false;
  }
}
