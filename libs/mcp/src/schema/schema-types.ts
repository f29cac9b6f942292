import { isJsonObject } from '../protocol/json-rpc.js';
import type { JsonSchema } from './json-schema.js';

/** The seven words of `type`; `integer` counts as `number` where types are compared. */
export type JsonType = 'null' | 'boolean' | 'object' | 'array' | 'number' | 'integer' | 'string';

const ALL_TYPES: readonly JsonType[] = ['null', 'boolean', 'object', 'array', 'number', 'string'];
const TYPE_WORDS: ReadonlySet<unknown> = new Set([...ALL_TYPES, 'integer']);

/** A subschema by its keyword, where it is an object. */
export function subschema(node: JsonSchema, keyword: string): JsonSchema | undefined {
  const value: unknown = node[keyword];
  return isJsonObject(value) ? value : undefined;
}

/** The subschemas of `anyOf`, `oneOf`, `allOf`, `prefixItems`; empty where there are none. */
export function branches(node: JsonSchema, keyword: string): readonly JsonSchema[] {
  const value = node[keyword];
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

/** The own properties of an object schema, in order. */
export function propertiesOf(node: JsonSchema): readonly (readonly [string, JsonSchema])[] {
  const properties = subschema(node, 'properties');
  const found: (readonly [string, JsonSchema])[] = [];
  for (const name of properties ? Object.keys(properties) : []) {
    const schema = properties?.[name];
    if (isJsonObject(schema)) found.push([name, schema]);
  }
  return found;
}

export function requiredOf(node: JsonSchema): readonly string[] {
  return Array.isArray(node.required)
    ? node.required.filter((name) => typeof name === 'string')
    : [];
}

/** The words of a `type` keyword, a string or a list of them. */
export function typesOf(type: unknown): readonly JsonType[] {
  if (Array.isArray(type)) return type.filter(isJsonType);
  return isJsonType(type) ? [type] : [];
}

function isJsonType(name: unknown): name is JsonType {
  return TYPE_WORDS.has(name);
}

/** What a local `$ref` points at: `#`, or a JSON pointer into the root; undefined otherwise. */
export function resolveRef(ref: unknown, root: JsonSchema): JsonSchema | undefined {
  if (ref === '#') return root;
  if (typeof ref !== 'string' || !ref.startsWith('#/')) return undefined;
  let node: unknown = root;
  for (const token of ref.slice(2).split('/')) {
    const key = decodeURIComponent(token).replaceAll('~1', '/').replaceAll('~0', '~');
    if (Array.isArray(node)) node = node[Number(key)] as unknown;
    else if (isJsonObject(node) && Object.hasOwn(node, key)) node = node[key];
    else return undefined;
  }
  return isJsonObject(node) ? node : undefined;
}

/** The JSON types that a node can accept: never too few, sometimes too many. */
export function acceptedTypes(
  node: JsonSchema,
  root: JsonSchema,
  seen: ReadonlySet<JsonSchema> = new Set(),
): ReadonlySet<JsonType> {
  if (seen.has(node)) return new Set();
  const inner = new Set([...seen, node]);
  const limits: ReadonlySet<JsonType>[] = [];
  const types = ownTypes(node);
  if (types) limits.push(types);
  const target = resolveRef(node.$ref, root);
  if (target) limits.push(acceptedTypes(target, root, inner));
  for (const part of branches(node, 'allOf')) limits.push(acceptedTypes(part, root, inner));
  for (const keyword of ['anyOf', 'oneOf']) {
    const parts = branches(node, keyword).map((part) => acceptedTypes(part, root, inner));
    if (parts.length > 0) limits.push(new Set(parts.flatMap((part) => [...part])));
  }
  return new Set(ALL_TYPES.filter((type) => limits.every((limit) => limit.has(type))));
}

/** Whether only an array or an object (or null) will do, so that a string can only be JSON text. */
export function wantsStructure(node: JsonSchema, root: JsonSchema): boolean {
  const { type } = node;
  if (typeof type === 'string' && type !== 'array' && type !== 'object') return false;
  const types = LIMITING.some((keyword) => keyword in node)
    ? [...acceptedTypes(node, root)]
    : typesOf(type);
  return !types.includes('string') && (types.includes('array') || types.includes('object'));
}

/** Keywords beside `type` that may leave less of it. */
const LIMITING = ['enum', 'const', '$ref', 'allOf', 'anyOf', 'oneOf'];

/** The JSON type of a value; whole numbers are `number` here. */
export function typeOfValue(value: unknown): JsonType {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'string') return 'string';
  if (typeof value === 'number') return 'number';
  if (typeof value === 'boolean') return 'boolean';
  return 'object';
}

function ownTypes(node: JsonSchema): ReadonlySet<JsonType> | undefined {
  if (Array.isArray(node.enum)) return new Set(node.enum.map(typeOfValue));
  if ('const' in node) return new Set([typeOfValue(node.const)]);
  const { type } = node;
  if (type === undefined) return undefined;
  return new Set(typesOf(type).map((name) => (name === 'integer' ? 'number' : name)));
}
