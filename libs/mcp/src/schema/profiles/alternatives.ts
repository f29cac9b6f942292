import { isJsonObject } from '../../protocol/json-rpc.js';
import type { JsonSchema } from '../json-schema.js';
import { mergeSchemas } from '../merge-schemas.js';
import { branches, propertiesOf, typeOfValue, typesOf, type JsonType } from '../schema-types.js';
import { omitKeywords } from '../schema-walk.js';
import type { SchemaDirection } from '../standard-schema.js';
import { cutTarget } from './inline-refs.js';

/** A node taken apart: what it may be, one plain type each. */
export interface Alternatives {
  /** Each has one string `type`; without one it stands for any value. */
  readonly options: readonly JsonSchema[];
  readonly nullable: boolean;
  /** Keywords of the node that could not be moved into its options. */
  readonly leftover: JsonSchema;
}

const MAX_OPTIONS = 16;

/** Takes `const`, `oneOf`, `anyOf`, `allOf` and lists of types apart. */
export function alternativesOf(given: JsonSchema, direction: SchemaDirection): Alternatives {
  if (isSingle(given)) return { options: [given], nullable: false, leftover: {} };
  const { node, leftover } = conjoin(given);
  const union = unionOf(node);
  const base = omitKeywords(node, 'anyOf', 'oneOf');
  if (!union) return { ...byType(base, direction), leftover };
  if (union.every(onlyAsks)) {
    const parts = byType(base, direction);
    return { ...parts, leftover: { ...leftover, anyOf: union } };
  }
  const parts = union
    .slice(0, MAX_OPTIONS)
    .map((option) => alternativesOf(mergeOption(base, option), direction));
  return {
    options: distinct(parts.flatMap((part) => part.options)),
    nullable: parts.some((part) => part.nullable),
    leftover: mergeSchemas([leftover, ...parts.map((part) => part.leftover)]),
  };
}

/** Whether the node has one type and no keyword but that type's own: most nodes of a DTO. */
function isSingle(node: JsonSchema): boolean {
  const own = typeof node.type === 'string' ? OWN.get(node.type) : undefined;
  if (!own) return false;
  // A mark (a symbol) means that there is more to say.
  return Reflect.ownKeys(node).every(
    (keyword) => own.has(keyword) || (keyword === 'enum' && isTexts(node)),
  );
}

function isTexts({ type, enum: members }: JsonSchema): boolean {
  if (type !== 'string' || !Array.isArray(members) || members.length === 0) return false;
  return members.every((member) => typeof member === 'string');
}

/** The node with its `allOf` merged into it, and the parts of that which would not merge. */
function conjoin(given: JsonSchema): { node: JsonSchema; leftover: JsonSchema } {
  let node: JsonSchema = omitKeywords(given, 'allOf');
  const rest: JsonSchema[] = [];
  for (const part of branches(given, 'allOf')) {
    const inner = conjoin(part);
    const merged = mergeObjects(node, inner.node);
    rest.push(inner.leftover, ...branches(merged, 'allOf'));
    node = omitKeywords(merged, 'allOf');
  }
  const leftover = rest.filter((part) => Object.keys(part).length > 0);
  if (!('const' in node)) return { node, leftover: listed(leftover) };
  const { const: value } = node;
  return { node: { ...omitKeywords(node, 'const'), enum: [value] }, leftover: listed(leftover) };
}

function listed(parts: readonly JsonSchema[]): JsonSchema {
  return parts.length === 0 ? {} : { allOf: parts };
}

/** Like `mergeSchemas`, but properties of both sides are kept. */
function mergeObjects(first: JsonSchema, second: JsonSchema): JsonSchema {
  const merged = mergeSchemas([first, second]);
  const both = [...propertiesOf(first), ...propertiesOf(second)];
  const required = [first.required, second.required].flat().filter((name) => name !== undefined);
  return {
    ...merged,
    ...(both.length > 0 ? { properties: Object.fromEntries(both) } : {}),
    ...(required.length > 0 ? { required: [...new Set(required)] } : {}),
  };
}

function unionOf(node: JsonSchema): readonly JsonSchema[] | undefined {
  const found = [node.anyOf, node.oneOf].find((list): list is unknown[] => Array.isArray(list));
  return found?.filter((option) => option !== false).map((o) => (isJsonObject(o) ? o : {}));
}

/** An option that says nothing but which properties must be there. */
function onlyAsks(option: JsonSchema): boolean {
  const keywords = Object.keys(option);
  return keywords.length > 0 && keywords.every((keyword) => keyword === 'required');
}

function mergeOption(base: JsonSchema, option: JsonSchema): JsonSchema {
  return Object.keys(base).length === 0 ? option : mergeObjects(base, option);
}

/** One option per type that the node may have. */
function byType(node: JsonSchema, direction: SchemaDirection): Omit<Alternatives, 'leftover'> {
  const types = typesFor(node, direction);
  const nullable = types.includes('null');
  if (types.length === 0) return { options: [node], nullable };
  const others = types.filter((type) => type !== 'null');
  return { options: others.map((type) => only(node, type)), nullable };
}

function typesFor(node: JsonSchema, direction: SchemaDirection): readonly JsonType[] {
  const said = typesOf(node.type);
  if (Array.isArray(node.enum)) {
    const values = [...new Set((node.enum as unknown[]).map(numericType))];
    return said.length === 0 ? values : said.filter((type) => values.some((v) => covers(type, v)));
  }
  if (said.length > 0) return said;
  const target = cutTarget(node);
  if (target) return typesOf(target.type);
  const implied = IMPLYING.filter(([, keywords]) => keywords.some((keyword) => keyword in node));
  // What comes out is only described: a type that is not said must not be claimed.
  return direction === 'input' && implied.length === 1 ? implied.map(([type]) => type) : [];
}

/** Keywords that speak of one type only. */
const IMPLYING: readonly (readonly [JsonType, readonly string[]])[] = [
  [
    'string',
    ['minLength', 'maxLength', 'pattern', 'format', 'contentEncoding', 'contentMediaType'],
  ],
  ['number', ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']],
  [
    'array',
    ['items', 'prefixItems', 'minItems', 'maxItems', 'uniqueItems', 'contains', 'minContains'],
  ],
  [
    'object',
    [
      'properties',
      'required',
      'additionalProperties',
      'patternProperties',
      'propertyNames',
      'minProperties',
      'maxProperties',
      'dependentRequired',
      'dependentSchemas',
    ],
  ],
];

const TYPES = ['string', 'number', 'integer', 'boolean', 'null', 'array', 'object'] as const;

/** By type, the keywords of all others. */
const FOREIGN: ReadonlyMap<JsonType, readonly string[]> = new Map(
  TYPES.map((type) => [
    type,
    IMPLYING.flatMap(([one, keywords]) => (covers(one, type) ? [] : keywords)),
  ]),
);

/** By type, its own keywords. */
const OWN: ReadonlyMap<string, ReadonlySet<string | symbol>> = new Map(
  TYPES.filter((type) => type !== 'null').map((type) => [
    type,
    new Set([
      'type',
      ...IMPLYING.flatMap(([one, keywords]) => (covers(one, type) ? keywords : [])),
    ]),
  ]),
);

function numericType(value: unknown): JsonType {
  return Number.isInteger(value) ? 'integer' : typeOfValue(value);
}

function covers(type: JsonType, value: JsonType): boolean {
  return type === value || (type === 'number' && value === 'integer');
}

/** The node for one type only: enum values and rules of other types are gone. */
function only(node: JsonSchema, type: JsonType): JsonSchema {
  const own = { ...omitKeywords(node, ...(FOREIGN.get(type) ?? [])), type };
  if (!Array.isArray(node.enum)) return own;
  return { ...own, enum: node.enum.filter((value) => covers(type, numericType(value))) };
}

function distinct(options: readonly JsonSchema[]): readonly JsonSchema[] {
  const seen = new Map<string, JsonSchema>();
  for (const option of options) {
    const text = JSON.stringify(option);
    if (!seen.has(text) || cutTarget(option))
      seen.set(cutTarget(option) ? `cut ${text}` : text, option);
  }
  return [...seen.values()];
}
