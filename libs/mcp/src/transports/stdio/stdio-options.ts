import { parseArgs } from 'node:util';
import { LONGEST_TIMER } from '../../wire/timers.js';
import { furtherHeaders, headerValue, messageOf, readAt } from './start-headers.js';

/** What a start-up option says about every call of the process. */
export interface StdioSettings {
  /** `authorization` header of every call. */
  readonly authorization?: string;
  /** `x-tenant-id` header. */
  readonly tenant?: string;
  /** `x-correlation-id` header. */
  readonly correlationId?: string;
  /** BCP 47 language tag; `accept-language` header. */
  readonly locale?: string;
  /** Further headers, lower-case: what guards read that look at another header, e.g. `x-api-key`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Milliseconds that a call may take. */
  readonly timeout?: number;
}

/** What the command line asks for. */
export type StdioCommand =
  | { readonly run: StdioSettings }
  | { readonly show: 'help' | 'version' }
  /** Why the command line or a variable was refused, for people. */
  | { readonly refused: string };

/** The options that take one value; the variable of each is `TOOLPORT_` and its name. */
type ValueName = 'authorization' | 'tenant' | 'correlation-id' | 'locale' | 'timeout';

const PARSE_OPTIONS = {
  authorization: { type: 'string' },
  tenant: { type: 'string' },
  'correlation-id': { type: 'string' },
  locale: { type: 'string' },
  header: { type: 'string', multiple: true },
  timeout: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
} as const;

type Values = ReturnType<typeof parse>;
type Environment = Readonly<Record<string, string | undefined>>;

/** Printed for `--help`. */
export const STDIO_HELP = `Serves the application's MCP tools over standard input and output.

  --authorization <value>    credentials of every call, as the header Authorization
  --tenant <id>              tenant of every call, as the header X-Tenant-Id
  --correlation-id <id>      as the header X-Correlation-Id
  --locale <tag>             language of titles and messages, e.g. de or zh-CN
  --header 'Name: value'     any other header of every call, e.g. X-Api-Key; as often as needed
  --timeout <milliseconds>   how long a call may take
  --help, --version

Each has a variable, which its option beats: TOOLPORT_AUTHORIZATION, TOOLPORT_TENANT,
TOOLPORT_CORRELATION_ID, TOOLPORT_LOCALE, TOOLPORT_TIMEOUT, and TOOLPORT_HEADERS, a JSON object of strings. Prefer the
variable for credentials: other users of the machine can read a command line.
`;

/**
 * Reads the command line and the environment; never throws.
 *
 * @param args without the interpreter and the script
 */
export function readStdioCommand(args: readonly string[], env: Environment): StdioCommand {
  try {
    const values = parse(unwrapped(args));
    if (values.help) return { show: 'help' };
    if (values.version) return { show: 'version' };
    return { run: settingsOf(values, env) };
  } catch (error) {
    return { refused: messageOf(error) };
  }
}

/** The settings as the headers of every call's request. */
export function headersOf(settings: StdioSettings): Record<string, string> {
  const headers: Record<string, string> = { ...settings.headers };
  if (settings.authorization !== undefined) headers['authorization'] = settings.authorization;
  if (settings.tenant !== undefined) headers['x-tenant-id'] = settings.tenant;
  if (settings.correlationId !== undefined) headers['x-correlation-id'] = settings.correlationId;
  if (settings.locale !== undefined) headers['accept-language'] = settings.locale;
  return headers;
}

function parse(args: string[]) {
  const options = PARSE_OPTIONS;
  const { values, tokens } = parseArgs({ args, options, tokens: true, allowPositionals: true });
  const surplus = tokens.find(({ kind }) => kind === 'positional');
  if (surplus) {
    // `--authorization Bearer abc` without quotes: the surplus word may be the secret.
    throw new Error(
      `argument ${surplus.index + 1} belongs to no option; a value with spaces needs quotes`,
    );
  }
  return values;
}

function settingsOf(values: Values, env: Environment): StdioSettings {
  const read = <T>(name: ValueName, reader: (value: string) => T): T | undefined => {
    const option = values[name];
    if (option !== undefined) return readAt(`--${name}`, reader, option);
    const variable = variableOf(name);
    // An empty variable is how most tools unset one.
    return env[variable] ? readAt(variable, reader, env[variable]) : undefined;
  };
  const headers = furtherHeaders(values.header, env['TOOLPORT_HEADERS']);
  return {
    authorization: read('authorization', headerValue),
    tenant: read('tenant', headerValue),
    correlationId: read('correlation-id', headerValue),
    locale: read('locale', languageTag) ?? localeOfLang(env['LANG']),
    headers: Object.keys(headers).length > 0 ? headers : undefined,
    timeout: read('timeout', milliseconds),
  };
}

function variableOf(name: ValueName): string {
  return `TOOLPORT_${name.toUpperCase().replace('-', '_')}`;
}

function languageTag(value: string): string {
  try {
    return Intl.getCanonicalLocales(value)[0];
  } catch (cause) {
    throw new Error('must be a language tag such as de or zh-CN', { cause });
  }
}

function milliseconds(value: string): number {
  const number = Number(value);
  // Node's timers hold no more than 31 bits.
  if (/^\d+$/.test(value) && number >= 1 && number <= LONGEST_TIMER) return number;
  throw new Error('must be a whole number of milliseconds, at least 1');
}

/** `de-DE` of `de_DE.UTF-8`; nothing of `C` and `POSIX`, which name no language. */
function localeOfLang(lang: string | undefined): string | undefined {
  const tag = lang?.split(/[.@]/)[0]?.replace('_', '-');
  if (!tag || tag === 'C' || tag === 'POSIX') return undefined;
  try {
    return Intl.getCanonicalLocales(tag)[0];
  } catch {
    return undefined;
  }
}

/** `nest start --no-shell` hands each argument over in literal double quotes. */
function unwrapped(args: readonly string[]): string[] {
  const quoted = args.length > 0 && args.every((arg) => /^".*"$/s.test(arg));
  return quoted ? args.map((arg) => arg.slice(1, -1)) : [...args];
}
