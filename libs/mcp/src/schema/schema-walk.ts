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
  for (const keyword of Object.keys(node)) {
    const value = node[keyword];
    if (MAPS.has(keyword) && isJsonObject(value)) {
      for (const name of Object.keys(value)) {
        visit(value[name], `${pointer}/${keyword}/${escapeToken(name)}`, keyword);
      }
    } else if (Array.isArray(value) && (LISTS.has(keyword) || keyword === 'items')) {
      value.forEach((child, index) => visit(child, `${pointer}/${keyword}/${index}`, keyword));
    } else if (SINGLES.has(keyword)) {
      visit(value, `${pointer}/${keyword}`, keyword);
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

/**
 * The node with each direct subschema replaced; marks (symbols) are kept. It is the node itself
 * where nothing changed: most of what is looked at at boot stays as it is.
 */
export function mapSubschemas(
  node: JsonSchema,
  change: (child: unknown, keyword: string) => unknown,
): JsonSchema {
  return mapValues(node, (value, keyword) => {
    if (MAPS.has(keyword) && isJsonObject(value)) {
      return mapValues(value, (child) => change(child, keyword));
    }
    if (Array.isArray(value) && (LISTS.has(keyword) || keyword === 'items')) {
      const items: readonly unknown[] = value.map((child) => change(child, keyword));
      return items.some((item, index) => item !== value[index]) ? items : value;
    }
    return SINGLES.has(keyword) ? change(value, keyword) : value;
  });
}

/** The node without these keywords, itself if it has none of them; marks (symbols) are kept. */
export function omitKeywords(node: JsonSchema, ...keywords: readonly string[]): JsonSchema {
  if (!keywords.some((keyword) => keyword in node)) return node;
  const copy: Record<string, unknown> = { ...node };
  for (const keyword of keywords) delete copy[keyword];
  return copy;
}

/** Whether the keyword may stand anywhere in the schema: data that only looks like it counts too. */
export function mentions(node: unknown, keyword: string): boolean {
  if (typeof node !== 'object' || node === null) return false;
  if (keyword in node) return true;
  for (const value of Object.values(node)) if (mentions(value, keyword)) return true;
  return false;
}

/** One token of a JSON pointer (RFC 6901). */
export function escapeToken(token: string): string {
  return /[~/]/.test(token) ? token.replaceAll('~', '~0').replaceAll('/', '~1') : token;
}

/** The map with each value replaced, itself if none is another; symbols are kept. */
export function mapValues(
  map: Readonly<Record<string, unknown>>,
  change: (value: unknown, key: string) => unknown,
): Readonly<Record<string, unknown>> {
  let copy: Record<string, unknown> | undefined;
  for (const key of Object.keys(map)) {
    const value = change(map[key], key);
    if (value === map[key]) continue;
    // A spread copies `__proto__` as a key like others, and an own key is what is written to then.
    copy ??= { ...map };
    copy[key] = value;
  }
  return copy ?? map;
}
