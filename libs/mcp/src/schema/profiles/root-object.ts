import { isJsonObject } from '../../protocol/json-rpc.js';
import type { JsonSchema } from '../json-schema.js';
import { propertiesOf, requiredOf, resolveRef } from '../schema-types.js';
import { omitKeywords } from '../schema-walk.js';
import { alternatives } from '../schema-words.js';
import { alternativesOf } from './alternatives.js';
import { describe } from './sentences.js';
import { lostRules } from './words-of-rules.js';

/**
 * The root as one plain object: Claude answers a root with `anyOf`, `oneOf`, `allOf` or `$ref` by
 * refusing the whole request. The forms of a union are laid over each other, and told in words.
 *
 * @param lost - Gets the rules that only words can tell.
 */
export function toRootObject(schema: JsonSchema, lost: string[] = []): JsonSchema {
  const target = resolveRef(schema.$ref, schema);
  const plain =
    target && target !== schema ? { ...target, ...omitKeywords(schema, '$ref') } : schema;
  if (!REFUSED.some((keyword) => keyword in plain)) return plain;
  const definitions = plain.$defs === undefined ? {} : { $defs: plain.$defs };
  const { title, description } = plain;
  const { options, leftover } = alternativesOf(
    omitKeywords(deref(plain, schema), '$defs', 'title', 'description', ...EXCLUSIONS),
    'input',
  );
  const objects = options.filter((option) => option.type === 'object');
  const merged = objects.length === 1 ? (objects[0] ?? {}) : overlay(objects);
  const words = [
    ...(objects.length > 1 ? [formsOf(objects)] : []),
    ...lostRules({ ...leftover, ...exclusionsOf(plain) }, [], '', { lost }),
  ];
  const text = describe(description, words);
  return {
    ...(title === undefined ? {} : { title }),
    ...(text === undefined ? {} : { description: text }),
    ...merged,
    ...definitions,
    type: 'object',
  };
}

const COMBINERS = ['anyOf', 'oneOf', 'allOf'];
/** Refused at the root as well. */
const EXCLUSIONS = ['not', 'enum', 'const'];
const REFUSED = [...COMBINERS, ...EXCLUSIONS];

function exclusionsOf(node: JsonSchema): JsonSchema {
  return Object.fromEntries(EXCLUSIONS.filter((key) => key in node).map((key) => [key, node[key]]));
}

/** Options of the root that are references, resolved. */
function deref(node: JsonSchema, root: JsonSchema): JsonSchema {
  const copy: Record<string, unknown> = { ...node };
  for (const keyword of COMBINERS) {
    const list = node[keyword];
    if (!Array.isArray(list)) continue;
    copy[keyword] = list.map((option: unknown) => {
      if (!isJsonObject(option)) return option;
      const target = resolveRef(option.$ref, root);
      return target ? { ...target, ...omitKeywords(option, '$ref') } : option;
    });
  }
  return copy;
}

function overlay(objects: readonly JsonSchema[]): JsonSchema {
  const names = new Set(objects.flatMap((option) => propertiesOf(option).map(([name]) => name)));
  const properties = Object.fromEntries([...names].map((name) => [name, together(objects, name)]));
  const [first, ...others] = objects.map(requiredOf);
  const required = (first ?? []).filter((name) => others.every((list) => list.includes(name)));
  const closed = objects.every((option) => option.additionalProperties === false);
  return {
    properties,
    ...(required.length > 0 ? { required } : {}),
    ...(closed ? { additionalProperties: false } : {}),
  };
}

/** One schema for a property of several forms: tags become one list, the rest a union. */
function together(objects: readonly JsonSchema[], name: string): JsonSchema {
  const schemas = objects.map((o) => propertyOf(o, name)).filter((schema) => schema !== undefined);
  const distinct = [...new Map(schemas.map((s) => [JSON.stringify(s), s])).values()];
  if (distinct.length === 1) return distinct[0] ?? {};
  const values = distinct.map(fixedValues);
  if (values.every((list) => list !== undefined)) {
    return {
      ...omitKeywords(distinct[0] ?? {}, 'const', 'enum'),
      enum: [...new Set(values.flat())],
    };
  }
  return { anyOf: distinct };
}

/** `Give one of these forms: kind "card" with number; kind "cash" with amount`. */
function formsOf(objects: readonly JsonSchema[]): string {
  const shared = objects.map((option) => new Set(requiredOf(option)));
  const forms = objects.map((option) => {
    const tags = propertiesOf(option).flatMap(([name, schema]) => {
      const values = fixedValues(schema)?.map((value) => JSON.stringify(value));
      return values ? [`${name} ${alternatives(values)}`] : [];
    });
    const tagged = new Set(tags.map((tag) => tag.split(' ')[0]));
    const others = requiredOf(option).filter(
      (name) => !tagged.has(name) && !shared.every((required) => required.has(name)),
    );
    return [tags.join(', '), others.join(', ')].filter((part) => part !== '').join(' with ');
  });
  const told = forms.filter((form) => form !== '');
  return `Give the arguments of one of ${objects.length} forms${told.length > 0 ? `: ${told.join('; ')}` : ''}`;
}

function fixedValues(schema: JsonSchema): readonly unknown[] | undefined {
  if ('const' in schema) return [schema.const];
  return Array.isArray(schema.enum) ? (schema.enum as unknown[]) : undefined;
}

function propertyOf(option: JsonSchema, name: string): JsonSchema | undefined {
  return propertiesOf(option).find(([key]) => key === name)?.[1];
}
