import { isJsonObject } from '../protocol/json-rpc.js';
import type { JsonSchema } from './json-schema.js';

/** Keywords of 2020-12 (and their draft-07 forerunners) whose value is a map of schemas. */
const MAPS: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
]);

/** Keywords whose value is a list of schemas. */
const LISTS: ReadonlySet<string> = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems']);

/** Keywords whose value is one schema; `items` may be a list in draft-07. */
const SINGLES: ReadonlySet<string> = new Set([
  'items',
  'additionalItems',
  'unevaluatedItems',
  'contains',
  'additionalProperties',
  'unevaluatedProperties',
  'propertyNames',
  'not',
  'if',
  'then',
  'else',
  'contentSchema',
]);

/** Told about each direct subschema: its value (maybe a boolean), JSON pointer and keyword. */
export type SubschemaVisitor = (child: unknown, pointer: string, keyword: string) => void;

/** Visits the direct subschemas of a node; never values like `default`, `enum` or `examples`. */
export function forEachSubschema(node: JsonSchema, pointer: string, visit: SubschemaVisitor): void {
  for (const [keyword, value] of Object.entries(node)) {
    const here = `${pointer}/${escapeToken(keyword)}`;
    if (MAPS.has(keyword) && isJsonObject(value)) {
      for (const [name, child] of Object.entries(value)) {
        visit(child, `${here}/${escapeToken(name)}`, keyword);
      }
    } else if (Array.isArray(value) && (LISTS.has(keyword) || keyword === 'items')) {
      value.forEach((child, index) => visit(child, `${here}/${index}`, keyword));
    } else if (SINGLES.has(keyword)) {
      visit(value, here, keyword);
    }
  }
}

/** Visits a schema and all below it, parents first; booleans are left out. */
export function walkSchema(
  root: JsonSchema,
  visit: (node: JsonSchema, pointer: string, keyword: string) => void,
): void {
  const step = (node: unknown, pointer: string, keyword: string): void => {
    if (!isJsonObject(node)) return;
    visit(node, pointer, keyword);
    forEachSubschema(node, pointer, step);
  };
  step(root, '', '');
}

/** A copy of the node with each direct subschema replaced; marks (symbols) are kept. */
export function mapSubschemas(
  node: JsonSchema,
  change: (child: unknown, keyword: string) => unknown,
): JsonSchema {
  const copy: Record<string, unknown> = { ...node };
  for (const [keyword, value] of Object.entries(node)) {
    if (MAPS.has(keyword) && isJsonObject(value)) {
      copy[keyword] = mapValues(value, (child) => change(child, keyword));
    } else if (Array.isArray(value) && (LISTS.has(keyword) || keyword === 'items')) {
      copy[keyword] = value.map((child) => change(child, keyword));
    } else if (SINGLES.has(keyword)) {
      copy[keyword] = change(value, keyword);
    }
  }
  return copy;
}

/** A copy without these keywords; marks (symbols) are kept. */
export function omitKeywords(node: JsonSchema, ...keywords: readonly string[]): JsonSchema {
  const copy: Record<string, unknown> = { ...node };
  for (const keyword of keywords) delete copy[keyword];
  return copy;
}

/** One token of a JSON pointer (RFC 6901). */
export function escapeToken(token: string): string {
  return token.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** `Object.fromEntries` that cannot be caught by a key `__proto__`. */
export function mapValues(
  map: Readonly<Record<string, unknown>>,
  change: (value: unknown, key: string) => unknown,
): Record<string, unknown> {
  const copy: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(map)) {
    Object.defineProperty(copy, key, {
      value: change(value, key),
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  return copy;
}
