import { parseArgs } from 'node:util';
import type { SchemaProfile } from '../schema/json-schema.js';
import {
  furtherHeaders,
  headerValue,
  messageOf,
  readAt,
} from '../transports/stdio/start-headers.js';
import { LONGEST_TIMER } from '../wire/timers.js';
import { usage } from './cli.error.js';

/** Where the tools are: an application that is started here, or one that answers already. */
export type Target =
  | {
      readonly module: string;
      readonly configure: string | undefined;
      readonly server: string | undefined;
    }
  | { readonly url: URL };

/** A command line that makes sense. */
export interface Command {
  readonly name: 'list' | 'call' | 'lint' | 'schema' | 'snapshot';
  readonly target: Target;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** What stands behind the command: a tool, `key=value` pairs. */
  readonly words: readonly string[];
  readonly args: string | undefined;
  readonly json: boolean;
  readonly profile: SchemaProfile;
  readonly file: string;
  readonly check: boolean;
  /** Milliseconds. */
  readonly timeout: number;
}

const OPTIONS = {
  module: { type: 'string', short: 'm' },
  configure: { type: 'string', short: 'c' },
  server: { type: 'string', short: 's' },
  url: { type: 'string', short: 'u' },
  header: { type: 'string', short: 'H', multiple: true },
  authorization: { type: 'string' },
  timeout: { type: 'string' },
  args: { type: 'string', short: 'a' },
  profile: { type: 'string' },
  file: { type: 'string', short: 'f' },
  check: { type: 'boolean' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
} as const;

type Values = ReturnType<typeof parse>['values'];

/** Which options belong to one command alone, and how many words it takes. */
const COMMANDS = {
  list: { own: [], words: [0, 0] },
  call: { own: ['args'], words: [1, Infinity] },
  lint: { own: ['profile'], words: [0, 0] },
  schema: { own: [], words: [1, 1] },
  snapshot: { own: ['file', 'check'], words: [0, 0] },
} as const;
const OWN = ['args', 'profile', 'file', 'check'] as const;
const PROFILES: readonly SchemaProfile[] = ['portable', 'full', 'gemini'];
const DEFAULT_TIMEOUT = 60_000;

/** Printed for `--help`. */
export const HELP = `Usage: toolport <command> (--module <file> | --url <address>) [options]

Commands
  list                             the tools, as the caller sees them
  call <tool> [key=value …]        calls a tool; with --args '{"key":"value"}' instead of pairs
  lint                             what model clients refuse or do not understand
  schema <tool>                    the published schemas of a tool
  snapshot                         writes the tool table to a file; with --check, compares it

Where the tools are
  -m, --module <file>[#export]     the built root module, e.g. dist/app.module.js: the application is
                                   built in this process, without a socket
  -c, --configure <file>[#export]  the function that main.ts calls with the application, for its
                                   global guards and pipes
  -s, --server <key>               which server of the module, where it has several; default: the one
                                   without a key
  -u, --url <address>              an endpoint that answers, e.g. http://localhost:3000/mcp

As whom
      --authorization <value>      header Authorization; TOOLPORT_AUTHORIZATION is better, since other
                                   users of the machine can read a command line
  -H, --header 'name: value'       any other header, as often as needed; or TOOLPORT_HEADERS, a JSON
                                   object of strings

Options
      --json                       machine-readable output
      --profile <name>             lint for: portable (default), full, gemini
  -f, --file <file>                of the snapshot, default mcp-tools.json
      --check                      compares the snapshot, writes nothing
      --timeout <milliseconds>     of each request, default ${DEFAULT_TIMEOUT}
  -h, --help, -v, --version

Exit codes: 0 well; 1 findings, drift, a failed call or an application that does not start;
64 a command line that makes no sense.
`;

/** Reads the command line. @throws CliError where it makes no sense */
export function readCommandLine(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Command | 'help' | 'version' {
  const { values, positionals } = parse(argv);
  const [name, ...words] = positionals;
  if (values.help || (name === undefined && argv.length === 0)) return 'help';
  if (values.version) return 'version';
  if (!isCommand(name)) {
    const known = Object.keys(COMMANDS).join(', ');
    throw usage(name === undefined ? `Name a command: ${known}` : `No command "${name}": ${known}`);
  }
  checkCommand(name, words, values);
  return {
    name,
    words,
    target: targetOf(values),
    headers: headersOf(values, env),
    args: values.args,
    json: values.json ?? false,
    profile: profileOf(values.profile ?? 'portable'),
    file: values.file ?? 'mcp-tools.json',
    check: values.check ?? false,
    timeout: millisecondsOf(values.timeout),
  };
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options: OPTIONS, allowPositionals: true, strict: true });
  } catch (error) {
    // The first sentence says what is wrong, the rest how to pass a word that looks like an option.
    throw usage((error instanceof Error ? error.message : String(error)).split('. ', 1)[0]);
  }
}

function isCommand(name: string | undefined): name is Command['name'] {
  return name !== undefined && Object.hasOwn(COMMANDS, name);
}

function checkCommand(name: Command['name'], words: readonly string[], values: Values): void {
  const { own, words: range } = COMMANDS[name];
  const foreign = OWN.find(
    (option) => values[option] !== undefined && !(own as readonly string[]).includes(option),
  );
  if (foreign) throw usage(`--${foreign} has no meaning for "${name}"`);
  const [least, most] = range;
  if (words.length < least) throw usage(`"${name}" needs the name of a tool`);
  if (words.length > most) {
    // It may be half of a secret that wanted quotes: `--authorization Bearer abc`.
    throw usage(`"${name}" takes no further words; a value with spaces needs quotes`);
  }
  if (values.args !== undefined && words.length > 1) {
    throw usage('Give --args or key=value pairs, not both');
  }
}

function targetOf({ module, configure, server, url }: Values): Target {
  if ((module === undefined) === (url === undefined)) {
    throw usage('Say where the tools are, by --module or by --url');
  }
  if (module !== undefined) return { module, configure, server };
  if (configure !== undefined) throw usage('--configure goes with --module');
  if (server !== undefined) throw usage('--server goes with --module; --url names the endpoint');
  if (!URL.canParse(url ?? '')) throw usage('--url is no address: http://host:port/mcp');
  const address = new URL(url ?? '');
  if (!/^https?:$/.test(address.protocol)) throw usage('--url must begin with http: or https:');
  return { url: address };
}

/** Of the stdio server's options this command has `--authorization` alone. */
const OWN_OPTIONS = { authorization: '--authorization' };

function headersOf(
  values: Values,
  env: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const { authorization } = values;
  const { TOOLPORT_AUTHORIZATION: variable, TOOLPORT_HEADERS } = env;
  try {
    const headers = furtherHeaders(values.header, TOOLPORT_HEADERS, OWN_OPTIONS);
    if (authorization !== undefined) {
      headers['authorization'] = readAt('--authorization', headerValue, authorization);
    } else if (variable) {
      // An empty variable is how most tools unset one.
      headers['authorization'] = readAt('TOOLPORT_AUTHORIZATION', headerValue, variable);
    }
    return headers;
  } catch (error) {
    throw usage(messageOf(error));
  }
}

function profileOf(name: string): SchemaProfile {
  const profile = PROFILES.find((one) => one === name);
  if (profile === undefined) throw usage(`--profile is one of ${PROFILES.join(', ')}`);
  return profile;
}

function millisecondsOf(text: string | undefined): number {
  if (text === undefined) return DEFAULT_TIMEOUT;
  const number = Number(text);
  // Node's timers hold no more than 31 bits.
  if (/^\d+$/.test(text) && number >= 1 && number <= LONGEST_TIMER) return number;
  throw usage('--timeout must be a whole number of milliseconds, at least 1');
}
