import { isJson, wordOf, type Json } from './json.js';

/** How a value is entered. */
export type Kind =
  | {
      readonly kind: 'object';
      readonly properties: readonly (readonly [string, Json])[];
      readonly required: readonly string[];
    }
  | { readonly kind: 'array'; readonly items: Json; readonly least: number }
  | { readonly kind: 'choice'; readonly values: readonly unknown[] }
  | { readonly kind: 'number' }
  | { readonly kind: 'string' }
  /** Whatever no form is made for: maps, alternatives, tuples. */
  | { readonly kind: 'json' };

/** A schema with the references followed, `anyOf: [X, null]` read as X, and how its value is entered. */
export function readSchema(
  schema: Json,
  root: Json,
): { readonly schema: Json; readonly kind: Kind } {
  const plain = settle(schema, root, 0);
  return { schema: plain, kind: kindOf(plain) };
}

/** The type in one word or two, as people say it. */
export function typeWord(schema: Json): string {
  const { type, format, enum: values } = schema;
  if (Array.isArray(values)) return 'one of';
  if (typeof format === 'string') return format;
  const types = [type].flat().filter((one) => one !== 'null' && one !== undefined);
  return types.length > 0 ? types.join(' or ') : 'any JSON';
}

/** The limits that a schema sets, in words. */
export function limitsOf(schema: Json): string[] {
  const only = (keyword: string, word: string): string[] =>
    schema[keyword] === undefined ? [] : [`${word} ${wordOf(schema[keyword])}`];
  return [
    ...between(schema['minimum'], schema['maximum'], ''),
    ...between(schema['minLength'], schema['maxLength'], ' characters'),
    ...between(schema['minItems'], schema['maxItems'], ' items'),
    ...only('exclusiveMinimum', 'more than'),
    ...only('exclusiveMaximum', 'less than'),
    ...only('multipleOf', 'a multiple of'),
    ...only('pattern', 'pattern'),
  ];
}

function between(least: unknown, most: unknown, unit: string): string[] {
  const [from, to] = [wordOf(least), wordOf(most)];
  if (least === undefined) return most === undefined ? [] : [`at most ${to}${unit}`];
  if (most === undefined) return [`at least ${from}${unit}`];
  return [from === to ? `${to}${unit}` : `${from} to ${to}${unit}`];
}

/** A reference to itself would be followed for ever. */
const DEEPEST = 16;

function settle(schema: Json, root: Json, depth: number): Json {
  const { $ref: reference, allOf, anyOf, oneOf, ...rest } = schema;
  if (depth > DEEPEST) return {};
  const inner = (part: Json): Json => ({ ...settle(part, root, depth + 1), ...rest });
  if (typeof reference === 'string') return inner(find(reference, root));
  if (Array.isArray(allOf) && allOf.length === 1 && isJson(allOf[0])) return inner(allOf[0]);
  const alternatives: unknown = anyOf ?? oneOf;
  if (!Array.isArray(alternatives)) return schema;
  const others = alternatives.filter((one): one is Json => isJson(one) && one['type'] !== 'null');
  const [only] = others;
  return others.length === 1 && only ? inner(only) : schema;
}

/** Within the document alone: a reference to anywhere else is never fetched. */
function find(reference: string, root: Json): Json {
  if (!reference.startsWith('#')) return {};
  const keys = decodeURIComponent(reference.slice(1)).split('/').slice(1);
  const target = keys
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>(
      (node, key) => (isJson(node) && Object.hasOwn(node, key) ? node[key] : undefined),
      root,
    );
  return isJson(target) ? target : {};
}

function kindOf(schema: Json): Kind {
  const { type, properties, items, required, enum: values, minItems } = schema;
  if (Array.isArray(values)) return { kind: 'choice', values };
  if ('const' in schema) return { kind: 'choice', values: [schema['const']] };
  if (isMixed(schema)) return { kind: 'json' };
  const [only, ...more] = [type].flat().filter((one) => one !== 'null');
  if (more.length > 0) return { kind: 'json' };
  if (only === 'boolean') return { kind: 'choice', values: [true, false] };
  if (only === 'number' || only === 'integer') return { kind: 'number' };
  if (only === 'string') return { kind: 'string' };
  if (only === 'array' && isJson(items)) {
    return { kind: 'array', items, least: typeof minItems === 'number' ? minItems : 0 };
  }
  if (only !== 'object' || !isJson(properties)) return { kind: 'json' };
  const named = Object.entries(properties).filter((entry): entry is [string, Json] =>
    isJson(entry[1]),
  );
  if (named.length === 0 && schema['additionalProperties'] !== false) return { kind: 'json' };
  return { kind: 'object', properties: named, required: Array.isArray(required) ? required : [] };
}

function isMixed(schema: Json): boolean {
  return ['anyOf', 'oneOf', 'allOf', 'prefixItems'].some((keyword) =>
    Array.isArray(schema[keyword]),
  );
}
