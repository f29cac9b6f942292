import { isJsonObject } from '../protocol/json-rpc.js';
import type { JsonSchema } from './json-schema.js';
import { mapSubschemas, mentions, omitKeywords, walkSchema } from './schema-walk.js';

/** A schema that may be put into another one, and the definitions that it needs there. */
export interface EmbeddedSchema {
  readonly schema: JsonSchema;
  readonly definitions: Readonly<Record<string, JsonSchema>>;
}

/**
 * Makes a root schema fit to be part of another: its `$defs` are taken out, `$ref: "#"` (which
 * would then mean the new root) becomes a definition of its own, and names that are taken give way.
 *
 * @param name - What the schema itself is called if something refers to it.
 * @param taken - Definitions that the new root already has.
 */
export function embedSchema(
  schema: JsonSchema,
  name: string,
  taken: Readonly<Record<string, JsonSchema>> = {},
): EmbeddedSchema {
  const isWhole = !('$defs' in schema || 'definitions' in schema || '$schema' in schema);
  if (isWhole && !mentions(schema, '$ref')) return { schema, definitions: {} };
  const own = { ...definitionsOf(schema.definitions), ...definitionsOf(schema.$defs) };
  const body = omitKeywords(schema, '$defs', 'definitions', '$schema');
  const names = new Map<string, string>();
  const used = new Set([...Object.keys(taken), ...Object.keys(own)]);
  for (const [key, value] of Object.entries(own)) {
    names.set(key, fits(taken, key, value) ? key : freeName(key, used));
  }
  const self = refersToItself(schema) ? freeName(toDefinitionName(name), used) : undefined;
  const rewrite = (node: JsonSchema): JsonSchema =>
    rewriteRefs(node, (ref) => moved(ref, names, self));
  const result: Record<string, JsonSchema> = {};
  for (const [key, value] of Object.entries(own)) result[names.get(key) ?? key] = rewrite(value);
  if (self !== undefined) result[self] = rewrite(body);
  return { schema: rewrite(body), definitions: result };
}

/** A copy of the schema with each `$ref` replaced by what `change` gives. */
function rewriteRefs(node: JsonSchema, change: (ref: string) => string): JsonSchema {
  const copy = mapSubschemas(node, (child) =>
    isJsonObject(child) ? rewriteRefs(child, change) : child,
  );
  return typeof node.$ref === 'string' ? { ...copy, $ref: change(node.$ref) } : copy;
}

function definitionsOf(value: unknown): Record<string, JsonSchema> {
  if (!isJsonObject(value)) return {};
  // A boolean definition has no place to be renamed in; its object form says the same.
  return Object.fromEntries(
    Object.entries(value).map(([key, schema]) => [
      key,
      isJsonObject(schema) ? schema : schema === false ? { not: {} } : {},
    ]),
  );
}

function refersToItself(schema: JsonSchema): boolean {
  let found = false;
  walkSchema(schema, ({ $ref }) => {
    found ||= typeof $ref === 'string' && isOwnPointer($ref);
  });
  return found;
}

/** `#` and pointers into the schema's own body; not `#/$defs/X`, not an anchor or an address. */
function isOwnPointer(ref: string): boolean {
  return ref === '#' || (ref.startsWith('#/') && definitionName(ref) === undefined);
}

function definitionName(ref: string): string | undefined {
  return /^#\/(?:\$defs|definitions)\/([^/]+)/.exec(ref)?.[1];
}

function moved(ref: string, names: ReadonlyMap<string, string>, self: string | undefined): string {
  const name = definitionName(ref);
  if (name !== undefined) {
    const rest = ref.slice(ref.indexOf(name) + name.length);
    return `#/$defs/${names.get(name) ?? name}${rest}`;
  }
  return self !== undefined && isOwnPointer(ref) ? `#/$defs/${self}${ref.slice(1)}` : ref;
}

function fits(
  taken: Readonly<Record<string, JsonSchema>>,
  key: string,
  value: JsonSchema,
): boolean {
  const other = Object.hasOwn(taken, key) ? taken[key] : undefined;
  return other === undefined || JSON.stringify(other) === JSON.stringify(value);
}

function freeName(name: string, used: Set<string>): string {
  let free = name;
  for (let count = 2; used.has(free); count += 1) free = `${name}_${count}`;
  used.add(free);
  return free;
}

function toDefinitionName(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9_]/g, '_') || 'Root';
}
