import type { SetupProblem } from '../../errors/setup.error.js';
import { isJsonObject } from '../../protocol/json-rpc.js';
import { LOCAL_ORIGIN } from '../../registry/tool-source.js';
import { CLIENT_DEFAULT_LIMITS, type McpClientOptions } from '../client.options.js';
import { TRANSPORT_TYPES, transportOf, type ServerEntry } from './server-entry.js';
import { EXPOSE_FIELDS, OAUTH_FIELDS, REQUIRED_FIELDS, SERVER_FIELDS } from './server-fields.js';

/** Leaves room for the tool's part of a name of 64 characters. */
const LONGEST_KEY = 40;
const CODE = 'MCP_CLIENT_CONFIG';
const LIMIT_NAMES = Object.keys(CLIENT_DEFAULT_LIMITS);

/** What became of a configuration: entries, or problems; notices are no problems. */
export interface CheckedServers {
  readonly entries: readonly ServerEntry[];
  readonly problems: readonly SetupProblem[];
  readonly notices: readonly string[];
}

/** Checks the servers of a configuration, whether written in code or read from a file. */
export function checkServers(
  servers: Readonly<Record<string, unknown>>,
  defaults: McpClientOptions['defaults'] = {},
): CheckedServers {
  const entries = new Map<string, ServerEntry>();
  const problems: SetupProblem[] = [];
  const notices: string[] = [];
  for (const [name, options] of Object.entries(servers)) {
    const where = `servers.${name}`;
    const key = toServerKey(name);
    if (key !== name) notices.push(`The server "${name}" is called "${key}" in names of tools`);
    problems.push(...keyProblems(where, key, entries), ...optionProblems(where, options));
    const entry = isJsonObject(options) ? toEntry(key, options, defaults) : undefined;
    if (entry && !entries.has(key)) entries.set(key, entry);
  }
  return { entries: [...entries.values()], problems, notices };
}

/** A configured name as it is used in names of tools: letters, digits and `-`. */
export function toServerKey(name: string): string {
  return name.replace(/[^A-Za-z0-9-]/g, '-');
}

function keyProblems(
  where: string,
  key: string,
  taken: ReadonlyMap<string, ServerEntry>,
): SetupProblem[] {
  if (key === LOCAL_ORIGIN) {
    return [problem(where, `"${key}" stands for our own tools`, 'Choose another key')];
  }
  if (key === '' || key.length > LONGEST_KEY) {
    return [problem(where, `a key has 1 to ${LONGEST_KEY} characters`, 'Choose another key')];
  }
  if (!taken.has(key)) return [];
  return [problem(where, `another server is called "${key}" as well`, 'Choose another key')];
}

function optionProblems(where: string, options: unknown): SetupProblem[] {
  if (!isJsonObject(options)) return [problem(where, 'must be an object', 'See docs/client.md')];
  const transport = transportOf(options);
  if (!transport) {
    const remedy = `Give "command" (stdio), "url", or a "type" out of ${TRANSPORT_TYPES.join(', ')}`;
    return [problem(where, 'does not tell its transport', remedy)];
  }
  const required = REQUIRED_FIELDS[transport];
  const problems = fieldProblems(where, options, SERVER_FIELDS[transport], transport);
  if (options[required] === undefined) {
    problems.push(problem(where, `lacks "${required}"`, `A ${transport} server needs it`));
  }
  if (isJsonObject(options.oauth)) {
    problems.push(...fieldProblems(`${where}.oauth`, options.oauth, OAUTH_FIELDS, 'oauth'));
    problems.push(...oauthProblems(`${where}.oauth`, options.oauth, options.authProvider));
  }
  if (isJsonObject(options.expose)) {
    problems.push(...fieldProblems(`${where}.expose`, options.expose, EXPOSE_FIELDS, 'expose'));
  }
  return problems;
}

function fieldProblems(
  where: string,
  options: Readonly<Record<string, unknown>>,
  fields: Readonly<Record<string, (value: unknown) => string | undefined>>,
  what: string,
): SetupProblem[] {
  return Object.entries(options).flatMap(([name, value]) => {
    if (value === undefined) return [];
    const place = `${where}.${name}`;
    if (!Object.hasOwn(fields, name)) {
      const known = Object.keys(fields).join(', ');
      return [problem(place, `unknown key "${name}"`, `Keys of ${what} are ${known}`)];
    }
    const wrong = fields[name]?.(value);
    return wrong ? [problem(place, wrong, 'See docs/client.md')] : [];
  });
}

function oauthProblems(
  where: string,
  oauth: Readonly<Record<string, unknown>>,
  provider: unknown,
): SetupProblem[] {
  const { clientId, clientSecret, privateKey, issuer, type } = oauth;
  if (provider !== undefined) {
    return [problem(where, 'stands beside "authProvider"', 'Keep one of the two')];
  }
  if (type === undefined) return [problem(where, 'lacks "type"', 'Say "client_credentials"')];
  if (clientId === undefined) return [problem(where, 'lacks "clientId"', 'Add it')];
  if (issuer === undefined) {
    // Without it, the MCP server would choose who is shown the secret.
    const remedy = 'Name the authorization server that may see the credentials';
    return [problem(where, 'lacks "issuer"', remedy)];
  }
  if ((clientSecret === undefined) === (privateKey === undefined)) {
    return [problem(where, 'needs "clientSecret" or "privateKey"', 'Give exactly one of them')];
  }
  return [];
}

function toEntry(
  key: string,
  options: Readonly<Record<string, unknown>>,
  defaults: NonNullable<McpClientOptions['defaults']>,
): ServerEntry | undefined {
  const transport = transportOf(options);
  if (!transport) return undefined;
  const limits = { ...CLIENT_DEFAULT_LIMITS, ...dropUndefined(defaults) };
  for (const name of LIMIT_NAMES) {
    if (options[name] !== undefined) Object.assign(limits, { [name]: options[name] });
  }
  // Only used where no problem was found: then the options are of the transport's type.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return { key, transport, limits, options } as unknown as ServerEntry;
}

function dropUndefined<T extends object>(value: T): T {
  const entries = Object.entries(value).filter(([, member]) => member !== undefined);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.fromEntries(entries) as T;
}

function problem(where: string, message: string, remedy: string): SetupProblem {
  return { code: CODE, where, message, remedy };
}
