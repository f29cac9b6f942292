import { inspectorProblems, type McpInspectorOptions } from '../inspector/inspector.options.js';
import type { SetupProblem } from '../errors/setup.error.js';
import { isFieldName } from '../protocol/header-field.js';
import { LONGEST_TIMER } from '../wire/timers.js';
import type { McpHttpOptions, McpModuleOptions, McpSessionOptions } from './mcp.options.js';
import { isLongEnough, SHORTEST_KEY, variableProblems } from './session-keys.js';

/** What an option's value must be; undefined where it is right. */
type Rule = (value: unknown) => string | undefined;

type Rules<Options> = { readonly [Key in keyof Required<Options>]: Rule };

const anything: Rule = () => undefined;
const text: Rule = (value) => (typeof value === 'string' && value !== '' ? undefined : 'a text');
const flag: Rule = (value) => (typeof value === 'boolean' ? undefined : 'true or false');
const list: Rule = (value) => (Array.isArray(value) ? undefined : 'an array');
const headerNames: Rule = (value) =>
  Array.isArray(value) && value.every((name) => typeof name === 'string' && isFieldName(name))
    ? undefined
    : 'an array of header names';
const whole: Rule = (value) =>
  typeof value === 'number' && Number.isInteger(value) && value > 0
    ? undefined
    : 'a whole number, at least 1';
const oneOf =
  (...words: readonly string[]): Rule =>
  (value) =>
    words.includes(value as string) ? undefined : words.map((word) => `'${word}'`).join(' or ');
const address: Rule = (value) =>
  typeof value === 'string' && URL.canParse(value) ? undefined : 'an absolute URL';

/** What a timer is set to: beyond its bounds it would fire at once, again and again. */
const time =
  (least: number): Rule =>
  (value) =>
    Number.isInteger(value) && (value as number) >= least && (value as number) <= LONGEST_TIMER
      ? undefined
      : `a whole number of milliseconds, at least ${least} and at most ${LONGEST_TIMER}`;
const signingKeys: Rule = (value) =>
  Array.isArray(value) && value.every(isLongEnough)
    ? undefined
    : `an array of texts, each of at least ${SHORTEST_KEY} characters`;

const HTTP: Rules<McpHttpOptions> = {
  bodyLimit: whole,
  maxDepth: whole,
  allowedOrigins: list,
  allowedHosts: list,
  bodyTimeout: time(1),
  cors: flag,
};

const SESSIONS: Rules<McpSessionOptions> = { keys: signingKeys, ttl: whole, replicas: flag };

const INSPECTOR: Rules<McpInspectorOptions> = { allowInProduction: flag };

const flagOrObject: Rule = (value) =>
  typeof value === 'boolean' || (typeof value === 'object' && value !== null)
    ? undefined
    : 'true, false or an object';

const OPTIONS: Rules<McpModuleOptions> = {
  name: text,
  version: text,
  title: text,
  websiteUrl: address,
  icons: list,
  instructions: text,
  serve: anything,
  // `endpoint-path.ts` says more about it.
  path: text,
  ignoreGlobalPrefix: flag,
  publicUrl: address,
  http: anything,
  tools: anything,
  decorators: list,
  guards: list,
  schemaProfile: oneOf('portable', 'full', 'gemini'),
  visibility: oneOf('all', 'guarded'),
  routeMiddleware: oneOf('run', 'skip'),
  authenticate: list,
  languages: anything,
  oauth: anything,
  inspector: flagOrObject,
  audit: anything,
  credentialHeaders: headerNames,
  sessions: anything,
  bus: anything,
  maxStreams: whole,
  requestStateTtl: whole,
  singleUse: anything,
  principalOf: anything,
  listCache: anything,
  extensions: anything,
  pageSize: whole,
  maxInFlight: whole,
  timeout: time(1),
  maxTimeout: time(1),
  resultLimit: whole,
  drainTimeout: time(0),
  keepAlive: time(1),
  streamAfter: time(0),
  queueSize: whole,
};

/**
 * What is wrong with the module's options. Types catch it in `forRoot()`; what comes from a
 * configuration, or through `forRootAsync()`, they do not see, and a misspelt `visibility` must not
 * quietly mean `all`.
 */
export function optionProblems(options: McpModuleOptions): SetupProblem[] {
  return [
    ...problemsIn(options, OPTIONS, 'McpModule.forRoot'),
    ...problemsIn(options.http ?? {}, HTTP, 'McpModule.forRoot http'),
    ...problemsIn(Object(options.inspector) as object, INSPECTOR, 'McpModule.forRoot inspector'),
    ...problemsIn(options.sessions ?? {}, SESSIONS, 'McpModule.forRoot sessions'),
    ...variableProblems(options.sessions),
    ...inspectorProblems(options.inspector),
  ];
}

function problemsIn(options: object, rules: Readonly<Record<string, Rule>>, place: string) {
  return Object.entries(options).flatMap(([key, value]): SetupProblem[] => {
    if (value === undefined) return [];
    const rule = Object.hasOwn(rules, key) ? rules[key] : undefined;
    if (!rule) return [problem(place, key, 'there is no such option', Object.keys(rules))];
    const wanted = rule(value);
    return wanted === undefined ? [] : [problem(place, key, `must be ${wanted}`)];
  });
}

function problem(place: string, key: string, message: string, known?: string[]): SetupProblem {
  return {
    code: 'MCP_OPTION_INVALID',
    where: `${place}({ ${key} })`,
    message,
    remedy: known ? `use one of: ${known.join(', ')}` : 'correct it, or leave it out',
  };
}
