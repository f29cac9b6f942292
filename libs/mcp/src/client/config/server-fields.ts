import { isFieldName, isFieldValue } from '../../protocol/header-field.js';
import { isJsonObject } from '../../protocol/json-rpc.js';
import { LONGEST_TIMER } from '../../wire/timers.js';
import { isLegalToolName } from '../remote-tool-name.js';
import type { ClientTransportName } from './server-entry.js';

/** What is wrong with a value, as the end of a sentence that begins with its place. */
type Check = (value: unknown) => string | undefined;

const isStrings = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');
const isTextRecord = (value: unknown): value is Readonly<Record<string, string>> =>
  isJsonObject(value) && Object.values(value).every((item) => typeof item === 'string');
const isWhole = (value: unknown): value is number => Number.isInteger(value);

const NO_STRINGS = 'must be a list of strings';
const NO_TEXT_RECORD = 'must be an object of strings';

const string: Check = (value) => (typeof value === 'string' ? undefined : 'must be a string');
const text: Check = (value) =>
  typeof value === 'string' && value !== '' ? undefined : 'must be a string with something in it';
const boolean: Check = (value) =>
  typeof value === 'boolean' ? undefined : 'must be true or false';
const strings: Check = (value) => (isStrings(value) ? undefined : NO_STRINGS);
const time: Check = (value) =>
  typeof value === 'number' && value > 0 && value <= LONGEST_TIMER
    ? undefined
    : `must be milliseconds between 1 and ${LONGEST_TIMER}`;
const count: Check = (value) =>
  isWhole(value) && value > 0 ? undefined : 'must be a whole number above 0';
const countOrNone: Check = (value) =>
  isWhole(value) && value >= 0 ? undefined : 'must be a whole number';
const func: Check = (value) => (typeof value === 'function' ? undefined : 'must be a function');
const object: Check = (value) => (isJsonObject(value) ? undefined : 'must be an object');
const textRecord: Check = (value) => (isTextRecord(value) ? undefined : NO_TEXT_RECORD);
const oneOf = (...values: readonly string[]): Check => {
  const list = values.map((item) => `"${item}"`).join(', ');
  return (value) => (values.some((item) => item === value) ? undefined : `must be one of ${list}`);
};

const headers: Check = (value) => {
  if (!isTextRecord(value)) return NO_TEXT_RECORD;
  for (const [name, content] of Object.entries(value)) {
    if (!isFieldName(name)) return `holds "${name}", which is no header name`;
    if (!isFieldValue(content)) return `holds a value of "${name}" that no header can carry`;
  }
  return undefined;
};

const url =
  (...schemes: readonly string[]): Check =>
  (value) => {
    if (typeof value !== 'string') return 'must be a string';
    if (URL.canParse(value) && schemes.includes(new URL(value).protocol)) return undefined;
    return `must be an address that begins with ${schemes.map((scheme) => `${scheme}//`).join(' or ')}`;
  };

/** Headers that say who calls: they are meant for us, never for another server (confused deputy). */
const CREDENTIALS = new Set([
  'authorization',
  'proxy-authorization',
  'cookie',
  'set-cookie',
  'dpop',
  'x-api-key',
]);
/** Headers that describe one connection or one message, not its caller. */
const OF_THE_MESSAGE =
  /^(mcp-.*|host|content-.*|transfer-encoding|connection|keep-alive|upgrade|te|trailer|accept|origin)$/;

const forwardHeaders: Check = (value) => {
  if (!isStrings(value)) return NO_STRINGS;
  for (const name of value) {
    if (!isFieldName(name)) return `holds "${name}", which is no header name`;
    if (CREDENTIALS.has(name.toLowerCase())) {
      return `holds "${name}": a caller's credentials are never passed on to another server`;
    }
    if (OF_THE_MESSAGE.test(name.toLowerCase())) {
      return `holds "${name}", which belongs to one message and cannot be passed on`;
    }
  }
  return undefined;
};

const rename: Check = (value) => {
  if (!isTextRecord(value)) return NO_TEXT_RECORD;
  const wrong = Object.values(value).find((name) => !isLegalToolName(name));
  return wrong === undefined ? undefined : `holds "${wrong}", which no client takes as a name`;
};

const COMMON: Readonly<Record<string, Check>> = {
  type: string,
  disabled: boolean,
  protocol: oneOf('auto', 'legacy', '2026-07-28'),
  connectTimeout: time,
  timeout: time,
  maxTimeout: time,
  concurrency: count,
  queueSize: countOrNone,
  tools: strings,
  expose: (value) =>
    boolean(value) && object(value) ? 'must be true, false or an object' : undefined,
};

const HTTP: Readonly<Record<string, Check>> = {
  ...COMMON,
  url: url('http:', 'https:'),
  headers,
  oauth: object,
  authProvider: object,
};

/** Every key that an entry may have, by transport, with the check of its value. */
export const SERVER_FIELDS: Readonly<Record<ClientTransportName, Readonly<Record<string, Check>>>> =
  {
    stdio: { ...COMMON, command: text, args: strings, env: textRecord, cwd: text },
    http: { ...HTTP, forwardHeaders },
    sse: HTTP,
    websocket: { ...COMMON, url: url('ws:', 'wss:'), headers, pingInterval: time },
    'in-process': { ...COMMON, connect: func },
  };

/** Keys without which an entry means nothing. */
export const REQUIRED_FIELDS: Readonly<Record<ClientTransportName, string>> = {
  stdio: 'command',
  http: 'url',
  sse: 'url',
  websocket: 'url',
  'in-process': 'connect',
};

/** The keys of `oauth`. */
export const OAUTH_FIELDS: Readonly<Record<string, Check>> = {
  type: oneOf('client_credentials'),
  clientId: text,
  clientSecret: text,
  privateKey: text,
  algorithm: text,
  scope: string,
  issuer: url('https:', 'http:'),
};

/** The keys of `expose`. */
export const EXPOSE_FIELDS: Readonly<Record<string, Check>> = {
  include: strings,
  exclude: strings,
  rename,
  guards: (value) => (Array.isArray(value) ? undefined : 'must be a list of guards'),
};
