import { isJsonObject } from '../protocol/json-rpc.js';
import type { JsonSchema } from './json-schema.js';
import { breaks } from './keyword-rules.js';
import { gotWords, here, type RelativeIssue } from './relative-issue.js';
import {
  acceptedTypes,
  propertiesOf,
  requiredOf,
  resolveRef,
  typeOfValue,
} from './schema-types.js';
import { oneOfWords, typeWords } from './schema-words.js';

/** A union, and what each of its branches finds wrong with the value. */
export interface ExplainedUnion {
  readonly keyword: 'anyOf' | 'oneOf';
  readonly options: readonly JsonSchema[];
  readonly results: readonly (readonly RelativeIssue[])[];
  readonly root: JsonSchema;
}

/** The issues of a union: those of the branch that the caller most likely meant. */
export function describeUnion(union: ExplainedUnion, value: unknown): readonly RelativeIssue[] {
  const fitting = union.results.filter((issues) => issues.length === 0).length;
  if (fitting === 1 || (fitting > 1 && union.keyword === 'anyOf')) return [];
  if (fitting > 1) return [here(`must fit only one of its alternatives, and fits ${fitting}`)];
  return bestBranch(union, value);
}

function bestBranch(
  { root, options, results }: ExplainedUnion,
  value: unknown,
): readonly RelativeIssue[] {
  const type = typeOfValue(value);
  const near = options
    .map((option, index) => ({ option: deref(option, root), issues: results[index] ?? [] }))
    .filter(({ option }) => acceptedTypes(option, root).has(type));
  if (near.length === 0) {
    const types = new Set(options.flatMap((option) => [...acceptedTypes(option, root)]));
    return [here(`must be ${typeWords(types)}, got ${gotWords(value)}`)];
  }
  const candidates = near.map(({ option }) => option);
  const tag = isJsonObject(value) ? unknownTag(candidates, value) : undefined;
  if (tag) return [tag];
  const scored = near.map(({ option, issues }) => ({ issues, distance: distance(option, value) }));
  scored.sort((a, b) => a.distance - b.distance || a.issues.length - b.issues.length);
  return scored[0]?.issues ?? [];
}

/** `kind: must be one of "card", "cash"`: every branch names a value, and none is the caller's. */
function unknownTag(
  options: readonly JsonSchema[],
  value: Readonly<Record<string, unknown>>,
): RelativeIssue | undefined {
  for (const [name] of options[0] ? propertiesOf(options[0]) : []) {
    const values = options.map((option) => fixedValues(propertyOf(option, name)));
    if (values.some((list) => list === undefined)) continue;
    const known = [...new Set(values.flatMap((list) => list ?? []))];
    if (Object.hasOwn(value, name) && known.includes(value[name])) continue;
    const verb = Object.hasOwn(value, name) ? 'must' : 'is required and must';
    return { path: [name], message: `${verb} be ${oneOfWords(known)}` };
  }
  return undefined;
}

/** How far the value is from the branch, looking no deeper than its own properties. */
function distance(option: JsonSchema, value: unknown): number {
  if (!isJsonObject(value)) return 0;
  const properties = propertiesOf(option);
  const missing = requiredOf(option).filter((name) => !Object.hasOwn(value, name)).length;
  const wrong = properties.filter(
    ([name, { type }]) =>
      type !== undefined && Object.hasOwn(value, name) && breaks('type', type, value[name]),
  ).length;
  const tags = properties.filter(
    ([name, schema]) =>
      Object.hasOwn(value, name) && fixedValues(schema)?.includes(value[name]) === false,
  ).length;
  const known = new Set(properties.map(([name]) => name));
  const strange = Object.keys(value).filter((name) => !known.has(name)).length;
  return missing + wrong + strange + 10 * tags;
}

function fixedValues(schema: JsonSchema | undefined): readonly unknown[] | undefined {
  if (!schema) return undefined;
  if ('const' in schema) return [schema.const];
  return Array.isArray(schema.enum) ? (schema.enum as unknown[]) : undefined;
}

function propertyOf(option: JsonSchema, name: string): JsonSchema | undefined {
  return propertiesOf(option).find(([key]) => key === name)?.[1];
}

function deref(option: JsonSchema, root: JsonSchema): JsonSchema {
  return resolveRef(option.$ref, root) ?? option;
}
