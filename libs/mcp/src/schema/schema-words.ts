import { isJsonObject } from '../protocol/json-rpc.js';
import type { JsonSchema } from './json-schema.js';
import { SPELLED_OUT, type MarkedSchema } from './schema-marks.js';
import { typesOf, type JsonType } from './schema-types.js';

/**
 * The rules of JSON Schema in plain English: for a caller who broke one, and for the description of
 * a published schema that may not say it in a keyword.
 */

/** The rule as it stands after "must", e.g. `be at least 1`; undefined for other keywords. */
export function ruleWords(keyword: string, rule: unknown): string | undefined {
  // What a keyword's value looks like was checked at boot (`check-schema.ts`).
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.hasOwn(RULES, keyword) ? RULES[keyword]?.(rule as never) : undefined;
}

/** The same for a rule that stands in a node, whose other keywords and marks may say it better. */
export function ruleWordsIn(
  node: MarkedSchema,
  keyword: string,
  rule: unknown,
): string | undefined {
  // Bounds that nobody wrote: a library's own "safe integer".
  if (isSafeBound(keyword, rule) && typesOf(node.type).includes('integer')) return 'be an integer';
  const spelled = keyword === 'pattern' ? node[SPELLED_OUT] : undefined;
  if (typeof spelled === 'string') return `fit: ${spelled}`;
  if (spelled && node.format !== undefined) return ruleWords('format', node.format);
  return ruleWords(keyword, rule);
}

function isSafeBound(keyword: string, rule: unknown): boolean {
  if (keyword === 'minimum') return rule === Number.MIN_SAFE_INTEGER;
  return keyword === 'maximum' && rule === Number.MAX_SAFE_INTEGER;
}

/** Whether the keyword is a rule that words can tell. */
export function hasWords(keyword: string): boolean {
  return Object.hasOwn(RULES, keyword);
}

const RULES: Readonly<Record<string, (rule: never) => string | undefined>> = {
  minimum: (n: number) => `be at least ${n}`,
  maximum: (n: number) => `be at most ${n}`,
  exclusiveMinimum: (n: number) => `be greater than ${n}`,
  exclusiveMaximum: (n: number) => `be less than ${n}`,
  multipleOf: (n: number) => `be a multiple of ${n}`,
  minLength: (n: number) => `have at least ${count(n, 'character')}`,
  maxLength: (n: number) => `have at most ${count(n, 'character')}`,
  pattern: (pattern: string) => `match the pattern ${pattern}`,
  format: (format: string) => `be ${FORMATS[format] ?? `in the format ${format}`}`,
  contentEncoding: (encoding: string) => `be ${encoding} encoded`,
  contentMediaType: (type: string) => `hold ${type}`,
  minItems: (n: number) => `have at least ${count(n, 'item')}`,
  maxItems: (n: number) => `have at most ${count(n, 'item')}`,
  uniqueItems: (unique: boolean) => (unique ? 'not hold the same item twice' : undefined),
  minProperties: (n: number) => `have at least ${count(n, 'property', 'properties')}`,
  maxProperties: (n: number) => `have at most ${count(n, 'property', 'properties')}`,
  enum: (values: readonly unknown[] | undefined) => values && `be ${oneOfWords(values)}`,
  const: (value: unknown) => `be ${JSON.stringify(value)}`,
  contains: (item: JsonSchema) => `hold an item that ${mustBe(item)}`,
  not: (node: JsonSchema) => notWords(node),
  propertyNames: (node: JsonSchema) => `have only keys that ${mustBe(node)}`,
  dependentRequired: (map: Readonly<Record<string, readonly string[]>>) =>
    Object.entries(map)
      .map(([key, others]) => `have ${others.join(', ')} where ${key} is given`)
      .join(' and '),
};

const FORMATS: Readonly<Record<string, string>> = {
  'date-time': 'a date-time, e.g. 2026-12-24T10:00:00Z',
  date: 'a date, e.g. 2026-12-24',
  time: 'a time, e.g. 10:00:00Z',
  duration: 'an ISO 8601 duration, e.g. P1DT2H',
  email: 'an e-mail address',
  'idn-email': 'an e-mail address',
  hostname: 'a host name',
  ipv4: 'an IPv4 address',
  ipv6: 'an IPv6 address',
  uuid: 'a UUID',
  uri: 'a URL',
  'uri-reference': 'a URL or a relative reference',
  iri: 'a URL',
  regex: 'a regular expression',
  'json-pointer': 'a JSON pointer',
};

/** All rules of a small node after "must", joined by "and"; undefined where it says none. */
export function mustWords(node: MarkedSchema): string | undefined {
  const rules = Object.entries(node).flatMap(
    ([keyword, rule]) => ruleWordsIn(node, keyword, rule) ?? [],
  );
  const types = node.enum === undefined && !('const' in node) ? typesOf(node.type) : [];
  // A set: of a spelled-out pattern and the format beside it, both say the same.
  const words = new Set(types.length > 0 ? [`be ${typeWords(types)}`, ...rules] : rules);
  return words.size > 0 ? [...words].join(' and ') : undefined;
}

function mustBe(node: JsonSchema): string {
  const words = mustWords(node);
  return words === undefined ? 'must fit' : `must ${words}`;
}

function notWords(node: unknown): string | undefined {
  if (!isJsonObject(node)) return undefined;
  if (node.const === '') return 'not be empty';
  const inner = mustWords(node);
  if (inner === undefined) return Object.keys(node).length === 0 ? 'not be given' : undefined;
  return inner.startsWith('be ') || inner.startsWith('hold ') || inner.startsWith('match ')
    ? `not ${inner}`
    : `not (${inner})`;
}

/** `an integer or a string`. */
export function typeWords(types: Iterable<JsonType>): string {
  const names = [...types].map((type) => TYPES[type]);
  return alternatives(names);
}

const TYPES: Readonly<Record<JsonType, string>> = {
  string: 'a string',
  number: 'a number',
  integer: 'an integer',
  boolean: 'a boolean',
  array: 'an array',
  object: 'an object',
  null: 'null',
};

/** `"a"`, `one of "a", "b"`; long lists are cut. */
export function oneOfWords(values: readonly unknown[]): string {
  const shown = values.slice(0, 50).map((value) => JSON.stringify(value));
  const more = values.length > shown.length ? `, … (${values.length} in all)` : '';
  return shown.length === 1 ? (shown[0] ?? '') : `one of ${shown.join(', ')}${more}`;
}

/** `a, b or c`. */
export function alternatives(names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} or ${last}`;
}

function count(n: number, one: string, many = `${one}s`): string {
  return `${n} ${n === 1 ? one : many}`;
}
