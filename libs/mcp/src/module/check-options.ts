import { inspectorProblems, type McpInspectorOptions } from '../inspector/inspector.options.js';
import type { SetupProblem } from '../errors/setup.error.js';
import { isFieldName } from '../protocol/header-field.js';
import type { McpHttpOptions, McpModuleOptions, McpSessionOptions } from './mcp.options.js';
import {
  anything,
  flag,
  list,
  object,
  oneOf,
  problemsIn,
  text,
  time,
  whole,
  type Rule,
  type Rules,
} from './option-rules.js';
import { isLongEnough, SHORTEST_KEY, variableProblems } from './session-keys.js';

const headerNames: Rule = (value) =>
  Array.isArray(value) && value.every((name) => typeof name === 'string' && isFieldName(name))
    ? undefined
    : 'an array of header names';
const address: Rule = (value) =>
  typeof value === 'string' && URL.canParse(value) ? undefined : 'an absolute URL';

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
  serve: object,
  // `endpoint-path.ts` says more about it.
  path: text,
  ignoreGlobalPrefix: flag,
  publicUrl: address,
  http: object,
  tools: object,
  decorators: list,
  guards: list,
  schemaProfile: oneOf('portable', 'full', 'gemini'),
  visibility: oneOf('all', 'guarded'),
  routeMiddleware: oneOf('run', 'skip'),
  authenticate: list,
  languages: object,
  oauth: object,
  inspector: flagOrObject,
  audit: anything,
  credentialHeaders: headerNames,
  sessions: object,
  bus: anything,
  maxStreams: whole,
  requestStateTtl: whole,
  singleUse: anything,
  principalOf: anything,
  listCache: anything,
  extensions: anything,
  pageSize: whole,
  maxInFlight: whole,
  maxWaiting: whole,
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
    ...problemsIn(options, OPTIONS, placed()),
    ...problemsIn(options.http ?? {}, HTTP, placed('http')),
    ...problemsIn(Object(options.inspector) as object, INSPECTOR, placed('inspector')),
    ...problemsIn(options.sessions ?? {}, SESSIONS, placed('sessions')),
    ...variableProblems(options.sessions),
    ...inspectorProblems(options.inspector),
  ];
}

/** Where an option stands, as one writes it. */
function placed(of?: string): (key: string) => string {
  return (key) => `McpModule.forRoot({ ${of ? `${of}: { ${key} }` : key} })`;
}
