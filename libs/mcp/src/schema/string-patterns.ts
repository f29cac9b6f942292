/**
 * What class-validator's string checks (the `validator` package, 13.15) accept, as patterns under
 * the `u` flag. Options that are rarely used are not followed into every corner: then the pattern
 * is wider than the check, never narrower.
 */

const HEX = '[0-9a-fA-F]';

/** `\u00a1-\uffff` of an expression without `u` includes both halves of a surrogate pair. */
const WIDE = String.raw`\u00a1-\uff00\uff5f-\uffff\u{10000}-\u{10ffff}`;
const TLD_LETTER = String.raw`(?![\s\uff01-\uff5e])[A-Za-z\u00A1-\u00A8\u00AA-\uD7FF\uF900-\uFDCF\uFDF0-\uFFEF]`;

/** Options of `@IsFQDN()`, which `@IsEmail()` and `@IsUrl()` hand on. */
export interface DomainOptions {
  readonly require_tld?: boolean;
  readonly allow_underscores?: boolean;
  readonly allow_trailing_dot?: boolean;
  readonly allow_numeric_tld?: boolean;
  readonly allow_wildcard?: boolean;
  readonly ignore_max_length?: boolean;
}

/** A domain name, without anchors. */
export function domain(options: DomainOptions = {}): string {
  const inner = `A-Za-z0-9${options.allow_underscores ? '_' : ''}${WIDE}`;
  const longest = options.ignore_max_length ? '' : '61';
  const label = `[${inner}](?:[${inner}-]{0,${longest}}[${inner}])?`;
  const longestTld = options.ignore_max_length ? '' : '63';
  const tld = `(?:(?:${TLD_LETTER}){2,${longestTld}}|[xX][nN][A-Za-z0-9-]+[A-Za-z0-9])`;
  const needsTld = options.require_tld ?? true;
  const notNumeric = options.allow_numeric_tld ? '' : String.raw`(?!\d+(?![${inner}-]))`;
  const last = needsTld && !options.allow_numeric_tld ? tld : notNumeric + label;
  const start = options.allow_wildcard ? String.raw`(?:\*\.)?` : '';
  const end = options.allow_trailing_dot ? String.raw`\.?` : '';
  const labels = String.raw`(?:${label}\.)${needsTld ? '+' : '*'}`;
  return `${start}${labels}${last}${end}`;
}

export interface EmailOptions extends DomainOptions {
  readonly allow_utf8_local_part?: boolean;
  readonly [option: string]: unknown;
}

/** `String.raw` cannot hold one. */
const BACKTICK = '`';

const EMAIL_OPTIONS = [
  'require_tld',
  'allow_underscores',
  'ignore_max_length',
  'allow_utf8_local_part',
];

/**
 * Whether no other option is set. validator writes its defaults into the very object that it is
 * given, so after a first validation every option is there.
 */
function setsOnly(options: Readonly<Record<string, unknown>>, known: readonly string[]): boolean {
  return Object.entries(options).every(
    ([option, value]) => known.includes(option) || isDefault(option, value),
  );
}

const TRUE_BY_DEFAULT = [
  'require_host',
  'require_valid_protocol',
  'allow_fragments',
  'allow_query_components',
  'validate_length',
];

function isDefault(option: string, value: unknown): boolean {
  if (TRUE_BY_DEFAULT.includes(option)) return value === true;
  if (option === 'max_allowed_length') return value === 2084;
  return !value || (Array.isArray(value) && value.length === 0);
}

export function email(options: EmailOptions = {}): string {
  // Display names, IP domains, black lists …: the check goes its own way, the pattern does not.
  if (!setsOnly(options, EMAIL_OPTIONS)) return '@';
  const utf8 = options.allow_utf8_local_part ?? true;
  const wide = utf8 ? String.raw`\u00A1-\uD7FF\uF900-\uFDCF\uFDF0-\uFFEF` : '';
  const atom = String.raw`[A-Za-z\d!#$%&'*+\-\/=?^_${BACKTICK}{|}~${wide}]+`;
  const quotable = utf8 ? String.raw`\u00A0-\uD7FF\uF900-\uFDCF\uFDF0-\uFFEF` : '';
  const plain = String.raw`[\s\x01-\x08\x0b\x0c\x0e-\x1f\x7f\x21\x23-\x5b\x5d-\x7e${quotable}]`;
  const escaped = String.raw`\\[\x01-\x09\x0b\x0c\x0d-\x7f${quotable}]`;
  const local = String.raw`(?:${atom}(?:\.${atom})*|"(?:(?:${plain}|${escaped})*")?)`;
  const lengths = options.ignore_max_length ? '' : String.raw`(?![\s\S]{255})(?![\s\S]{65,}@)`;
  return `^${lengths}${local}@${domain(options)}$`;
}

export interface UrlOptions extends DomainOptions {
  readonly protocols?: readonly string[];
  readonly require_protocol?: boolean;
  readonly [option: string]: unknown;
}

const URL_OPTIONS = ['protocols', 'require_protocol', 'require_tld', 'allow_underscores'];
const PORT = String.raw`:0*(?:[1-9]\d{0,3}|[1-5]\d{4}|6[0-4]\d{3}|65[0-4]\d\d|655[0-2]\d|6553[0-5])`;

export function url(options: UrlOptions = {}): string {
  const protocols = options.protocols ?? ['http', 'https', 'ftp'];
  if (
    !setsOnly(options, URL_OPTIONS) ||
    protocols.some((name) => !/^[a-z][a-z0-9+.-]*$/.test(name))
  )
    return String.raw`^[^\s<>]+$`;
  const anyCase = protocols.map((name) =>
    name.replaceAll(/[a-z]/g, (c) => `[${c}${c.toUpperCase()}]`),
  );
  const scheme = `(?:${anyCase
    .join('|')
    .replaceAll('.', String.raw`\.`)
    .replaceAll('+', String.raw`\+`)})`;
  const auth = String.raw`(?:[^\s<>#?\/@:]+(?::[^\s<>#?\/@:]*)?|:[^\s<>#?\/@:]+)@`;
  const host = String.raw`(?:(?:${domain(options)}|${IPV4})(?:${PORT}|:)?|\[${IPV6}\](?:${PORT})?)`;
  const rest = String.raw`(?:\/[^\s<>#?]*)?(?:\?[^\s<>#]*)?(?:#[^\s<>]*)?`;
  // Without slashes, what follows the colon decides: credentials, a port, or else it is a protocol.
  const credentials = String.raw`(?![^@]*%[0-9a-fA-F]{2})[a-zA-Z0-9\-_.%:]*@`;
  const port = String.raw`(?![^\/?#]*@)\d`;
  const withScheme = String.raw`${scheme}:(?:\/\/|(?!\/\/|${credentials}|${port}))`;
  const withoutScheme = String.raw`(?![A-Za-z][A-Za-z0-9+.\-]*:(?!${credentials}|${port}))`;
  const start = options.require_protocol ? withScheme : `(?:${withScheme}|${withoutScheme})`;
  return String.raw`^(?!mailto:)(?![\s\S]{2085})${start}(?:${auth})?${host}${rest}$`;
}

const BYTE = '(?:[0-9]|[1-9][0-9]|1[0-9][0-9]|2[0-4][0-9]|25[0-5])';
const IPV4 = String.raw`(?:${BYTE}\.){3}${BYTE}`;
const IPV6 = ipv6();

function ipv6(): string {
  const word = `(?:${HEX}{1,4})`;
  const forms = [
    `(?:${word}:){7}(?:${word}|:)`,
    `(?:${word}:){6}(?:${IPV4}|:${word}|:)`,
    `(?:${word}:){5}(?::${IPV4}|(?::${word}){1,2}|:)`,
  ];
  for (let rest = 1; rest <= 4; rest += 1) {
    const lead = `(?:${word}:){${5 - rest}}`;
    forms.push(`${lead}(?:(?::${word}){0,${rest}}:${IPV4}|(?::${word}){1,${rest + 2}}|:)`);
  }
  forms.push(`(?::(?:(?::${word}){0,5}:${IPV4}|(?::${word}){1,7}|:))`);
  return `(?:${forms.join('|')})(?:%[0-9a-zA-Z.]+)?`;
}

/** @param version - 4, 6, or both where it is undefined. */
export function ipAddress(version?: unknown): string {
  if (String(version) === '4') return `^${IPV4}$`;
  if (String(version) === '6') return `^${IPV6}$`;
  return `^(?:${IPV4}|${IPV6})$`;
}

export interface MacOptions {
  readonly eui?: string | number;
  readonly no_colons?: boolean;
  readonly no_separators?: boolean;
}

export function macAddress(options: MacOptions = {}): string {
  const bare = options.no_colons || options.no_separators;
  const form = (bytes: number, group: number): string => {
    if (bare) return `${HEX}{${bytes * 2}}`;
    const separated = `${HEX}{2}([-:\\s])(?:${HEX}{2}\\${group}){${bytes - 2}}${HEX}{2}`;
    return String.raw`${separated}|(?:${HEX}{4}\.){${bytes / 2 - 1}}${HEX}{4}`;
  };
  if (options.eui !== undefined) return `^(?:${form(`${options.eui}` === '64' ? 8 : 6, 1)})$`;
  return `^(?:${form(6, 1)}|${form(8, 2)})$`;
}

const UUID_VARIANT = (version: string): string =>
  `${HEX}{8}-${HEX}{4}-${version}${HEX}{3}-[89abAB]${HEX}{3}-${HEX}{12}`;
const NIL = '00000000-0000-0000-0000-000000000000';
const MAX = '[fF]{8}-[fF]{4}-[fF]{4}-[fF]{4}-[fF]{12}';

/** @param version - As `@IsUUID()` takes it: `4`, `'all'`, `'loose'`, a list of them. */
export function uuid(version: unknown = 'all'): string {
  const versions = Array.isArray(version) ? version : [version ?? 'all'];
  return `^(?:${versions.map((one) => uuidForm(String(one))).join('|')})$`;
}

function uuidForm(version: string): string {
  if (version === 'all') return `${UUID_VARIANT('[1-8]')}|${NIL}|${MAX}`;
  if (version === 'loose') return `${HEX}{8}-${HEX}{4}-${HEX}{4}-${HEX}{4}-${HEX}{12}`;
  if (version === 'nil') return NIL;
  if (version === 'max') return MAX;
  // An unknown version is one that the check refuses for every value.
  return /^[1-8]$/.test(version) ? UUID_VARIANT(version) : '(?!)';
}

/** What `uuid(version)` asks for beyond any UUID. */
export function uuidWords(version: unknown): string | undefined {
  const known =
    version !== undefined && version !== null && version !== 'all' && version !== 'loose';
  return known ? `UUID version ${String(version as string)}` : undefined;
}
