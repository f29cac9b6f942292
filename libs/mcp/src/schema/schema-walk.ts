import { isJsonObject } from '../protocol/json-rpc.js';
import type { JsonSchema } from './json-schema.js';

/** What the value of a keyword of 2020-12 (or of its draft-07 forerunners) holds. */
type Holding = 'map' | 'list' | 'single';

const KEYWORDS: Readonly<Record<Holding, readonly string[]>> = {
  map: ['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'],
  list: ['allOf', 'anyOf', 'oneOf', 'prefixItems'],
  single: [
    // May be a list in draft-07.
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
  ],
};

const HOLDING = new Map<string, Holding>();
for (const holding of ['map', 'list', 'single'] as const) {
  for (const keyword of KEYWORDS[holding]) HOLDING.set(keyword, holding);
}

/** What a keyword with this value holds, if anything. */
function holdingOf(keyword: string, value: unknown): Holding | undefined {
  const holding = HOLDING.get(keyword);
  if (holding === undefined) return undefined;
  if (holding === 'map') return isJsonObject(value) ? 'map' : undefined;
  if (Array.isArray(value) && (holding === 'list' || keyword === 'items')) return 'list';
  return holding === 'single' ? 'single' : undefined;
}

/** Told about each direct subschema: its value (maybe a boolean), JSON pointer and keyword. */
export type SubschemaVisitor = (child: unknown, pointer: string, keyword: string) => void;

/** Visits the direct subschemas of a node; never values like `default`, `enum` or `examples`. */
export function forEachSubschema(node: JsonSchema, pointer: string, visit: SubschemaVisitor): void {
  for (const keyword of Object.keys(node)) {
    const value = node[keyword];
    const holding = holdingOf(keyword, value);
    if (holding === 'map') {
      const map = value as Readonly<Record<string, unknown>>;
      for (const name of Object.keys(map)) {
        visit(map[name], `${pointer}/${keyword}/${escapeToken(name)}`, keyword);
      }
    } else if (holding === 'list') {
      (value as readonly unknown[]).forEach((child, index) =>
        visit(child, `${pointer}/${keyword}/${index}`, keyword),
      );
    } else if (holding === 'single') {
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
  let copy: Record<string, unknown> | undefined;
  for (const keyword of Object.keys(node)) {
    const value = node[keyword];
    const holding = holdingOf(keyword, value);
    if (holding === undefined) continue;
    const changed = mapHeld(holding, value, (child) => change(child, keyword));
    if (changed !== value) (copy ??= { ...node })[keyword] = changed;
  }
  return copy ?? node;
}

function mapHeld(holding: Holding, value: unknown, change: (child: unknown) => unknown): unknown {
  if (holding === 'map') return mapValues(value as Readonly<Record<string, unknown>>, change);
  if (holding === 'single') return change(value);
  const list = value as readonly unknown[];
  const items = list.map(change);
  return items.some((item, index) => item !== list[index]) ? items : list;
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
  for (const key in node) {
    const value: unknown = node[key as keyof typeof node];
    if (typeof value === 'object' && mentions(value, keyword)) return true;
  }
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
